import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FileReading } from '../../../../../build/archive/files/archive-file.ts'
import { archiveError, folderWith } from '../../../../fixtures/archives/archive-folder.ts'
import { openFilesBelow } from '../../../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../../fixtures/skip-unless.ts'

/** A byte that looks random, the same each time. */
function noiseAt(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 15), 0x2c1b3c6d)
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 24
}

/** More than one chunk, which gzip cannot make smaller. */
const LONG = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => noiseAt(at)))

async function readingOf(name: string, content: Uint8Array): Promise<FileReading> {
  return new FileReading({ name, path: join(await folderWith({ [name]: content }), name), form: 'csv' })
}

async function contentOf(reading: FileReading): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of reading.bytes()) parts.push(part)
  return Buffer.concat(parts)
}

const packed = gzipSync(LONG)
const FILES: Readonly<Record<string, readonly [name: string, content: Uint8Array, expected: Uint8Array | string]>> = {
  'a plain file': ['ps.csv', LONG, LONG],
  'an empty file': ['ps.csv', new Uint8Array(0), new Uint8Array(0)],
  'a packed file': ['ps.csv.gz', packed, LONG],
  'a packed file without the name of one': ['ps.csv', packed, LONG],
  'a plain file with the name of a packed one': ['ps.csv.gz', LONG, 'is not gzip data, although its name ends in .gz'],
  'a packed file that is cut off': ['ps.csv.gz', packed.subarray(0, packed.length - 1_000), 'is cut off'],
  'a packed file that is damaged': [
    'ps.csv.gz',
    Buffer.concat([packed.subarray(0, 2_000), Buffer.alloc(2_000), packed.subarray(4_000)]),
    'is damaged',
  ],
}

test.each(Object.entries(FILES))('%s is read to its end or refused, and is not left open', async (_, file) => {
  const [name, content, expected] = file
  const reading = await readingOf(name, content)
  if (typeof expected === 'string') {
    const { message, place } = await archiveError(() => contentOf(reading))
    expect(message).toStartWith(`${name} ${expected}`)
    expect(place).toEqual({ file: name })
  } else {
    expect((await contentOf(reading)).equals(expected)).toBe(true)
    const sha256 = new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect(reading.input).toEqual({ name, bytes: content.length, sha256 })
  }
  if (hasProc) expect(openFilesBelow(dirname(reading.file.path))).toEqual([])
})

skipUnless(hasProc, NO_PROC).test('a file that is read in part is not left open', async () => {
  for (const [name, content] of Object.values(FILES)) {
    if (content.length === 0) continue
    const reading = await readingOf(name, content)
    const chunks = reading.bytes()
    await chunks.next().catch(() => undefined)
    await chunks.return(undefined)
    expect(openFilesBelow(dirname(reading.file.path))).toEqual([])
  }
})

test('a file that was not read to its end has no sum', async () => {
  const reading = await readingOf('ps.csv', LONG)
  const chunks = reading.bytes()
  await chunks.next()
  await chunks.return(undefined)
  expect(() => reading.input).toThrow('has not been read to its end')
})

test('progress is told in bytes as they lie on the disk', async () => {
  const folder = await folderWith({ 'ps.csv.gz': packed })
  const steps: (readonly [number, number])[] = []
  const file = { name: 'ps.csv.gz', path: join(folder, 'ps.csv.gz'), form: 'csv' } as const
  await contentOf(new FileReading(file, (done, total) => void steps.push([done, total])))
  expect(steps.length).toBeGreaterThan(1)
  expect(steps.at(-1)).toEqual([packed.length, packed.length])
  expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).toSorted((a, b) => a - b))
})
