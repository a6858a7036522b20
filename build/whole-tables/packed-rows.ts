import { createPageStreamer } from '../../src/core/pages/page-stream.ts'
import type { PageTable } from '../../src/core/ports.ts'
import type { TableQuery } from '../../src/core/table-query/table-query.ts'
import type { Column } from '../../src/format/column.ts'
import { GzipWriter } from './gzip.ts'
import type { TableFacts } from './table-facts.ts'

/** Bytes of pieces after which garbage is collected. */
const COLLECTED_BYTES = 64_000_000

/** Formats all rows of a table as the service returns them in this format, compressed with gzip, in parts. */
export function packRows(
  format: 'csv' | 'votable',
  page: PageTable,
  columns: readonly Column[],
  { snapshotId, source }: TableFacts,
): readonly Uint8Array[] {
  const everything: TableQuery = {
    page: 1,
    limit: Number.POSITIVE_INFINITY,
    sortBy: null,
    order: 'asc',
    columns: columns.map(({ name }) => name),
    filter: null,
    conditions: [],
    cone: null,
    format,
    isDownload: true,
    key: '',
  }
  const facts = { snapshotId, source, query: `SELECT * FROM ${page.name}` }
  const gzip = new GzipWriter()
  const filter = { kind: 'all', rows: page.rows } as const
  let sinceCollection = 0
  for (const piece of createPageStreamer(page, columns).stream(everything, filter, facts)) {
    gzip.write(piece)
    sinceCollection += piece.byteLength
    if (sinceCollection < COLLECTED_BYTES) continue
    // Compressing leaves memory outside the heap, which does not trigger garbage collection (100 MB more without this).
    Bun.gc(true)
    sinceCollection = 0
  }
  return gzip.finish()
}
