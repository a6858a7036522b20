import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Capacity,
  chooseEviction,
  chooseRefusal,
  chooseRuns,
  levelOf,
  nextCheckMs,
  type Schedulable,
  SHORT_MS,
} from '../../../../src/sql/pool/schedule.ts'

interface Named extends Schedulable {
  readonly name: string
}

const LONG = 5_000

function job(name: string, state: Schedulable['state'], ranMs = 0, client = name[0]!): Named {
  return { name, state, ranMs, executedMs: ranMs, clients: new Set([client]) }
}

const CAPACITY: Capacity<Named> = {
  slots: 2,
  idle: 2,
  isLongDue: false,
  usedMs: () => 0,
  isInPlace: (client) => client === 'a',
  first: undefined,
}

function names(jobs: readonly Named[], capacity: Partial<Capacity<Named>> = {}): string[] {
  return Array.from(chooseRuns(jobs, { ...CAPACITY, ...capacity }).chosen, ({ name }) => name).sort()
}

describe('what runs next', () => {
  test('a short query goes before long ones, whoever sent them', () => {
    const long = [job('a1', 'running', LONG), job('a2', 'running', LONG)]
    expect(names([...long, job('b1', 'waiting')])).toEqual(['a1', 'b1'])
    expect(names([...long, job('a3', 'waiting')])).toEqual(['a1', 'a3'])
    expect(names([...long, job('a3', 'waiting'), job('b1', 'waiting')])).toEqual(['a3', 'b1'])
  })

  test('long queries share the slots by client, not by number', () => {
    const many = [1, 2, 3, 4].map((i) => job(`a${i}`, i < 3 ? 'running' : 'paused', LONG))
    expect(names([...many, job('b1', 'paused', LONG)])).toEqual(['a1', 'b1'])
    expect(names([...many, job('b1', 'paused', LONG), job('c1', 'paused', LONG)], { slots: 3 })).toEqual([
      'a1',
      'b1',
      'c1',
    ])
  })

  test('of the same client a medium one goes before a long one, and one that runs before one that waits', () => {
    expect(names([job('a1', 'running', LONG), job('a2', 'paused', 200)], { slots: 1 })).toEqual(['a2'])
    expect(names([job('a1', 'waiting', LONG), job('a2', 'running', LONG)], { slots: 1 })).toEqual(['a2'])
  })

  test('more clients than slots change places when one is a slice ahead', () => {
    const jobs = [job('a1', 'running', LONG), job('b1', 'paused', LONG)]
    const used = (a: number) => (client: string) => (client === 'a' ? a : 0)
    expect(names(jobs, { slots: 1, usedMs: used(900) })).toEqual(['a1'])
    expect(names(jobs, { slots: 1, usedMs: used(1_100) })).toEqual(['b1'])
  })

  test('a short query in between does not cost a client its place', () => {
    const jobs = [job('a1', 'running', LONG), job('b1', 'waiting', LONG), job('c1', 'waiting')]
    const used = (client: string) => (client === 'a' ? 900 : 0)
    const { chosen, places } = chooseRuns(jobs, { ...CAPACITY, slots: 1, usedMs: used })
    expect([Array.from(chosen, ({ name }) => name), [...places]]).toEqual([['c1'], ['a']])
    const afterwards = [job('a1', 'paused', LONG), job('b1', 'waiting', LONG)]
    expect(names(afterwards, { slots: 1, usedMs: used, isInPlace: (client) => places.has(client) })).toEqual(['a1'])
  })

  test('the one that comes first of the longer ones comes after short ones', () => {
    const jobs = [job('a1', 'running', LONG), job('b1', 'paused', LONG), job('b2', 'paused', 200)]
    expect(names(jobs, { slots: 1, first: jobs[1]! })).toEqual(['b1'])
    expect(names([...jobs, job('c1', 'waiting')], { slots: 1, first: jobs[1]! })).toEqual(['c1'])
    expect(names([...jobs, job('c1', 'waiting')], { slots: 1, first: jobs[1]!, isLongDue: true })).toEqual(['b1'])
  })

  test('the last idle process is left to a client that has nothing under way', () => {
    const long = [job('a1', 'running', LONG), job('a2', 'running', LONG)]
    expect(names([...long, job('a3', 'waiting')], { idle: 1 })).toEqual(['a1', 'a2'])
    expect(names([...long, job('a3', 'waiting'), job('b1', 'waiting')], { idle: 1 })).toEqual(['a1', 'b1'])
  })

  test('a query that several wait for has the turn of the one whose turn comes first', () => {
    const shared = { ...job('a3', 'waiting'), clients: new Set(['a', 'b']) }
    const jobs = [job('a1', 'running', 10), job('a2', 'waiting'), shared]
    expect(names(jobs)).toEqual(['a1', 'a3'])
  })

  test('a long one that has waited long enough comes first for once', () => {
    const jobs = [job('a1', 'paused', LONG), job('b1', 'waiting'), job('c1', 'waiting')]
    expect(names(jobs, { slots: 1, isLongDue: true })).toEqual(['a1'])
  })

  test('never more than the slots, never one without a process, and no slot empty that could be used', () => {
    const arbitrary = fc.record({
      state: fc.constantFrom('waiting', 'running', 'paused'),
      ranMs: fc.nat(3_000),
      clients: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 }),
    })
    fc.assert(
      fc.property(
        fc.array(arbitrary, { maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(4),
        fc.boolean(),
        (made, slots, idle, isLongDue) => {
          const jobs = made.map(
            ({ state, ranMs, clients }) =>
              ({ state, ranMs, executedMs: ranMs, clients: new Set(clients) }) as Schedulable,
          )
          const capacity = { slots, idle, isLongDue, usedMs: () => 0, isInPlace: () => false, first: jobs[0] }
          const { chosen } = chooseRuns(jobs, capacity)
          const started = [...chosen].filter(({ state }) => state === 'waiting')
          const held = jobs.filter(({ state }) => state !== 'waiting')
          expect(chosen.size).toBeLessThanOrEqual(slots)
          expect(started.length).toBeLessThanOrEqual(idle)
          expect(chosen.size).toBeGreaterThanOrEqual(Math.min(slots, held.length))
          // A short one that is left out has no process, or all slots have short ones.
          const left = jobs.filter((one) => levelOf(one) === 0 && one.state !== 'waiting' && !chosen.has(one))
          if (left.length > 0)
            expect([...chosen].filter((one) => levelOf(one) > 0).length).toBeLessThanOrEqual(isLongDue ? 1 : 0)
        },
      ),
    )
  })
})

