import { expect, test } from 'bun:test'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import { withRetries } from '../../../../build/fetch/retry.ts'

/** The pauses of a service that never answers, where each pause is as long as chance can make it. */
async function pausesOf(attempts: number, retryAfterMs?: number): Promise<number[]> {
  const pauses: number[] = []
  const effects = {
    log: () => {},
    show: () => {},
    now: () => new Date(0),
    nowMs: () => 0,
    sleep: async (ms: number) => {
      pauses.push(ms)
    },
    random: () => 1,
  }
  const failing = withRetries('ps', attempts, effects, async () => {
    throw new FetchError('No answer.', { isTransient: true, retryAfterMs })
  })
  await expect(failing).rejects.toThrow(`No answer. (tried ${attempts} times)`)
  return pauses
}

test('pauses grow threefold, up to two minutes', async () => {
  const pauses = await pausesOf(20)
  expect(pauses).toHaveLength(19)
  expect(pauses.slice(0, 5)).toEqual([2_000, 6_000, 18_000, 54_000, 120_000])
  expect(new Set(pauses.slice(4))).toEqual(new Set([120_000]))
})

test('a service that names a longer pause gets it, up to ten minutes', async () => {
  expect(await pausesOf(3, 45_000)).toEqual([45_000, 45_000])
  expect(await pausesOf(3, 86_400_000)).toEqual([600_000, 600_000])
})
