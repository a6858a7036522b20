import { expect, test } from 'bun:test'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { packTable } from '../../../../build/table/shared-table.ts'
import { encodeParquet } from '../../../../build/whole-tables/parquet.ts'
import type { ColumnType } from '../../../../src/format/column.ts'
import { columnInfo } from '../../../../src/format/column.ts'
import { seededRandom } from '../../../bench/load/seeded-random.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'

const FACTS = { snapshotId: 'an id', source: 'a source', date: null }
const TYPES: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  real: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
}
const GROUP = 10_000

/** The file that hyparquet-writer makes of a column's values. */
function writtenByLibrary(type: ColumnType, values: readonly Cell[]): Uint8Array {
  const writer = new ByteWriter()
  const element: SchemaElement = { name: 'x', repetition_type: 'OPTIONAL', ...TYPES[type] }
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: 1 }, element],
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => Bun.zstdCompressSync(bytes, { level: 3 }) },
    createdBy: 'exoplanet-catalog',
    kvMetadata: [
      { key: 'table', value: 'exoplanets' },
      { key: 'source', value: FACTS.source },
      { key: 'snapshot', value: FACTS.snapshotId },
      { key: 'columns', value: JSON.stringify([columnInfo({ name: 'x', type })]) },
    ],
  })
  const data = values.map((value) => (type === 'integer' && value !== null ? BigInt(value) : value))
  for (let from = 0; from < data.length; from += GROUP)
    parquet.write({ columnData: [{ name: 'x', data: data.slice(from, from + GROUP) }], rowGroupSize: GROUP })
  parquet.finish()
  return writer.getBytes()
}

function written(type: ColumnType, values: readonly Cell[]): Uint8Array {
  const table = makeTable(
    'exoplanets',
    { x: type },
    values.map((value) => [value]),
  )
  return encodeParquet(packTable(table), pagesOf(table), FACTS)
}

const random = seededRandom(5)
const draw = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
const many = (count: number, make: (row: number) => Cell) => Array.from({ length: count }, (_, row) => make(row))
const LONG = 'a long text, '.repeat(40)

test.each<[string, ColumnType, Cell[]]>([
  ['no value', 'text', [null, null]],
  ['no number', 'real', [null]],
  ['no integer', 'integer', many(12, () => null)],
  ['one value', 'text', ['a']],
  ['one value in many rows', 'real', many(3_000, () => 1.5)],
  ['two values in turn', 'integer', many(3_000, (row) => row % 2)],
  ['few values and nulls', 'text', many(12_000, () => draw(['a', 'b', 'ß', '\u{1f31f}', '', null]))],
  ['values that are all different', 'text', many(11_000, (row) => `planet ${row}`)],
  ['numbers that are all different', 'real', many(11_000, (row) => (row % 5 === 0 ? null : row / 7))],
  ['a third of different numbers', 'real', many(9_000, () => Math.floor(random() * 3_000) / 8)],
  ['half of different numbers', 'real', many(9_000, () => Math.floor(random() * 4_500) / 8)],
  ['numbers around zero', 'real', many(99, (row) => row % 3)],
  ['numbers up to zero', 'real', many(99, (row) => -(row % 3) + 0)],
  ['integers of 64 bits', 'integer', [2n ** 63n - 1n, -(2n ** 63n), 9_007_199_254_740_993n, 0, -1, null, 2 ** 53 - 1]],
  ['wide integers that repeat', 'integer', many(2_000, (row) => 2n ** 60n + BigInt(row % 9))],
  ['long texts that repeat', 'text', many(10_001, (row) => `${LONG}${row % 50}`)],
  [
    'long texts that are all different, in several pages',
    'text',
    many(9_000, (row) => (row % 4 === 0 ? null : LONG + row)),
  ],
  ['texts of a page and more', 'text', ['x'.repeat(1 << 20), 'y'.repeat(2_000_000), null, 'z', 'w'.repeat(1 << 20)]],
])('%s: a column has the bytes that hyparquet-writer makes of its values', (_, type, values) => {
  expect(Buffer.compare(written(type, values), writtenByLibrary(type, values))).toBe(0)
})
