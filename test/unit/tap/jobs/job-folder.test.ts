import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJobId, type Job, newJobId } from '../../../../src/tap/jobs/job.ts'
import { openJobFolder } from '../../../../src/tap/jobs/job-folder.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const job = (more: Partial<Job> = {}): Job => ({
  id: newJobId(),
  phase: 'PENDING',
  createdMs: 1,
  destructionMs: 2,
  executionS: 3,
  parameters: [],
  client: 'c',
  attempts: 0,
  ...more,
})

test('what one process writes another reads', async () => {
  const dir = await temporaryFolder()
  const [a, b] = [await openJobFolder(dir), await openJobFolder(dir)]
  const made = job()
  await a.create(made)
  expect(await b.read(made.id)).toEqual(made)
  await b.change(made.id, (found) => ({ ...found, phase: 'QUEUED' }))
  expect((await a.read(made.id))?.phase).toBe('QUEUED')
  expect((await a.all()).map(({ phase }) => phase)).toEqual(['QUEUED'])
  await a.remove(made.id)
  expect(await b.read(made.id)).toBeUndefined()
  expect(await b.change(made.id, (found) => found)).toBeUndefined()
  expect(await readdir(dir)).toEqual([])
})

test('of many processes that change a job at once, each sees what the others wrote', async () => {
  const dir = await temporaryFolder()
  const folders = await Promise.all(Array.from({ length: 8 }, () => openJobFolder(dir)))
  const made = job()
  await folders[0]!.create(made)
  const each = 12
  await Promise.all(
    folders.map(async (folder) => {
      for (let i = 0; i < each; i++)
        await folder.change(made.id, (found) => ({ ...found, attempts: found.attempts + 1 }))
    }),
  )
  expect((await folders[0]!.read(made.id))?.attempts).toBe(8 * each)
  // Of former states the names alone are kept.
  const sizes = await Promise.all(
    (await readdir(join(dir, made.id))).map((file) => Bun.file(join(dir, made.id, file)).size),
  )
  expect(sizes.filter((size) => size > 0)).toHaveLength(1)
})

test('a job that is taken by one is taken by no other', async () => {
  const dir = await temporaryFolder()
  const folders = await Promise.all(Array.from({ length: 8 }, () => openJobFolder(dir)))
  const made = job({ phase: 'QUEUED' })
  await folders[0]!.create(made)
  const taken = await Promise.all(
    folders.map((folder, i) =>
      folder.change(made.id, (found) => (found.server === undefined ? { ...found, server: `s${i}` } : undefined)),
    ),
  )
  expect(taken.filter((found) => found !== undefined)).toHaveLength(1)
})

test('nothing that is not an id becomes a path', async () => {
  const dir = await temporaryFolder()
  const folder = await openJobFolder(join(dir, 'jobs'))
  await mkdir(join(dir, 'outside'))
  await Bun.write(join(dir, 'outside', '1.json'), JSON.stringify(job()))
  for (const id of ['../outside', '..', '.', '', 'x', `${newJobId()}/../../outside`, `${newJobId()}\0`]) {
    expect(isJobId(id)).toBe(false)
    expect(await folder.read(id)).toBeUndefined()
    expect(await folder.change(id, (found) => found)).toBeUndefined()
    expect(() => folder.path(id, 'result')).toThrow()
  }
})

test('files that do not belong there are no jobs', async () => {
  const dir = await temporaryFolder()
  const folder = await openJobFolder(dir)
  await Bun.write(join(dir, 'note.txt'), 'x')
  await mkdir(join(dir, newJobId()))
  expect(await folder.all()).toEqual([])
})
