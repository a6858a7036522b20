import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseRuns } from '../../../../src/sql/pool/schedule.ts'
import { createTurns, type Waiting } from '../../../../src/sql/pool/turns.ts'

test('of a few short queries, those run that the schedule selects', () => {
  const query = fc.record({
    state: fc.constantFrom('waiting', 'running', 'paused'),
    ranMs: fc.constantFrom(0, 99, 100, 2_000),
    client: fc.constantFrom('a', 'b'),
  })
  fc.assert(
    fc.property(fc.array(query, { maxLength: 4 }), fc.integer({ min: 1, max: 4 }), fc.nat(5), (made, slots, idle) => {
      const jobs = made.map(
        ({ state, ranMs, client }, cameMs): Waiting => ({
          state,
          ranMs,
          executedMs: ranMs,
          clients: new Set([client]),
          cameMs,
          blockedSinceMs: undefined,
        }),
      )
      const turns = createTurns<Waiting>(slots)
      for (const job of jobs) turns.enter(job)
      const chosen = turns.choose(jobs, idle, 0)
      const capacity = { slots, idle, isLongDue: false, usedMs: () => 0, isInPlace: () => false, first: turns.kept }
      // Without longer ones nothing else decides.
      if (jobs.every(({ ranMs }) => ranMs < 100)) expect(chosen).toEqual(chooseRuns(jobs, capacity).chosen)
      expect(chosen.size).toBeLessThanOrEqual(slots)
    }),
    { numRuns: 500 },
  )
})

test('a query whose reader accepts no more does not run, even if it is alone', () => {
  const job: Waiting = {
    state: 'paused',
    ranMs: 5,
    executedMs: 5,
    clients: new Set(['a']),
    cameMs: 0,
    blockedSinceMs: 3,
  }
  const turns = createTurns<Waiting>(2)
  turns.enter(job)
  expect(turns.choose([job], 2, 10)).toEqual(new Set())
})

test('a longer query that waited before short ones came alone is not due at once afterwards', () => {
  const make = (ranMs: number, state: Waiting['state']): Waiting => ({
    state,
    ranMs,
    executedMs: ranMs,
    clients: new Set([`client of ${ranMs}`]),
    cameMs: 0,
    blockedSinceMs: undefined,
  })
  const [long, short] = [make(500, 'paused'), make(5, 'running')]
  const turns = createTurns<Waiting>(1)
  for (const job of [long, short]) turns.enter(job)
  expect(turns.choose([long, short], 1, 0)).toEqual(new Set([short]))
  expect(turns.choose([short], 1, 500)).toEqual(new Set([short]))
  expect(turns.choose([long, short], 1, 1_000)).toEqual(new Set([short]))
  expect(turns.choose([long, short], 1, 2_000)).toEqual(new Set([long]))
})
