import { expect, test } from 'bun:test'
import { beginExecution, createJob, type Job } from '../../../../src/sql/pool/job.ts'
import { createLimits } from '../../../../src/sql/pool/limits.ts'
import { SHORT_MS } from '../../../../src/sql/pool/schedule.ts'
import { fakeEngine } from '../../../fixtures/fake-engine.ts'

const MIB = 1_048_576

/** A query that runs on a process of so many private bytes. */
function running(privateBytes: number | undefined, timeoutMs?: number, answerBytes = 0): Job {
  const query = { sql: 'SELECT 1', maxRows: 1, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const { job } = createJob(query, 0)
  beginExecution(job, { ...fakeEngine(), privateBytes: () => privateBytes, answerBytes: () => answerBytes }, 0)
  return job
}

test('a query has its own time, or that of all', () => {
  const limits = createLimits(2_000, 64, 0)
  for (const [timeoutMs, mostMs, words] of [
    [undefined, 2_000, '2 seconds'],
    [1_000, 1_000, '1 second '],
    [9_500, 9_500, '9.5 seconds'],
  ] as const) {
    const job = running(MIB, timeoutMs)
    expect(limits.timeoutOf(job)).toBe(mostMs)
    job.executedMs = mostMs - 1
    expect(limits.faultOf(job)).toBeUndefined()
    job.executedMs = mostMs
    expect(limits.faultOf(job)).toMatchObject({ why: 'timeout', error: { code: 'query_timeout' } })
    expect(limits.faultOf(job)!.error.message).toContain(words)
  }
})

test('a process has the memory of a query, what it needs itself, and its copy of the catalog', () => {
  const most = (64 + 160) * MIB
  for (const copiedBytes of [0, 300 * MIB]) {
    const { faultOf } = createLimits(2_000, 64, copiedBytes)
    const job = running(most + copiedBytes + 1)
    // A short one ends before it could be asked.
    job.executedMs = SHORT_MS - 1
    expect(faultOf(job)).toBeUndefined()
    job.executedMs = SHORT_MS
    expect(faultOf(job)).toMatchObject({ why: 'memory', error: { code: 'query_too_large' } })
    for (const bytes of [most + copiedBytes, undefined]) {
      const other = running(bytes)
      other.executedMs = SHORT_MS
      expect(faultOf(other)).toBeUndefined()
    }
    // It grows no further, and is counted among those that are paused.
    job.state = 'paused'
    expect(faultOf(job)).toBeUndefined()
  }
})

test('a paused query holds what its process has grown by, and what has come of its answer', () => {
  const { heldBy, maxHeldBytes } = createLimits(2_000, 64, 0)
  expect(maxHeldBytes).toBe(64 * MIB)
  expect(heldBy(running(58 * MIB, undefined, 7))).toBe(10 * MIB + 7)
  expect(heldBy(running(20 * MIB, undefined, 7))).toBe(7)
  // Where the system does not say, it counts as all that may be held.
  expect(heldBy(running(undefined, undefined, 7))).toBe(maxHeldBytes)
})
