import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { PageTable } from '../../src/core/ports.ts'
import { type Column, columnInfo } from '../../src/format/column.ts'
import type { SharedTable } from '../table/shared-table.ts'
import { createChunkWriter } from './parquet-column.ts'
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

/**
 * Encodes a table as a Parquet file: every column optional, with its exact type; the meaning of the columns and the source of
 * the table are key-value metadata.
 */
export function encodeParquet(
  { name, rows, columns, cells }: SharedTable,
  page: PageTable,
  { snapshotId, source, date }: TableFacts,
): Uint8Array {
  const root: SchemaElement = { name: 'root', num_children: columns.length }
  const elements = columns.map(
    (column): SchemaElement => ({ name: column.name, repetition_type: 'OPTIONAL', ...TYPES[column.type] }),
  )
  const about = { table: name, source, snapshot: snapshotId, ...(date === null ? {} : { date }) }
  const writer = new ByteWriter()
  const compress = (bytes: Uint8Array) => Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL })
  const parquet = new ParquetWriter({
    writer,
    schema: [root, ...elements],
    codec: 'ZSTD',
    compressors: { ZSTD: compress },
    createdBy: 'exoplanet-catalog',
    kvMetadata: [
      ...Object.entries(about).map(([key, value]) => ({ key, value })),
      { key: 'columns', value: JSON.stringify(columns.map(columnInfo)) },
    ],
  })
  const writeChunk = createChunkWriter(writer, compress)
  let made = 0
  for (let from = 0; from < rows; from += ROWS_PER_GROUP) {
    const to = Math.min(rows, from + ROWS_PER_GROUP)
    const start = writer.offset
    const written = elements.map((element, index) => {
      made += to - from
      if (made > COLLECTED_CELLS) {
        Bun.gc(true)
        made = 0
      }
      return writeChunk({ element, cells: cells[index]!, ranks: page.columns.get(element.name)! }, from, to)
    })
    parquet.pendingIndexes.push(...written)
    parquet.num_rows += BigInt(to - from)
    parquet.row_groups.push({
      columns: written.map(({ chunk }) => chunk),
      total_byte_size: written.reduce((sum, { chunk }) => sum + chunk.meta_data!.total_uncompressed_size, 0n),
      num_rows: BigInt(to - from),
      total_compressed_size: BigInt(writer.offset - start),
    })
  }
  parquet.finish()
  return writer.getBytes()
}