test('who is paused and gives its process up has most of them and has run least', () => {
  const paused = [job('a1', 'paused', 3_000), job('a2', 'paused', 2_000), job('b1', 'paused', 500)]
  expect(chooseEviction(paused)?.name).toBe('a2')
  const begunAnew = { ...job('a4', 'paused', 9_000), executedMs: 1_000 }
  expect(chooseEviction([...paused, begunAnew])?.name).toBe('a4')
  expect(chooseEviction([...paused, job('a3', 'paused', SHORT_MS - 1)])?.name).toBe('a2')
})

test('a paused short query keeps its process while a longer one can give up its own', () => {
  const short = job('a1', 'paused', SHORT_MS - 1)
  const longer = job('b1', 'paused', SHORT_MS)
  expect(chooseEviction([short, longer])?.name).toBe('b1')
  expect(chooseEviction([longer, short])?.name).toBe('b1')
  expect(chooseEviction([short])?.name).toBe('a1')
  expect(chooseEviction<Named>([])).toBeUndefined()
})

test('a query that several wait for counts as one of the client that has fewest', () => {
  const shared = { ...job('a3', 'waiting'), clients: new Set(['a', 'b']) }
  const hog = [job('a1', 'waiting'), job('a2', 'waiting')]
  expect(chooseRefusal([...hog, shared])?.name).toBe('a2')
  expect(chooseRefusal<Named>([])).toBeUndefined()
})

test('the newest query of the client with most of them is refused, else the one that has just come', () => {
  const hog = [job('a1', 'waiting'), job('a2', 'waiting'), job('a3', 'waiting')]
  expect(chooseRefusal([...hog, job('b1', 'waiting')])?.name).toBe('a3')
  expect(chooseRefusal([job('a1', 'waiting'), job('b1', 'waiting')])?.name).toBe('b1')
})

test.each([
  ['no query runs', [job('a1', 'waiting'), job('a2', 'paused', 99)], 250],
  ['a query has just begun', [job('a1', 'running')], 10],
  ['the processor time of a query has been read', [job('a1', 'running', 10)], 90],
  ['a query is about to be medium', [job('a1', 'running', 99.5)], 1],
  ['a query has just become medium', [job('a1', 'running', 100)], 250],
  ['a query is about to be long', [job('a1', 'running', 950.2)], 50],
  ['a query is long', [job('a1', 'running', 5_000)], 250],
  ['a query is about to exceed its time', [job('a1', 'running', 9_990)], 10],
  ['a query has exceeded its time', [job('a1', 'running', 10_001)], 1],
  ['the first of several counts', [job('a1', 'running', 5_000), job('b1', 'running', 40)], 60],
] as const)('the next check when %s', (_, jobs, ms) => {
  expect(nextCheckMs(jobs, () => 10_000)).toBe(ms)
})
