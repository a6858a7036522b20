import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { orderRows } from '../../../../build/table/order-rows.ts'
import type { PageTable } from '../../../../src/core/ports.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import type { Cell } from '../../../fixtures/archives/make-table.ts'
import { cellAt, makeTable } from '../../../fixtures/archives/make-table.ts'
import { fragmentsOf, readyRows } from '../../../fixtures/snapshots/page-texts.ts'

type SqlValue = string | number | bigint | null

const jsonOf = (value: SqlValue) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))

function open(parts: readonly Uint8Array[]): PageTable {
  return pageTable('exoplanets', new Uint8Array(Buffer.concat(parts)), 'test.bin')
}

const COLUMNS = { hostname: 'text', pl_name: 'text', disc_year: 'integer', pl_rade: 'real', note: 'text' } as const

test('codes, orders, starts and fragments are those of a stable sort of the values', () => {
  const text = fc.option(
    fc.oneof(fc.constantFrom('a', 'B', '', 'a"b', '\u{1F31F}', '\uFFFD'), fc.string({ unit: 'binary' })),
    {
      nil: null,
    },
  )
  const integer = fc.option(fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), {
    nil: null,
  })
  const real = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null })
  const row = fc
    .tuple(text, text, integer, real, text)
    .map((cells): Cell[] => cells.map((cell) => (cell === 0 ? 0 : cell)))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const table = orderRows(makeTable('exoplanets', COLUMNS, rows))
      const pages = open(encodePageFile(table))
      for (const [index, { name }] of table.columns.entries()) {
        const column = pages.columns.get(name)!
        const cells = Array.from({ length: table.rows }, (_, at) => cellAt(table.cells[index]!, at))
        const texts = cells.map((cell) => jsonOf(cell))
        expect(fragmentsOf(column)).toEqual(texts)
        expect(column.nonNull).toBe(cells.filter((cell) => cell !== null).length)
        expect(column.distinct).toBe(new Set(texts.filter((_, at) => cells[at] !== null)).size)
        const compare = (a: Cell, b: Cell) => {
          if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
          if (typeof a === 'string' || typeof b === 'string')
            return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
          return a < b ? -1 : a > b ? 1 : 0
        }
        const expected = [...cells.keys()].sort((a, b) => compare(cells[a]!, cells[b]!))
        expect([...column.order]).toEqual(expected)
      }
    }),
  )
})

test('default rows hold the default columns that the table has, each row followed by a comma', () => {
  const table = makeTable('exoplanets', COLUMNS, [
    ['a', 'a b', 1995, 1.5, 'x'],
    ['b', 'b "c"', null, null, 'x'],
  ])
  const pages = open(encodePageFile(table))
  expect(pages.defaultRows.columns).toEqual(['pl_name', 'hostname', 'disc_year', 'pl_rade'])
  expect(readyRows(pages, pages.defaultRows)).toEqual([
    '{"pl_name":"a b","hostname":"a","disc_year":1995,"pl_rade":1.5},',
    '{"pl_name":"b \\"c\\"","hostname":"b","disc_year":null,"pl_rade":null},',
  ])
  expect(readyRows(pages, pages.defaultLines)).toEqual(['a b,a,1995,1.5\r\n', '"b ""c""",b,,\r\n'])
})

test('lines of a single default column mark an empty cell, so that no line is empty', () => {
  const table = makeTable('exoplanets', { pl_name: 'text', x: 'integer' }, [
    ['a, b', 1],
    [null, 2],
    ['', 3],
  ])
  const pages = open(encodePageFile(table))
  expect(readyRows(pages, pages.defaultLines)).toEqual(['"a, b"\r\n', '""\r\n', '""\r\n'])
})

test('codes are as narrow as the number of distinct values allows', () => {
  const rows = Array.from({ length: 66_000 }, (_, row): Cell[] => ['h', `h ${row}`, row % 255, row % 65_535, null])
  const { columns } = open(encodePageFile(makeTable('exoplanets', COLUMNS, rows)))
  const widths = Object.keys(COLUMNS).map((name) => columns.get(name)?.codes.BYTES_PER_ELEMENT)
  expect(widths).toEqual([1, 4, 1, 2, 1])
})

test.each([
  [255, 1],
  [256, 2],
  [65_535, 2],
  [65_536, 4],
])('the code of null after %d distinct values is read back from codes of %d bytes', (distinct, width) => {
  const rows = Array.from({ length: distinct + 2 }, (_, row): Cell[] => {
    const value = row < distinct ? row : null
    return ['p', value]
  })
  const columns = { pl_name: 'text', disc_year: 'integer' } as const
  const years = open(encodePageFile(makeTable('exoplanets', columns, rows))).columns.get('disc_year')!
  expect(years).toMatchObject({ distinct, nonNull: distinct })
  expect(years.codes.BYTES_PER_ELEMENT).toBe(width)
  expect(fragmentsOf(years, distinct - 1)).toEqual([String(distinct - 1), 'null', 'null'])
})
