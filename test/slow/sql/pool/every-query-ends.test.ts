import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { CatalogError } from '../../../../src/core/errors.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import {
  type SimulatedQuery,
  simulated,
  simulatedClock,
  simulatedEngines,
} from '../../../fixtures/processes/simulated-engines.ts'

const MEMORY_MB = 128
const TIMEOUT_MS = 30_000

interface Asked extends SimulatedQuery {
  readonly client: string
}

interface Outcome {
  /** How each query ended, in the order in which they were asked; undefined where it did not. */
  readonly ends: readonly (string | undefined)[]
  readonly endMs: number
  /** How long short queries took that came once the others had shown how long they are, in ascending order. */
  readonly shortMs: readonly number[]
  readonly mostBytes: number
}

/**
 * Asks queries at once, a short one of another client every `everyMs`, and one of a second every `newcomersEveryMs`, each
 * of a client that has not been there before, until those that can end have, or `mostMs` have
 * passed, of a time that is simulated.
 */
async function besiege(
  asked: readonly Asked[],
  {
    processes = 2,
    everyMs = 50,
    shortRunsMs = 5,
    newcomersEveryMs = Number.POSITIVE_INFINITY,
    mostMs = 500_000,
    // Each begins as a short one; some processes start meanwhile.
    shownMs = 400 * new Set(asked.map(({ client }) => client)).size,
  } = {},
): Promise<Outcome> {
  const clock = simulatedClock()
  const engines = simulatedEngines(clock)
  const options = { catalogPath: '', processes, queue: 1_000, timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB }
  const pool = createSqlPool({ ...options, start: engines.start, clock })
  await clock.run(1_000)
  const ends: (string | undefined)[] = asked.map(() => undefined)
  const shortMs: number[] = []
  let mostBytes = 0
  let number = 0
  const startMs = clock.now()
  const run = (query: SimulatedQuery, client: string): Promise<string> => {
    number += 1
    const asking = { sql: simulated(query, number), maxRows: 1, clients: new Set([client]) }
    return pool.run(asking).then(
      () => 'answered',
      (error: CatalogError) => error.code,
    )
  }
  asked.forEach(({ client, ...query }, i) => {
    run(query, client).then((end) => {
      ends[i] = end
    })
  })
  const askShort = (): void => {
    mostBytes = Math.max(mostBytes, engines.bytes())
    const beganMs = clock.now()
    run({ ms: shortRunsMs }, 'short').then((end) => {
      if (end === 'answered' && beganMs - startMs > shownMs) shortMs.push(clock.now() - beganMs)
    })
    clock.after(everyMs, askShort)
  }
  askShort()
  const askAsNewcomer = (): void => {
    run({ ms: 1_000, mb: 60 }, `newcomer ${number}`)
    clock.after(newcomersEveryMs, askAsNewcomer)
  }
  if (Number.isFinite(newcomersEveryMs)) clock.after(newcomersEveryMs, askAsNewcomer)
  const isOver = (): boolean =>
    asked.some(({ ms }) => Number.isFinite(ms)) &&
    asked.every(({ ms }, i) => ends[i] !== undefined || !Number.isFinite(ms))
  await clock.run(mostMs, isOver)
  const outcome = { ends: [...ends], endMs: clock.now() - startMs }
  await pool.close()
  return { ...outcome, shortMs: shortMs.sort((a, b) => a - b), mostBytes }
}

const p99 = (times: readonly number[]): number => times[Math.floor(0.99 * times.length)]!
const sum = (asked: readonly Asked[]): number => asked.reduce((total, { ms }) => total + ms, 0)
const many = (count: number, query: Omit<Asked, 'client'>, client: (i: number) => string): Asked[] =>
  Array.from({ length: count }, (_, i) => ({ ...query, client: client(i) }))

describe('a short query waits', () => {
  test.each([
    [2, 250],
    [4, 250],
    [8, 250],
    [200, 1_500],
  ])('beside %d endless ones of one client at most %d ms, from the first moment on', async (number, mostMs) => {
    const asked = many(number, { ms: Number.POSITIVE_INFINITY, mb: 30 }, () => 'hog')
    const { ends, shortMs } = await besiege(asked, { mostMs: 20_000, shownMs: 0 })
    expect(ends).toEqual(asked.map(() => undefined))
    expect(shortMs.length).toBeGreaterThan(390)
    expect(p99(shortMs)).toBeLessThan(mostMs)
  })
})

describe('beside short queries that keep coming, every query that can end does', () => {
  test.each([1, 2, 4])('of 20 clients that hold more than there is room for, on %d processes', async (processes) => {
    const asked = many(20, { ms: 2_500, mb: 80 }, (i) => `c${i}`)
    const { ends, endMs, shortMs, mostBytes } = await besiege(asked, { processes })
    expect(ends).toEqual(asked.map(() => 'answered'))
    // Twice the time that all of them take one after the other, and what the short ones take.
    expect(endMs).toBeLessThan(2.4 * sum(asked))
    expect(p99(shortMs)).toBeLessThan(250)
    expect(mostBytes).toBeLessThan((2 * processes + 2) * 50 * 1_048_576 + (processes + 1) * MEMORY_MB * 1_048_576)
  })

  test('of a client that comes after one with 200 endless ones', async () => {
    const hog = many(200, { ms: Number.POSITIVE_INFINITY, mb: 60 }, () => 'hog')
    const asked = [...hog, { client: 'other', ms: 25_000, mb: 100 }]
    const { ends, endMs, shortMs } = await besiege(asked)
    expect(ends.at(-1)).toBe('answered')
    // After one of the endless ones at the most.
    expect(endMs).toBeLessThan(2 * TIMEOUT_MS + 2 * 25_000)
    expect(p99(shortMs)).toBeLessThan(1_500)
  })

  test('where short ones leave no time at all, a tenth of one process is left', async () => {
    const asked = [...many(3, { ms: 2_000, mb: 60 }, (i) => `c${i}`)]
    const { ends, endMs } = await besiege(asked, { processes: 1, everyMs: 40, shortRunsMs: 50 })
    expect(ends).toEqual(asked.map(() => 'answered'))
    expect(endMs).toBeLessThan(20 * sum(asked) + 5_000)
  })

  test.each([1, 2])('while more clients come than there is time for, on %d processes', async (processes) => {
    const asked = many(2, { ms: 10_000, mb: 90 }, (i) => `c${i}`)
    const { ends, endMs } = await besiege(asked, { processes, newcomersEveryMs: 400 })
    expect(ends).toEqual(asked.map(() => 'answered'))
    // Newcomers are short for 100 of every 400 ms, and the short ones take 5 of every 50 ms.
    expect(endMs).toBeLessThan((2 * sum(asked)) / (1 - 100 / 400 - 5 / 50))
  })

  test('whatever is asked', async () => {
    const query = fc.record({
      client: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      ms: fc.integer({ min: 1, max: 6_000 }),
      mb: fc.integer({ min: 0, max: MEMORY_MB }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (asked, processes) => {
          const { ends, endMs, shortMs, mostBytes } = await besiege(asked, { processes })
          expect(ends).toEqual(asked.map(() => 'answered'))
          expect(endMs).toBeLessThan(2.4 * sum(asked) + 2_000)
          if (shortMs.length > 0) expect(p99(shortMs)).toBeLessThan(1_000)
          expect(mostBytes).toBeLessThan((2 * processes + 2) * 50 * 1_048_576 + (processes + 1) * MEMORY_MB * 1_048_576)
        },
      ),
      { numRuns: 25 },
    )
  })
})
