import { expect, test } from 'bun:test'
import { cacheShares } from '../../../src/cache/shares.ts'

test.each([1, 3, 128, 65_536])(
  'everything that is kept lies within CACHE_MB=%d, and nothing is left over',
  (cacheMb) => {
    const shares = Object.values(cacheShares(cacheMb))
    for (const share of shares) expect(share).toBeGreaterThan(0)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cacheMb * 1_048_576)
  },
)
