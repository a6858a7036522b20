import { expect, test } from 'bun:test'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { isBuiltFrom } from '../../../../build/pipeline/is-current.ts'
import { archiveError, folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'

const FILES = {
  'ps.csv': 'pl_name,hostname\na b,a\n',
  'stellarhosts.csv': 'hostname\na\n',
  'toi.csv': 'toi,tid\n1,2\n',
  'columns.csv': 'table_name,column_name,datatype\nps,pl_name,char\n',
  'aliases.csv': 'name,alias\na,b\n',
  'provenance.json': '{"source": "a test", "fetchedAt": "2026-01-02T10:00:00.000Z"}',
}
const folderOf = (changes: Readonly<Record<string, string | undefined>> = {}) => {
  const files = Object.entries({ ...FILES, ...changes }).filter(([, text]) => text !== undefined)
  return folderWith(Object.fromEntries(files) as Record<string, string>)
}
const { inputs } = await readArchive(await folderOf(), quietEffects)

test('a snapshot is of the archive whose files it was built from, wherever they lie', async () => {
  expect(await isBuiltFrom({ inputs }, await folderOf())).toBe(true)
})

test.each(['ps.csv', 'stellarhosts.csv', 'toi.csv', 'columns.csv', 'aliases.csv'] as const)(
  'it is of no archive in which %s has another byte, or more of them',
  async (name) => {
    const text = FILES[name]
    const other = text.replace(/.\n$/, 'z\n')
    expect(other.length).toBe(text.length)
    expect(await isBuiltFrom({ inputs }, await folderOf({ [name]: other }))).toBe(false)
    expect(await isBuiltFrom({ inputs }, await folderOf({ [name]: `${text}c,d\n` }))).toBe(false)
  },
)

test.each([
  ['a table less', { 'toi.csv': undefined }],
  ['no column catalog', { 'columns.csv': undefined }],
  ['no aliases', { 'aliases.csv': undefined }],
  ['a table more', { 'cumulative.csv': 'kepid\n1\n' }],
  ['a table of another name', { 'toi.csv': undefined, 'toi2.csv': FILES['toi.csv'] }],
])('nor of one with %s', async (_, changes) => {
  expect(await isBuiltFrom({ inputs }, await folderOf(changes))).toBe(false)
})

test('when the archive was fetched does not matter', async () => {
  expect(await isBuiltFrom({ inputs }, await folderOf({ 'provenance.json': undefined }))).toBe(true)
  expect(await isBuiltFrom({ inputs }, await folderOf({ 'provenance.json': '{}' }))).toBe(true)
})

test('an archive that cannot be read is told by the name of its file', async () => {
  const folder = await folderOf()
  await rm(join(folder, 'toi.csv'))
  await symlink(join(folder, 'nowhere'), join(folder, 'toi.csv'))
  expect((await archiveError(() => isBuiltFrom({ inputs }, folder))).message).toBe('toi.csv cannot be read (ENOENT).')
  await archiveError(async () => isBuiltFrom({ inputs }, await folderOf({ 'stellarhosts.csv': undefined })))
})
