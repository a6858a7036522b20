import { expect, test } from 'bun:test'
import type { FetchEffects } from '../../../../build/fetch/effects.ts'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import { withRetries } from '../../../../build/fetch/retry.ts'

const quiet: FetchEffects = {
  log: () => {},
  show: () => {},
  now: () => new Date(0),
  nowMs: () => 0,
  sleep: async () => {},
  random: () => 0,
}

/** The pauses of a service that never answers, where each pause is as long as chance can make it. */
async function pausesOf(attempts: number, retryAfterMs?: number): Promise<number[]> {
  const pauses: number[] = []
  const sleep = async (ms: number) => void pauses.push(ms)
  const effects = { ...quiet, sleep, random: () => 1 }
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

test('what failed so many times is not tried again by what asked for it', async () => {
  const cause = new FetchError('No answer.', { isTransient: true })
  let tries = 0
  const inner = () =>
    withRetries('count', 3, quiet, async () => {
      tries += 1
      throw cause
    })
  const failure = await withRetries('ps', 3, quiet, inner).catch((error: unknown) => error)
  expect(tries).toBe(3)
  expect(failure).toMatchObject({
    name: 'FetchError',
    message: 'No answer. (tried 3 times)',
    isTransient: false,
    cause,
  })
})

test('what cannot pass, and what is no failure of the service, is told at once as it is', async () => {
  for (const error of [new FetchError('No such table.', { isTransient: false }), new Error('ours')]) {
    let tries = 0
    const failing = withRetries('ps', 5, quiet, async () => {
      tries += 1
      throw error
    })
    await expect(failing).rejects.toBe(error)
    expect(tries).toBe(1)
  }
})

test('an answer after failures is the answer, and each failure is told with its pause', async () => {
  const lines: string[] = []
  let tries = 0
  const answer = await withRetries(
    'ps',
    3,
    { ...quiet, random: () => 1, log: (line) => void lines.push(line) },
    async () => {
      tries += 1
      if (tries < 3) throw new FetchError(`No answer ${tries}.`, { isTransient: true })
      return 'rows'
    },
  )
  expect(answer).toBe('rows')
  expect(lines).toEqual(['ps: No answer 1. Trying again in 2.0 s.', 'ps: No answer 2. Trying again in 6.0 s.'])
})
