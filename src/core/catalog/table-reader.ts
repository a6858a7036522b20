import type { TableName } from '../../format/table.ts'
import { FORMATS, type FormatName } from '../../formats/formats.ts'
import { createRowFinder } from '../pages/filter-rows.ts'
import { nullCounts } from '../pages/null-counts.ts'
import { createPageStreamer } from '../pages/page-stream.ts'
import type { RowFilter } from '../pages/row-selection.ts'
import { createPageRenderer } from '../pages/table-page.ts'
import type { ValueSearch } from '../pages/value-search.ts'
import { joined, type Pieces } from '../pieces.ts'
import type { Snapshot, Warning } from '../ports.ts'
import { parseTableQuery, tableShape } from '../table-query/table-query.ts'
import type { Answer } from './catalog.ts'
import { missingNames } from './missing-names.ts'
import { canonicalQuery, pageHeaders } from './page-headers.ts'
import { unmatchedConditions } from './unmatched-conditions.ts'
import { warningHeaders, withWarnings } from './with-warnings.ts'

/** Minimum number of cells of a streamed read, about a megabyte; smaller reads are rendered at once, compressed and cached. */
const MIN_STREAMED_CELLS = 100_000

/** Reads one table; `query` is the raw query string of a table read. */
export interface TableReader {
  /** `accepted` is the format that the `Accept` header selects. */
  read(query: string, accepted?: FormatName): Answer
  /** The number of rows without a value, by column, among the rows that a read finds. */
  nullCounts(query: string): ReadonlyMap<string, number>
}

/** Creates the reader of one table. */
export function createTableReader(snapshot: Snapshot, name: TableName, search: ValueSearch): TableReader {
  const { manifest } = snapshot
  const table = snapshot.pageTable(name)
  const { snapshotId, source } = manifest
  const { columns } = manifest.tables[name]
  const shape = tableShape(name, manifest.tables[name])
  const find = createRowFinder(table, search)
  const render = createPageRenderer(table, find)
  const streamer = createPageStreamer(table, columns)

  const read: TableReader['read'] = (query, accepted) => {
    const parsed = parseTableQuery(shape, query, accepted)
    const { key, format, isDownload } = parsed
    let found: RowFilter | undefined
    const filter = (): RowFilter => {
      found ??= find(parsed)
      return found
    }
    let foundWarnings: readonly Warning[] | undefined
    const warnings = (): readonly Warning[] => {
      if (filter().rows > 0) return NO_WARNINGS
      if (foundWarnings !== undefined) return foundWarnings
      const missing = missingNames(snapshot, parsed)
      foundWarnings = [...missing, ...unmatchedConditions(table, find, parsed.conditions, missing.length > 0)]
      return foundWarnings
    }
    const { extension, mediaType } = FORMATS[format]
    const headers = (): Readonly<Record<string, string>> => {
      const own = pageHeaders(shape, parsed, filter().rows)
      return filter().rows > 0 ? own : { ...own, ...warningHeaders(warnings()) }
    }
    if (format === 'json') {
      const body = (scratch?: Uint8Array<ArrayBuffer>): Uint8Array => {
        const whole = render(parsed, scratch, filter())
        return filter().rows > 0 ? whole : joinedIfMore(withWarnings([whole], warnings()))
      }
      const answer = { snapshotId, key, mediaType, headers, body }
      return isDownload ? { ...answer, filename: `${table.name}.${extension}` } : answer
    }
    const facts = () => ({ snapshotId, source, query: canonicalQuery(shape, parsed), warnings: warnings() })
    const stream = () => streamer.stream(parsed, filter(), facts())
    const body = (scratch?: Uint8Array<ArrayBuffer>) => streamer.page(parsed, filter(), facts(), scratch)
    const rows = parsed.limit === Number.POSITIVE_INFINITY ? filter().rows : parsed.limit
    const isStreamed = rows * parsed.columns.length >= MIN_STREAMED_CELLS
    const answer = { snapshotId, key, mediaType, filename: `${table.name}.${extension}`, headers, body }
    return isStreamed ? { ...answer, stream } : answer
  }
  return {
    read,
    nullCounts(query) {
      const parsed = parseTableQuery(shape, query)
      return nullCounts(table, find(parsed), parsed.columns)
    },
  }
}

function joinedIfMore(pieces: Pieces): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : joined(pieces)
}

const NO_WARNINGS: readonly Warning[] = []
