import { afterEach, expect, spyOn, test } from 'bun:test'
import * as inline from '../../../../build/workers/table-job.ts'
import { startTableJobs } from '../../../../build/workers/table-jobs.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const effects = { log: () => {}, progress: () => {}, nowMs: () => 0 }

/** One job whose reading and writing end when the test says so. */
function heldJob() {
  const reading = Promise.withResolvers<never>()
  const writing = Promise.withResolvers<never>()
  const state = { isReading: false, isWriting: false, isClosed: false }
  const job: inline.TableJob = {
    read() {
      state.isReading = true
      return reading.promise
    },
    writeColumnFiles() {
      state.isWriting = true
      return writing.promise
    },
    close() {
      state.isClosed = true
    },
  }
  return { job, state, reading, writing }
}

let making: { mockRestore(): void } | undefined
afterEach(() => making?.mockRestore())

/** Table jobs in which each file is read by the next of so many held jobs. */
async function startHeld(count: number) {
  const held = Array.from({ length: count }, heldJob)
  const left = [...held]
  making = spyOn(inline, 'inlineTableJob').mockImplementation(() => left.shift()!.job)
  const folder = await folderWith({ 'x.csv': 'a\n1\n' })
  const fileOf = (table: string) => ({ table, name: 'x.csv', path: `${folder}/x.csv`, form: 'csv' as const, folder })
  const jobs = startTableJobs('/nowhere', effects)
  const read = (table: string) => jobs.read(fileOf(table), new Map())
  return { held, jobs, read }
}
const tableOf = (name: string) => ({ table: { ...makeTable('exoplanets', { a: 'integer' }, [[1]]), name } }) as never

/** Lets everything that is ready happen. */
const settle = () => Bun.sleep(1)

test('the end waits for what is being read and written, and then ends every job', async () => {
  const { held, jobs, read } = await startHeld(2)
  const [first, second] = held
  const readings = [read('exoplanets'), read('stellarhosts')]
  await settle()
  first!.reading.resolve(tableOf('exoplanets'))
  await readings[0]
  expect(first!.state.isWriting).toBe(true)

  let isOver = false
  const end = jobs.close().then(() => {
    isOver = true
  })
  await settle()
  expect(isOver).toBe(false)
  second!.reading.resolve(tableOf('stellarhosts'))
  await settle()
  // What was read after the end began is not written any more.
  expect([isOver, first!.state.isClosed, second!.state.isWriting]).toEqual([false, false, false])
  first!.writing.reject(new Error('no space') as never)
  await end
  expect(held.map(({ state }) => state.isClosed)).toEqual([true, true])
  expect(await readings[1]).toEqual(tableOf('stellarhosts'))
})

test('of further tables two are at work at a time, and each makes room when its files are written', async () => {
  const { held, jobs, read } = await startHeld(4)
  const readings = ['a', 'b', 'c', 'd'].map((name) => read(name))
  for (const reading of readings) reading.catch(() => {})
  const begun = () => held.map(({ state }) => state.isReading)
  await settle()
  expect(begun()).toEqual([true, true, false, false])
  held[0]!.reading.resolve(tableOf('a'))
  await settle()
  // It is still being written.
  expect(begun()).toEqual([true, true, false, false])
  held[0]!.writing.reject(new Error('no space') as never)
  await settle()
  expect(begun()).toEqual([true, true, true, false])
  expect(held[0]!.state.isClosed).toBe(true)
  held[1]!.reading.reject(new Error('torn') as never)
  await settle()
  expect(begun()).toEqual([true, true, true, true])
  // A failure to write is told to who asks for the files.
  const [{ table }] = [await readings[0]!]
  await expect(jobs.writeColumnFiles(table)).rejects.toThrow('no space')
  await expect(readings[1]!).rejects.toThrow('torn')
  for (const { reading } of held.slice(2)) reading.reject(new Error('torn') as never)
  await jobs.close()
})

test('a table is had as soon as it is read, however early it is asked for', async () => {
  const { held, jobs, read } = await startHeld(1)
  const early = jobs.tableRead('exoplanets')
  const reading = read('exoplanets')
  await settle()
  held[0]!.reading.resolve(tableOf('exoplanets'))
  const { table } = await reading
  expect(await early).toBe(table)
  expect(await jobs.tableRead('exoplanets')).toBe(table)
  expect(jobs.inputBytes()).toBe('a\n1\n'.length)
  held[0]!.writing.reject(new Error('the end') as never)
  await jobs.close()
})

test('what is read counts with its size, four times that if it is packed', async () => {
  const folder = await folderWith({ 'x.csv': 'a\n1\n', 'x.csv.gz': 'no gzip', 'y.CSV.GZ': '12345' })
  const jobs = startTableJobs('/nowhere', effects)
  const read = (name: string) =>
    jobs.read({ table: 'toi', name, path: `${folder}/${name}`, form: 'csv', folder }, new Map()).catch(() => {})
  expect(jobs.inputBytes()).toBe(0)
  await read('x.csv')
  expect(jobs.inputBytes()).toBe(4)
  await read('x.csv.gz')
  expect(jobs.inputBytes()).toBe(4 + 4 * 7)
  await read('y.CSV.GZ')
  expect(jobs.inputBytes()).toBe(4 + 4 * 7 + 4 * 5)
  await jobs.close()
})
