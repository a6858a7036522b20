import { FORMATS } from '../../formats/formats.ts'
import { VO_FORMATS, type VoOutput } from '../../formats/vo/vo-output.ts'
import { CatalogError } from '../errors.ts'
import { joined } from '../pieces.ts'
import type { SqlQuery, SqlRunner, Warning, WarnOfQuery } from '../ports.ts'
import type { Catalog, SelectRequest } from './catalog.ts'
import { warningHeaders, withWarnings } from './with-warnings.ts'

const NO_WARNINGS: readonly Warning[] = []

/** The key of the request for cache and validator, known before the query runs. */
export function selectKey({ sql, maxRows, format = 'json', isDownload = false, vo }: SelectRequest): string {
  if (vo !== undefined) return voKey(maxRows, vo)
  const form = format === 'json' && !isDownload ? '' : `${format}${isDownload ? '+' : ''}|`
  return `select|${form}${maxRows}|${sql.trim()}`
}

/** The key of a Virtual Observatory query, based on its text before translation. */
export function voKey(maxRows: number, { format, query }: Pick<VoOutput, 'format' | 'query'>): string {
  return `vo|${format}|${maxRows}|${query}`
}

/** The error with its position counted from the beginning of the text as the client sent it, before trimming. */
function placedIn(sent: string, error: unknown): unknown {
  const blanks = sent.length - sent.trimStart().length
  if (blanks === 0 || !(error instanceof CatalogError) || error.help.position === undefined) return error
  const help = { ...error.help, position: error.help.position + blanks }
  return new CatalogError(error.code, error.message, help, { cause: error })
}

/** Creates the operation that runs SQL on one snapshot. */
export function createSelect(
  { snapshotId, source }: { readonly snapshotId: string; readonly source: string },
  runner: SqlRunner,
  warnOf: WarnOfQuery,
): Catalog['select'] {
  return async (request, signal) => {
    const { client, isDownload = false, columns, ...asked } = request
    const { format = 'json', vo } = asked
    const findWarnings = (): readonly Warning[] => (vo === undefined ? warnOf(request.sql) : NO_WARNINGS)
    const warningsBefore = format === 'votable' ? findWarnings() : undefined
    const facts = warningsBefore === undefined ? undefined : { snapshotId, source, warnings: warningsBefore, columns }
    const clients = client === undefined ? undefined : new Set([client])
    const query: SqlQuery = { ...asked, sql: request.sql.trim(), clients, facts }
    const result = runner.run(query, signal).catch((error) => {
      throw placedIn(request.sql, error)
    })
    // Only a VOTable has them before its rows; otherwise they are found while the query runs in its process.
    const warnings = warningsBefore ?? findWarnings()
    const { json, rows, truncated, isDeterministic } = await result
    const described = {
      snapshotId,
      key: selectKey(request),
      mediaType: vo === undefined ? FORMATS[format].mediaType : VO_FORMATS[vo.format].mediaType,
      ...(vo === undefined && (format !== 'json' || isDownload)
        ? { filename: `query.${FORMATS[format].extension}` }
        : {}),
      headers: () => ({ 'x-truncated': String(truncated), ...warningHeaders(warnings) }),
      warnings,
      rows,
      truncated,
      isDeterministic,
    }
    const pieces = format === 'json' && vo === undefined ? withWarnings(json, warnings) : json
    const [first, ...others] = pieces
    if (first !== undefined && others.length === 0) return { ...described, body: () => first }
    const isShort = json.length === 1
    return { ...described, ...(isShort ? {} : { pieces }), body: () => joined(pieces) }
  }
}
