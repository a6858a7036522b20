import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { type Column, columnInfo } from '../../src/format/column.ts'
import { type ArchiveTable, type Cells, NULL_CODE } from '../table/archive-table.ts'
import type { TableFacts } from './table-facts.ts'

/** Rows per row group, the minimum that a reader gets at a time. */
const ROWS_PER_GROUP = 10_000

/** Level with the smallest files of the archive's tables that can be compressed within a second or two. */
const ZSTD_LEVEL = 3

/** Number of cells after which garbage is collected: the writer creates it faster than it is collected automatically. */
const COLLECTED_CELLS = 3_000_000

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  real: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
} as const satisfies Readonly<Record<Column['type'], Partial<SchemaElement>>>

type Value = string | number | bigint | null

/** Converts the cells of some rows to the writer's input. */
function valuesOf(cells: Cells, from: number, to: number): Value[] {
  const values = new Array<Value>(to - from)
  for (let row = from; row < to; row += 1) {
    if (cells.kind === 'text') {
      const code = cells.codes[row]!
      values[row - from] = code === NULL_CODE ? null : cells.values[code]!
      continue
    }
    const value = cells.values[row]!
    if (Number.isNaN(value)) values[row - from] = null
    else values[row - from] = cells.kind === 'real' ? value : (cells.wide.get(row) ?? BigInt(value))
  }
  return values
}

/**
 * Encodes a table as a Parquet file: every column optional, with its exact type; the meaning of the columns and the source of
 * the table are key-value metadata.
 */
export function encodeParquet(
  { name, rows, columns, cells }: ArchiveTable,
  { snapshotId, source, date }: TableFacts,
): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map((column) => ({ name: column.name, repetition_type: 'OPTIONAL' as const, ...TYPES[column.type] })),
  ]
  const about = { table: name, source, snapshot: snapshotId, ...(date === null ? {} : { date }) }
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL }) },
    createdBy: 'exoplanet-catalog',
    kvMetadata: [
      ...Object.entries(about).map(([key, value]) => ({ key, value })),
      { key: 'columns', value: JSON.stringify(columns.map(columnInfo)) },
    ],
  })
  let made = 0
  for (let from = 0; from < rows; from += ROWS_PER_GROUP) {
    const to = Math.min(rows, from + ROWS_PER_GROUP)
    const columnData = columns.map((column, index) => ({
      name: column.name,
      // The writer reads each column when its turn comes: the values of all columns at once would be hundreds of MB.
      get data() {
        made += to - from
        if (made > COLLECTED_CELLS) {
          Bun.gc(true)
          made = 0
        }
        return valuesOf(cells[index]!, from, to)
      },
    }))
    parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP })
  }
  parquet.finish()
  return writer.getBytes()
}
