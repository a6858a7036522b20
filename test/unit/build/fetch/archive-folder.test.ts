import { expect, test } from 'bun:test'
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError } from '../../../../build/data-folder/lock.ts'
import { openStaging } from '../../../../build/fetch/archive-folder.ts'
import { UsageError } from '../../../../src/command-line/usage-error.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** An archive folder in an empty one, with these files. */
async function archiveWith(files: Readonly<Record<string, string>> | undefined) {
  const parent = await temporaryFolder()
  const folder = join(parent, 'nasa')
  if (files !== undefined) await mkdir(folder)
  for (const [name, text] of Object.entries(files ?? {})) await Bun.write(join(folder, name), text)
  return { parent, folder }
}

const OLD = { 'ps.csv.gz': 'old', 'stellarhosts.csv.gz': 'old', 'columns.csv.gz': 'old', 'provenance.json': '{}' }
const textOf = (folder: string, name = 'ps.csv.gz') => Bun.file(join(folder, name)).text()

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('a fetch that ends before it replaces the old folder leaves that and nothing else', async () => {
  const { parent, folder } = await archiveWith(OLD)
  {
    await using staging = await openStaging(folder)
    await Bun.write(join(staging.path, 'ps.csv.gz'), 'new')
    expect(staging.path).toBe(join(parent, '.nasa.arriving'))
    expect(await readdir(staging.path)).toEqual(['ps.csv.gz'])
  }
  expect(await readdir(parent)).toEqual(['nasa'])
  expect((await readdir(folder)).sort()).toEqual(Object.keys(OLD).sort())
})

test('a replacement that is kept removes the old folder, one that is not brings it back', async () => {
  const { parent, folder } = await archiveWith(OLD)
  {
    await using staging = await openStaging(folder)
    await Bun.write(join(staging.path, 'ps.csv.gz'), 'new')
    {
      await using _undone = await staging.replaceOld()
      expect(await textOf(folder)).toBe('new')
    }
    expect(await textOf(folder)).toBe('old')
    {
      await using replacement = await staging.replaceOld()
      await replacement.keep()
    }
  }
  expect(await textOf(folder)).toBe('new')
  expect(await readdir(folder)).toEqual(['ps.csv.gz'])
  expect(await readdir(parent)).toEqual(['nasa'])
})

test('the first fetch makes the folder, and unmakes it if it is not kept', async () => {
  const { parent, folder } = await archiveWith(undefined)
  {
    await using staging = await openStaging(folder)
    await Bun.write(join(staging.path, 'ps.csv.gz'), 'new')
    await using _undone = await staging.replaceOld()
    expect(await textOf(folder)).toBe('new')
  }
  expect(await readdir(parent)).toEqual([])
})

test('only one fetch at a time fills a folder', async () => {
  const { parent, folder } = await archiveWith(OLD)
  {
    await using _first = await openStaging(folder)
    expect(await failureOf(openStaging(folder))).toBeInstanceOf(LockedError)
  }
  await (await openStaging(folder))[Symbol.asyncDispose]()
  expect(await readdir(parent)).toEqual(['nasa'])
})

test.each([
  ['notes.txt', true],
  ['toi.csv.gz', true],
  ['ps.csv', true],
  ['PS.csv.gz', true],
  ['pscomppars.csv.gz', false],
  ['exoplanets.csv.gz', false],
  ['provenance.json', false],
])('a folder with %s is that of a user: %p', async (name, isForeign) => {
  const { parent, folder } = await archiveWith({ [name]: '{}', 'ps.csv.gz': 'old' })
  const failure = await failureOf(openStaging(folder).then((staging) => staging[Symbol.asyncDispose]()))
  if (!isForeign) expect(failure).toBeUndefined()
  else {
    expect(failure).toBeInstanceOf(UsageError)
    expect((failure as Error).message).toContain(`${folder} holds ${name}, which was not created by a fetch`)
  }
  expect(await textOf(folder)).toBe('old')
  // Neither a staging folder nor a lock stays behind a refusal.
  expect(await readdir(parent)).toEqual(['nasa'])
})

test('further tables that a fetch has noted are its own, three others are named', async () => {
  const noted = JSON.stringify({ files: [{ name: 'toi.csv.gz' }, { name: 'a' }] })
  const own = await archiveWith({ ...OLD, 'provenance.json': noted, 'toi.csv.gz': 'old' })
  await (await openStaging(own.folder))[Symbol.asyncDispose]()
  const other = await archiveWith({ 'provenance.json': 'no JSON', b1: '', b2: '', b3: '', b4: '' })
  const { message } = (await failureOf(openStaging(other.folder))) as Error
  expect(/holds (.*), which/.exec(message)![1]!.split(', ')).toHaveLength(3)
})

test('a killed fetch is repaired: files set aside come back, files half fetched go', async () => {
  const { parent, folder } = await archiveWith(undefined)
  await Bun.write(join(parent, '.nasa.replaced/ps.csv.gz'), 'old')
  await Bun.write(join(parent, '.nasa.arriving/ps.csv.gz'), 'half')
  await using staging = await openStaging(folder)
  expect(await textOf(folder)).toBe('old')
  expect(await readdir(staging.path)).toEqual([])
  expect((await readdir(parent)).filter((name) => !name.startsWith('.nasa.lock')).sort()).toEqual([
    '.nasa.arriving',
    'nasa',
  ])
})

test('files that were set aside go once the new ones are in place', async () => {
  const { parent, folder } = await archiveWith(OLD)
  await Bun.write(join(parent, '.nasa.replaced/ps.csv.gz'), 'older')
  await (await openStaging(folder))[Symbol.asyncDispose]()
  expect(await textOf(folder)).toBe('old')
  expect(await readdir(parent)).toEqual(['nasa'])
})

test('a link stays, and the folder behind it is replaced', async () => {
  const { parent, folder } = await archiveWith(OLD)
  const link = join(parent, 'link')
  await symlink('nasa', link)
  {
    await using staging = await openStaging(link)
    expect(staging.path).toBe(join(parent, '.nasa.arriving'))
    await Bun.write(join(staging.path, 'ps.csv.gz'), 'new')
    await using replacement = await staging.replaceOld()
    await replacement.keep()
  }
  expect([await readlink(link), await textOf(folder)]).toEqual(['nasa', 'new'])
  const nowhere = join(parent, 'nowhere')
  await symlink('absent', nowhere)
  await using staging = await openStaging(nowhere)
  expect(staging.path).toBe(join(parent, '.absent.arriving'))
})
