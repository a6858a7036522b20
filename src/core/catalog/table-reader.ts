import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { FORMATS, type FormatName } from '../../formats/formats.ts'
import { hasText } from '../pages/code-set.ts'
import { createRowFinder } from '../pages/filter-rows.ts'
import { createPageStreamer } from '../pages/page-stream.ts'
import type { RowFilter } from '../pages/row-selection.ts'
import { createPageRenderer } from '../pages/table-page.ts'
import type { ValueSearch } from '../pages/value-search.ts'
import { joined, type Pieces } from '../pieces.ts'
import type { Snapshot, Warning } from '../ports.ts'
import { conditionParameter } from '../table-query/conditions.ts'
import { coneText } from '../table-query/cone.ts'
import { ALL_ROWS } from '../table-query/table-parameters.ts'
import { parseTableQuery, type TableQuery, type TableShape, tableShape } from '../table-query/table-query.ts'
import { shownValue } from '../text/shown-value.ts'
import type { Answer } from './catalog.ts'
import { warningHeaders, withWarnings } from './with-warnings.ts'

/** Cells from which on a read is streamed; fewer are made at once, compressed and cached. About a megabyte. */
const MIN_STREAMED_CELLS = 100_000

/** With a longer query string, `first` and `last` are left out of `Link`: proxies take 8 KiB of headers at most. */
const MAX_REPEATED_QUERY_CHARS = 1_500

/** Names that are looked up for one read. */
const MAX_WARNINGS = 20

/** Answers a table read: `query` is the raw query string, `accepted` the format that the `Accept` header chooses. */
export type TableReader = (query: string, accepted?: FormatName) => Answer

/** A reader of one table. */
export function createTableReader(snapshot: Snapshot, name: TableName, search: ValueSearch): TableReader {
  const { manifest } = snapshot
  const table = snapshot.pageTable(name)
  const { snapshotId, source } = manifest
  const { columns } = manifest.tables[name]
  const shape = tableShape(name, manifest.tables[name])
  const find = createRowFinder(table, search)
  const render = createPageRenderer(table, find)
  const streamer = createPageStreamer(table, columns)

  return (query, accepted) => {
    const parsed = parseTableQuery(shape, query, accepted)
    const { key, format, isDownload } = parsed
    let found: RowFilter | undefined
    const filter = (): RowFilter => {
      found ??= find(parsed)
      return found
    }
    const { extension, mediaType } = FORMATS[format]
    const base = {
      snapshotId,
      key,
      mediaType,
      headers: () => ({ ...readHeaders(shape, parsed, filter().rows), ...warningHeaders(warnings()) }),
      ...(isDownload ? { filename: `${table.name}.${extension}` } : {}),
    }
    const warnings = (): readonly Warning[] => (filter().rows > 0 ? NO_WARNINGS : missingNames(snapshot, parsed))
    if (format === 'json')
      return {
        ...base,
        body(scratch) {
          const whole = render(parsed, scratch, filter())
          return filter().rows > 0 ? whole : joinedIfMore(withWarnings([whole], warnings()))
        },
      }
    const stream = () =>
      streamer.stream(parsed, filter(), {
        snapshotId,
        source,
        query: canonicalQuery(shape, parsed),
        warnings: warnings(),
      })
    const body = () => joined([...stream()])
    const rows = parsed.limit === Number.POSITIVE_INFINITY ? filter().rows : parsed.limit
    return rows * parsed.columns.length < MIN_STREAMED_CELLS ? { ...base, body } : { ...base, body, stream }
  }
}

function joinedIfMore(pieces: Pieces): Uint8Array {
  return pieces.length === 1 ? pieces[0]! : joined(pieces)
}

const NO_WARNINGS: readonly Warning[] = []

/** A warning for each name that the conditions of a read ask for and no row has. */
function missingNames(snapshot: Snapshot, { conditions }: TableQuery): readonly Warning[] {
  return conditions.flatMap((condition) => {
    const { column } = condition
    if (column !== 'pl_name' && column !== 'hostname') return []
    const values =
      condition.kind === 'in'
        ? condition.values
        : condition.kind === 'compare' && condition.operator === 'eq'
          ? [condition.value]
          : []
    const kind = column === 'pl_name' ? 'planet' : 'host'
    return values.slice(0, MAX_WARNINGS).flatMap((value) => {
      const name = String(value)
      if (isNameOf(snapshot, column, name)) return []
      const [best] = snapshot.names.suggest(name, kind, 1)
      const advice = best === undefined ? '' : ` Did you mean ${shownValue(best)}?`
      const message = `No row has the ${column} ${shownValue(name)}.${advice} Names must match exactly, including case.`
      return [{ code: 'unknown_name', message }]
    })
  })
}

/** True if a row of one of the tables that has this column has exactly this name. */
export function isNameOf(
  snapshot: Snapshot,
  column: 'pl_name' | 'hostname',
  name: string,
  tables: readonly string[] = TABLE_NAMES,
): boolean {
  return tables.some((table) => {
    const names = snapshot.pageTable(table).columns.get(column)
    return names !== undefined && hasText(names, name)
  })
}

/** A query parameter as it stands in an address. */
function parameter(name: string, value: string): string {
  return `${encoded(name)}=${encoded(value)}`
}

function encoded(text: string): string {
  return /^[\w.,~*-]*$/.test(text) ? text : encodeURIComponent(text)
}

/** The query string of a read, without `page`; equal for equal reads. */
function canonicalQuery(shape: TableShape, query: TableQuery): string {
  const parameters = [`limit=${query.limit === Number.POSITIVE_INFINITY ? ALL_ROWS : query.limit}`]
  if (query.sortBy !== null) parameters.push(parameter('sort_by', query.sortBy))
  if (query.order !== 'asc') parameters.push(`order=${query.order}`)
  if (query.columns !== shape.defaultColumns)
    parameters.push(
      query.columns.length === shape.allColumns.length && query.columns.every((name, i) => name === shape.allColumns[i])
        ? 'columns=*'
        : parameter('columns', query.columns.join(',')),
    )
  if (query.filter !== null) parameters.push(parameter('filter', query.filter))
  for (const condition of query.conditions) parameters.push(parameter(...conditionParameter(condition)))
  if (query.cone !== null) parameters.push(`cone=${coneText(query.cone)}`)
  // JSON is named too: whoever follows the address may send another Accept header.
  parameters.push(`format=${query.format}`)
  if (query.format === 'json' && query.isDownload) parameters.push('download=1')
  return parameters.join('&')
}

/**
 * The count and the neighboring pages (RFC 8288). The addresses are relative to the request's own path, so that they are
 * right behind any prefix.
 */
function readHeaders(shape: TableShape, query: TableQuery, total: number): Record<string, string> {
  const { page, limit } = query
  const headers: Record<string, string> = { 'x-total-count': String(total) }
  if (limit === 0 || limit === Number.POSITIVE_INFINITY || total === 0) return headers
  const last = Math.ceil(total / limit)
  const rest = canonicalQuery(shape, query)
  const link = (rel: string, number: number): string => `<?page=${number}&${rest}>; rel="${rel}"`
  const hasEnds = rest.length <= MAX_REPEATED_QUERY_CHARS
  const links: string[] = []
  if (hasEnds) links.push(link('first', 1))
  if (page > 1) links.push(link('prev', Math.min(page - 1, last)))
  if (page < last) links.push(link('next', page + 1))
  if (hasEnds) links.push(link('last', last))
  if (links.length === 0) return headers
  headers.link = links.join(', ')
  return headers
}
