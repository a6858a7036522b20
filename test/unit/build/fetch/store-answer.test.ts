import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import { storeAnswer } from '../../../../build/fetch/store-answer.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const sha256 = (bytes: Uint8Array | string) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

/** Stores a text that arrives in chunks of so many bytes. */
async function store(text: string, chunkBytes: number, onRows: (rows: number) => void = () => {}) {
  const folder = await temporaryFolder()
  const path = join(folder, 'ps.csv.gz')
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // One buffer for all chunks, as a network may use it.
    const buffer = new Uint8Array(chunkBytes)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      buffer.set(chunk)
      yield buffer.subarray(0, chunk.length)
    }
  }
  try {
    return { path, stored: await storeAnswer(path, 'ps.csv.gz', chunks(), onRows) }
  } finally {
    if (hasProc) expect(openFilesBelow(folder)).toEqual([])
  }
}

const HEADER = 'pl_name,hostname,note\n'
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => `P ${at},H ${at % 7},"a ""note"" é of\n${at * 7_919}"\n`).join('')

const TEXT = HEADER + rows(20_000)
let inOtherChunks: Promise<string> | undefined
const otherSha256 = (): Promise<string> => {
  inOtherChunks ??= store(TEXT, 12_345).then(({ stored }) => stored.sha256)
  return inOtherChunks
}

test.each([1_000, 65_536, 262_144, 262_145, 1_000_000])(
  'a table that comes %d bytes at a time is stored whole, with its sums, always as the same file',
  async (chunkBytes) => {
    const { path, stored } = await store(TEXT, chunkBytes)
    const file = await Bun.file(path).bytes()
    expect(gunzipSync(file).toString() === TEXT).toBe(true)
    expect(stored).toMatchObject({
      columns: ['pl_name', 'hostname', 'note'],
      rows: 20_000,
      textBytes: Buffer.byteLength(TEXT),
      textSha256: sha256(TEXT),
      bytes: file.byteLength,
      sha256: sha256(file),
    })
    expect(await otherSha256()).toBe(stored.sha256)
  },
)

test('rows are told as they arrive, and who has heard enough ends it', async () => {
  const told: number[] = []
  await store(HEADER + rows(5_000), 10_000, (count) => void told.push(count))
  expect(told.length).toBeGreaterThan(1)
  expect(told.at(-1)).toBe(5_000)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  const tooMany = new FetchError('too many', { isTransient: true })
  const stopped = store(HEADER + rows(5_000), 10_000, () => {
    throw tooMany
  })
  await expect(stopped).rejects.toBe(tooMany)
})

test.each([
  ['a row that is cut off', `${HEADER}a,b\n`],
  ['a quote that is left open', `${HEADER}a,b,"c\n`],
  ['two columns of one name', 'a,a\n1,2\n'],
  ['nothing', ''],
])('%s is no whole table, which may pass', async (_, text) => {
  const failure = await store(text, 5).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FetchError)
  expect(failure).toMatchObject({
    isTransient: true,
    message: expect.stringMatching(/^The response is not a complete table: /),
  })
})

test('a connection that breaks is the fault that it is', async () => {
  const folder = await temporaryFolder()
  const broken = new Error('cut')
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(HEADER)
    throw broken
  }
  await expect(storeAnswer(join(folder, 'ps.csv.gz'), 'ps.csv.gz', chunks(), () => {})).rejects.toBe(broken)
  if (hasProc) expect(openFilesBelow(folder)).toEqual([])
})
