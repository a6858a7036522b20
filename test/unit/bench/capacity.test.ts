import { expect, test } from 'bun:test'
import { capacityTable } from '../../bench/capacity.ts'
import { hitRate, KINDS, originLoad, playedHitRate, serversFor } from '../../bench/capacity-model.ts'
import { pageAt } from '../../fixtures/docs/docs.ts'

test('the hit rates of the formula are those of requests that are played one by one', () => {
  for (const name of ['pages', 'insights', 'repeated SQL']) {
    const kind = KINDS.find((candidate) => candidate.name === name)!
    for (const [rate, caches] of [
      [200, 1],
      [1_000, 20],
    ] as const) {
      const played = playedHitRate(kind, rate, 0.9, caches, 600)
      expect(Math.abs(hitRate(kind, rate, 0.9, caches) - played), `${name} at ${rate}`).toBeLessThan(0.02)
    }
  }
})

test('shares add up, what is not kept is never hit, and more requests are hit more often', () => {
  expect(KINDS.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(hitRate(KINDS.find(({ name }) => name === 'new SQL')!, 10_000, 0.9, 1)).toBe(0)
  const rates = [10, 100, 1_000, 10_000].map((rate) => originLoad(rate, 0.9, 20).hitRate)
  expect(rates).toEqual(rates.toSorted((a, b) => a - b))
  expect(originLoad(1_000, 0.9, 0)).toMatchObject({ hitRate: 0, requests: 1_000 })
  expect(serversFor({ cores: 0.1 })).toBe(2)
})

test('the table in the documentation is the one that the model gives', () => {
  const { text } = pageAt('docs/operations.md')
  const [, shown] = /<!-- capacity: .*? -->\n\n([\s\S]*?)\n\n<!-- end of capacity -->/.exec(text)!
  expect(shown).toBe(capacityTable())
})
