import { describe, expect, test } from 'bun:test'
import { SHORT_MS, SLICE_MS } from '../../../../src/sql/pool/schedule.ts'
import { createTurns, type Turns, type Waiting } from '../../../../src/sql/pool/turns.ts'

interface Query extends Waiting {
  readonly name: string
  ranMs: number
  state: 'waiting' | 'running' | 'paused'
  blockedSinceMs: number | undefined
  clients: Set<string>
}

const LONG = 5_000

function query(name: string, ranMs = LONG, state: Query['state'] = 'paused', cameMs = 0): Query {
  return { name, ranMs, executedMs: ranMs, state, cameMs, clients: new Set([name[0]!]), blockedSinceMs: undefined }
}

/** The names of those that run next. */
function chosen(turns: Turns<Query>, jobs: readonly Query[], nowMs: number, idle = 9): string[] {
  return Array.from(turns.choose(jobs, idle, nowMs), ({ name }) => name).sort()
}

function entered(turns: Turns<Query>, ...queries: readonly Query[]): Query[] {
  for (const one of queries) turns.enter(one)
  return [...queries]
}

describe('the time that clients have used', () => {
  test('is forgotten when their last query ends, however long it ran', () => {
    const turns = createTurns<Query>(2)
    const [other] = entered(turns, query('k1')) as [Query]
    const [before] = entered(turns, query('a1')) as [Query]
    for (let i = 0; i < 5; i += 1) turns.ran(before, 1_000)
    turns.leave(before, 10)
    const jobs = [other, ...entered(turns, query('a2'), query('b1'))]
    // Of equal ones the oldest: the client owes nothing of its former query.
    expect(chosen(turns, jobs, 20)).toEqual(['a2', 'k1'])
  })

  test('counts between those that have queries', () => {
    const turns = createTurns<Query>(2)
    const jobs = entered(turns, query('k1'), query('a1'), query('b1'))
    turns.ran(jobs[1]!, 2 * SLICE_MS)
    expect(chosen(turns, jobs, 20)).toEqual(['b1', 'k1'])
  })

  test('is that of all who wait for a query, also of one who came later', () => {
    const turns = createTurns<Query>(2)
    const [other, shared, third] = entered(turns, query('k1'), query('a1'), query('b1')) as [Query, Query, Query]
    turns.ran(shared, 3 * SLICE_MS)
    expect(chosen(turns, [other, shared, third], 20)).toEqual(['b1', 'k1'])
    // A client that has had nothing joins it.
    shared.clients.add('n')
    turns.ran(shared, 0)
    turns.ran(third, 3 * SLICE_MS)
    expect(chosen(turns, [other, shared, third], 30)).toEqual(['a1', 'k1'])
    turns.leave(shared, 40)
    const [next] = entered(turns, query('n1')) as [Query]
    expect(chosen(turns, [other, third, next], 50)).toEqual(['k1', 'n1'])
  })
})

describe('the query whose process is kept', () => {
  test('is the one that has waited longest, until it ends; then another client has its turn', () => {
    const turns = createTurns<Query>(1)
    const jobs = entered(
      turns,
      query('b1', LONG, 'paused', 20),
      query('a1', LONG, 'paused', 10),
      query('a2', LONG, 'paused', 11),
    )
    const [second, first, third] = jobs as [Query, Query, Query]
    expect(chosen(turns, jobs, 100)).toEqual(['a1'])
    expect(turns.kept).toBe(first)
    turns.leave(first, 200)
    expect(turns.kept).toBeUndefined()
    chosen(turns, [second, third], 200)
    expect(turns.kept).toBe(second)
  })

  test('is given up when its reader takes nothing for longer than a slice', () => {
    const turns = createTurns<Query>(1)
    const [first, second] = entered(turns, query('a1'), query('b1')) as [Query, Query]
    chosen(turns, [first, second], 0)
    expect(turns.kept).toBe(first)
    first.blockedSinceMs = 100
    expect(chosen(turns, [first, second], 100 + SLICE_MS)).toEqual(['b1'])
    expect(turns.kept).toBe(first)
    chosen(turns, [first, second], 101 + SLICE_MS)
    expect(turns.kept).toBe(second)
  })

  test('has half of the time', () => {
    const turns = createTurns<Query>(1)
    const jobs = entered(turns, query('a1'), query('b1'), query('c1'))
    const had: Record<string, number> = {}
    for (let nowMs = 0; nowMs < 40 * SLICE_MS; nowMs += 100) {
      const [name] = chosen(turns, jobs, nowMs)
      had[name!] = (had[name!] ?? 0) + 100
      for (const one of jobs) one.state = one.name === name ? 'running' : 'paused'
      turns.ran(jobs.find((one) => one.name === name)!, 100)
    }
    expect(had.a1! / (40 * SLICE_MS)).toBeWithin(0.4, 0.6)
    expect(had.b1! / had.c1!).toBeWithin(0.7, 1.4)
  })
})

describe('longer queries beside short ones', () => {
  test('that have waited for long enough run once for a moment', () => {
    const turns = createTurns<Query>(1)
    const [long] = entered(turns, query('a1')) as [Query]
    const short = entered(turns, query('b1', 0, 'waiting'), query('c1', 0, 'waiting'))
    const jobs = [long, ...short]
    const at = (nowMs: number) => chosen(turns, jobs, nowMs)[0]
    expect(at(0)).not.toBe('a1')
    expect(at(899)).not.toBe('a1')
    expect(at(900)).toBe('a1')
    long.state = 'running'
    expect(at(900 + SHORT_MS - 1)).toBe('a1')
    expect(at(900 + SHORT_MS)).not.toBe('a1')
    long.state = 'paused'
    expect(at(1_700)).not.toBe('a1')
  })

  test('do not begin on further processes once each slot has one that has begun', () => {
    const turns = createTurns<Query>(1)
    const begun = entered(turns, query('a1'), query('b1'))
    const [waiting] = entered(turns, query('c1', LONG, 'waiting')) as [Query]
    const jobs = [...begun, waiting]
    for (let i = 0; i < 20; i += 1) {
      const names = chosen(turns, jobs, i * 1_000)
      expect(names).not.toContain('c1')
      turns.ran(begun.find(({ name }) => name === names[0])!, 1_000)
    }
    turns.leave(begun[0]!, 30_000)
    turns.ran(begun[1]!, 9 * SLICE_MS)
    expect(chosen(turns, [begun[1]!, waiting], 30_000, 0)).toEqual(['b1'])
  })
})
