import { expect, test } from 'bun:test'
import { beginExecution, countTime, createJob, giveExecutionUp } from '../../../../src/sql/pool/job.ts'
import { levelOf } from '../../../../src/sql/pool/schedule.ts'
import { simulatedClock, simulatedEngines } from '../../../fixtures/processes/simulated-engines.ts'

/** A query whose process has had as much of the processor as a test says. */
function onBusyMachine() {
  let processorMs = 5_000
  let readings = 0
  const read = (): number => {
    readings += 1
    return processorMs
  }
  const engine = { ...simulatedEngines(simulatedClock()).start(), processorMs: read }
  const { job } = createJob({ sql: 'SELECT 1', maxRows: 1 }, 0)
  return { job, engine, give: (ms: number) => (processorMs += ms), readings: () => readings }
}

test('a query that the system gives little of the processor is a short one still, up to a bound', () => {
  const { job, engine, give } = onBusyMachine()
  beginExecution(job, engine, 0)
  give(10)
  countTime(job, 10)
  give(30)
  countTime(job, 120)
  expect([job.executedMs, job.ranMs, levelOf(job)]).toEqual([120, 40, 0])
  countTime(job, 399)
  expect(levelOf(job)).toBe(0)
  countTime(job, 400)
  expect([job.executedMs, job.ranMs, levelOf(job)]).toEqual([400, 100, 1])
  give(1_000)
  expect(countTime(job, 1_500)).toBe(940)
})

test('the processor time is first read after 10 ms, which count in full, and then not before 100 ms', () => {
  const { job, engine, give, readings } = onBusyMachine()
  beginExecution(job, engine, 0)
  give(2)
  countTime(job, 9)
  expect([job.ranMs, readings()]).toEqual([9, 0])
  countTime(job, 12)
  countTime(job, 99)
  expect([job.ranMs, readings()]).toEqual([99, 1])
  give(60)
  countTime(job, 130)
  expect([job.ranMs, readings()]).toEqual([72, 2])
})

test('what was given up counts on; time that it waits or is paused does not', () => {
  const { job, engine, give } = onBusyMachine()
  beginExecution(job, engine, 0)
  give(300)
  countTime(job, 300)
  giveExecutionUp(job)
  expect(countTime(job, 5_000)).toBe(0)
  beginExecution(job, engine, 6_000)
  countTime(job, 6_050)
  expect([job.executedMs, job.ranMs]).toEqual([50, 350])
  job.state = 'paused'
  expect(countTime(job, 9_000)).toBe(0)
})
