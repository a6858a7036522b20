import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bytesBeforeHeader, readHeader, writeHeader } from '../../../src/files/file-header.ts'
import { dataMediaType } from '../../../src/format/data-file.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

const MAGIC = 'TESTFILE'
const fault = (reason: string, options?: ErrorOptions): Error => new Error(`The file ${reason}.`, options)

/** A file with this header and `more` bytes after it, at an odd place of a larger buffer. */
function fileWith(json: string, more = 3): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(json)
  const file = new Uint8Array(new ArrayBuffer(200), 5, bytesBeforeHeader(MAGIC) + header.length + more)
  writeHeader(file, MAGIC, header)
  return file
}

test('a header is read as it was written', () => {
  const file = fileWith('{"a":"é"}')
  expect(readHeader<object>(file, MAGIC, fault)).toEqual({ a: 'é' })
  // Eight bytes of magic, and the length of ten bytes with the low byte first.
  expect([...file.subarray(0, 12)]).toEqual([...new TextEncoder().encode(MAGIC), 10, 0, 0, 0])
  expect(bytesBeforeHeader(MAGIC)).toBe(12)
})

test('the header may end with the file', () => {
  expect(readHeader<number[]>(fileWith('[]', 0), MAGIC, fault)).toEqual([])
})

test('what is no such file is refused with the reason', () => {
  const file = fileWith('{}', 0)
  expect(() => readHeader(file.subarray(0, file.length - 1), MAGIC, fault)).toThrow('The file ends inside its header.')
  expect(() => readHeader(file.subarray(0, 11), MAGIC, fault)).toThrow('The file does not begin with TESTFILE.')
  expect(() => readHeader(new Uint8Array(), MAGIC, fault)).toThrow('The file does not begin with TESTFILE.')
  expect(() => readHeader(file, 'TESTFILF', fault)).toThrow('The file does not begin with TESTFILF.')
  expect(() => readHeader(fileWith('{'), MAGIC, fault)).toThrow('The file has a header that is not JSON.')
})

const { test: testOnLinux } = skipUnless(process.platform === 'linux', 'there is no /proc')

/** What is open before and after a check in a process that may open 200 files, and the code of its error. */
const CHECK = `
import { readdirSync } from 'node:fs'
import { checkFreeFiles } from ${JSON.stringify(join(import.meta.dir, '../../../src/files/free-files.ts'))}
const open = () => readdirSync('/proc/self/fd').length
const before = open()
checkFreeFiles(50)
const between = open()
let code
try { checkFreeFiles(200) } catch (error) { code = error.code }
console.log(JSON.stringify([between - before, open() - before, code]))
`

testOnLinux('a check for free files leaves none open, also where there are not enough', () => {
  const { stdout } = Bun.spawnSync(['sh', '-c', 'ulimit -n 200 && exec "$0" -e "$1"', process.execPath, CHECK])
  expect(JSON.parse(stdout.toString())).toEqual([0, 0, 'EMFILE'])
})

test('files to download have the media type of their extension', () => {
  expect(['ps.parquet', 'ps.csv.gz', 'ps.vot.gz', 'catalog.sqlite.gz', 'SHA256SUMS'].map(dataMediaType)).toEqual([
    'application/vnd.apache.parquet',
    'application/gzip',
    'application/gzip',
    'application/gzip',
    'text/plain; charset=utf-8',
  ])
})
