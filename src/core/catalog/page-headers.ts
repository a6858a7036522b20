import { conditionParameter } from '../table-query/conditions.ts'
import { coneText } from '../table-query/cone.ts'
import { ALL_ROWS } from '../table-query/table-parameters.ts'
import type { TableQuery, TableShape } from '../table-query/table-query.ts'

/** With a longer query string, `first` and `last` are omitted from `Link`: some proxies accept at most 8 KiB of headers. */
const MAX_REPEATED_QUERY_CHARS = 1_500

const PLAIN = /^[\w.,~*-]*$/

/** A name or value, encoded for the query string of a URL. */
function encoded(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text)
}

function hasAllColumns({ allColumns }: TableShape, columns: readonly string[]): boolean {
  return columns.length === allColumns.length && columns.every((name, i) => name === allColumns[i])
}

/** The query string of a read, without `page`; equal for equal reads. */
export function canonicalQuery(shape: TableShape, query: TableQuery): string {
  const { limit, sortBy, columns, filter, format } = query
  let text = `limit=${limit === Number.POSITIVE_INFINITY ? ALL_ROWS : limit}`
  if (sortBy !== null) text += `&sort_by=${encoded(sortBy)}`
  if (query.order !== 'asc') text += `&order=${query.order}`
  if (columns !== shape.defaultColumns)
    text += hasAllColumns(shape, columns) ? '&columns=*' : `&columns=${encoded(columns.join(','))}`
  if (filter !== null) text += `&filter=${encoded(filter)}`
  for (const condition of query.conditions) {
    const [name, value] = conditionParameter(condition)
    text += `&${encoded(name)}=${encoded(value)}`
  }
  if (query.cone !== null) text += `&cone=${coneText(query.cone)}`
  // JSON is named too: a client that follows the link can send a different Accept header.
  text += `&format=${format}`
  return format === 'json' && query.isDownload ? `${text}&download=1` : text
}

/**
 * The count and the neighboring pages (RFC 8288). The URLs are relative to the request's path, so they work behind any
 * prefix. The text is concatenated once, without lists, because every uncached page waits for it.
 */
export function pageHeaders(shape: TableShape, query: TableQuery, total: number): Record<string, string> {
  const { page, limit } = query
  const count = String(total)
  if (limit === 0 || limit === Number.POSITIVE_INFINITY || total === 0) return { 'x-total-count': count }
  const last = Math.ceil(total / limit)
  const canonical = canonicalQuery(shape, query)
  const rest = `&${canonical}>; rel=`
  const previous = page > 1 ? `<?page=${Math.min(page - 1, last)}${rest}"prev"` : ''
  const next = page < last ? `<?page=${page + 1}${rest}"next"` : ''
  const between = previous === '' || next === '' ? '' : ', '
  if (canonical.length > MAX_REPEATED_QUERY_CHARS) {
    const link = `${previous}${between}${next}`
    return link === '' ? { 'x-total-count': count } : { 'x-total-count': count, link }
  }
  const near = previous === '' && next === '' ? '' : `${previous}${between}${next}, `
  return { 'x-total-count': count, link: `<?page=1${rest}"first", ${near}<?page=${last}${rest}"last"` }
}
