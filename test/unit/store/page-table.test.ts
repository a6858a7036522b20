import { expect, test } from 'bun:test'
import { encodePageFile } from '../../../build/pages/write-pages.ts'
import { writeHeader } from '../../../src/files/file-header.ts'
import { pageTable } from '../../../src/store/page-table.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { makeTable } from '../../fixtures/archives/make-table.ts'

const file = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat(
      encodePageFile(
        makeTable('exoplanets', { pl_name: 'text', hostname: 'text', n: 'integer' }, [
          ['b', 'h', 2],
          ['a', 'h', null],
        ]),
      ),
    ),
  )

test('every section is a view of the file, as wide as its header says', () => {
  const bytes = file()
  const { rows, columns, defaultRows, defaultLines } = pageTable('exoplanets', bytes, 'x')
  const n = columns.get('n')!
  expect(rows).toBe(2)
  expect(n).toMatchObject({ distinct: 1, nonNull: 1 })
  expect([...n.codes]).toEqual([0, 1])
  expect([...n.order]).toEqual([0, 1])
  expect([...n.starts]).toEqual([0, 1, 2])
  expect([...columns.get('pl_name')!.order]).toEqual([1, 0])
  expect(new TextDecoder().decode(n.fragments)).toBe('2null')
  for (const view of [n.codes, n.order, n.offsets, n.fragments, defaultRows.bytes, defaultLines.bytes])
    expect(view.buffer).toBe(bytes.buffer)
})

test('a file that begins otherwise, or is cut anywhere, is refused by name', () => {
  const whole = file()
  const wrong = whole.slice()
  wrong[0]! ^= 1
  expect(() => pageTable('exoplanets', wrong, 'p.bin')).toThrow('Page file p.bin does not begin with')
  for (const length of [0, 7, 11, 12, 40, whole.byteLength >> 1, whole.byteLength - 8])
    expect(() => pageTable('exoplanets', whole.slice(0, length), 'p.bin')).toThrow(SnapshotError)
  expect(() => pageTable('stellarhosts', whole, 'p.bin')).toThrow(
    'p.bin contains table "exoplanets", not "stellarhosts"',
  )
})

/** The file with another number in the header of its column `n`; the numbers must be as long as each other. */
function withOffset(section: string, change: (offset: number) => number): Uint8Array<ArrayBuffer> {
  const bytes = file()
  const text = Buffer.from(bytes).toString('latin1')
  const column = text.indexOf('"name":"n"')
  const label = `"${section}":`
  const at = text.indexOf(label, column) + label.length
  const number = /^\d+/.exec(text.slice(at))![0]
  const changed = String(change(Number(number)))
  expect(changed).toHaveLength(number.length)
  Buffer.from(bytes.buffer).write(changed, at, 'latin1')
  return bytes
}

test.each(['order', 'starts', 'offsets'])('a section %s that begins at an odd place is refused by name', (section) => {
  const misplaced = withOffset(section, (offset) => offset + 1)
  expect(() => pageTable('exoplanets', misplaced, 'p.bin')).toThrow(
    new SnapshotError('Page file p.bin names a section that is not inside it.'),
  )
})

const HEADER_BYTES = 1_024

/** A page file of two rows whose section `part` of `bytes` begins so that it ends where the file ends, or `beyond` that. */
function withLastSection(part: string, bytes: number, codeWidth: 1 | 2 | 4, beyond: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(HEADER_BYTES + 64)
  const offset = content.byteLength - bytes + beyond
  const first = HEADER_BYTES
  const at = { codes: first, order: first, starts: first, offsets: first, fragments: first, [part]: offset }
  const column = { name: 'n', distinct: 1, nonNull: 1, codeWidth, fragmentsBytes: 5, ...at }
  const ready = { offsets: part === 'ready' ? offset : first, bytes: part === 'text' ? offset : first, bytesLength: 7 }
  const header = { table: 'exoplanets', rows: 2, columns: [column], defaultRows: { ...ready, columns: ['n'] } }
  writeHeader(content, 'EXOPAGE1', Buffer.from(JSON.stringify({ ...header, defaultLines: ready })))
  return content
}

test.each<[part: string, bytes: number, codeWidth: 1 | 2 | 4, beyond: number]>([
  ['codes', 2, 1, 1],
  ['codes', 4, 2, 2],
  ['codes', 8, 4, 4],
  ['order', 8, 1, 4],
  ['starts', 12, 1, 4],
  ['offsets', 12, 1, 4],
  ['fragments', 5, 1, 1],
  ['ready', 12, 1, 4],
  ['text', 7, 1, 1],
])('a section of %s of %d bytes may end where the file ends, and not beyond', (part, bytes, codeWidth, beyond) => {
  const open = (by: number) => pageTable('exoplanets', withLastSection(part, bytes, codeWidth, by), 'p.bin')
  expect(open(0).rows).toBe(2)
  expect(() => open(beyond)).toThrow('Page file p.bin names a section that is not inside it.')
})

test('a section at no whole, or at a negative, place is refused', () => {
  const open = (offset: number) =>
    pageTable('exoplanets', withLastSection('codes', HEADER_BYTES + 64 - offset, 1, 0), 'p.bin')
  expect(open(HEADER_BYTES).rows).toBe(2)
  for (const offset of [-1, 0.5]) expect(() => open(offset)).toThrow(SnapshotError)
})
