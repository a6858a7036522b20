import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ArchiveError } from '../../../../../build/archive/archive.ts'
import { PROVENANCE_FILE, readProvenance } from '../../../../../build/archive/files/provenance.ts'
import { isShowableSource } from '../../../../../build/archive/files/source-words.ts'
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts'

async function folderWith(content: string | Uint8Array): Promise<string> {
  const folder = await temporaryFolder()
  await Bun.write(join(folder, PROVENANCE_FILE), content)
  return folder
}

const read = async (content: string | Uint8Array) => readProvenance(await folderWith(content))

test('a folder without the file has no provenance', async () => {
  expect(await readProvenance(await temporaryFolder())).toBeUndefined()
})

test('source, date and files are read, and the file counts as an input', async () => {
  const text = JSON.stringify({
    source: '  https://example.org/TAP ',
    fetchedAt: '2026-03-04T23:59:59Z',
    files: [{ name: 'ps.csv', bytes: 5 }, { name: 'stellarhosts.csv' }],
    more: 1,
  })
  expect(await read(text)).toEqual({
    source: 'https://example.org/TAP',
    date: '2026-03-04',
    files: new Set(['ps.csv', 'stellarhosts.csv']),
    input: {
      name: 'provenance.json',
      bytes: text.length,
      sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex'),
    },
  })
})

test('without a list, every file is covered', async () => {
  const found = await read('{"source":"by hand","fetchedAt":"2026-03-04"}')
  expect(found?.files).toBeUndefined()
  expect((await read('{"source":"by hand","fetchedAt":"2026-03-04","files":[]}'))?.files).toEqual(new Set())
})

test.each([
  ['{', `${PROVENANCE_FILE} is not JSON.`],
  [new Uint8Array([0x7b, 0xff, 0x7d]), `${PROVENANCE_FILE} is not JSON.`],
  ['[]', `${PROVENANCE_FILE} is not a JSON object.`],
  ['null', `${PROVENANCE_FILE} is not a JSON object.`],
  ['"text"', `${PROVENANCE_FILE} is not a JSON object.`],
  ['{}', `${PROVENANCE_FILE}: source is missing, not words`],
  ['{"source":7}', `${PROVENANCE_FILE}: source is 7, not words`],
  ['{"source":"/home/me/data"}', `${PROVENANCE_FILE}: source is "/home/me/data", not words`],
  ['{"source":"x"}', `${PROVENANCE_FILE}: fetchedAt is missing, not an ISO 8601 date`],
  ['{"source":"x","fetchedAt":20260304}', `${PROVENANCE_FILE}: fetchedAt is 20260304, not`],
  ['{"source":"x","fetchedAt":"2026-02-30"}', `${PROVENANCE_FILE}: fetchedAt is "2026-02-30", not`],
])('%p is refused', async (content, message) => {
  const thrown = await read(content).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ArchiveError)
  expect((thrown as Error).message).toStartWith(message)
})

test.each([
  ['the NASA Exoplanet Archive', true],
  ['https://exoplanetarchive.ipac.caltech.edu/TAP', true],
  ['http://example.org:8080/a/b?c=d', true],
  ['a/b testing set and/or others', true],
  ['mail of me@example.org', true],
  ['https://example.org/?who=me@example.org', true],
  ['https://example.org/@me', true],
  ['', false],
  ['  ', false],
  ['/home/me/data', false],
  ['./data', false],
  ['../data', false],
  ['~/data', false],
  ['\\\\server\\share', false],
  ['C:\\data', false],
  ['c:/data', false],
  ['file:///home/me', false],
  ['  FILE:data', false],
  ['copy of /home/me/data', false],
  ['copy of ~/data', false],
  ['copy of C:\\data', false],
  ['copy of file:///x', false],
  ['https://me:secret@example.org/TAP', false],
  ['https://me@example.org', false],
])('%j can be shown as a source: %p', (text, isShowable) => {
  expect(isShowableSource(text)).toBe(isShowable)
})
