import { cautionList } from '../../core/answers/cautions.ts'
import type { InsightDescriptor } from '../../core/answers/insight.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { ADDED_FUNCTIONS } from '../../core/functions/sql-functions.ts'
import { MAX_RESULT_BYTES, MAX_SQL_BYTES } from '../../core/sql-limits.ts'
import { PAGE_LIMIT_PARAMETER, TABLE_PARAMETERS } from '../../core/table-query/table-parameters.ts'
import { DATA_TYPES } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { tableTitle } from '../../format/table-titles.ts'
import type { Settings } from '../../settings.ts'
import type { Examples } from '../endpoints/examples.ts'
import { SQL_LIMIT_PARAMETER } from '../request/query-parameters.ts'

/**
 * Lines of Markdown from which the guides for agents are assembled; each list is generated from the tables that the
 * code uses.
 */

/** A one-sentence description of the data. */
export function summaryLine({ tables, source }: Manifest): string {
  const { exoplanets, stellarhosts } = tables
  return `Read-only JSON service over the NASA Exoplanet Archive's two tables: confirmed exoplanets (${exoplanets.names} planets, ${exoplanets.rows} rows) and their host stars (${stellarhosts.names} host names, of which ${stellarhosts.hostsNotInOther} have no planet in exoplanets, ${stellarhosts.rows} rows). Source of the data (${datesInWords(tableDates(tables))}): ${source}`
}

/** The default columns of a table with their meaning. */
function defaultColumnLines({ tables }: Manifest, table: TableName): string[] {
  const { columns, defaultColumns } = tables[table]
  return defaultColumns.flatMap((name) => {
    const column = columns.find((candidate) => candidate.name === name)
    if (column === undefined) return []
    const { type, unit, description } = column
    const kind = unit === undefined ? DATA_TYPES[type] : `${DATA_TYPES[type]}, ${unit}`
    return `  - \`${name}\` (${kind})${description === undefined ? '' : `: ${description}`}`
  })
}

/** The tables other than the two main ones, which only SQL and descriptions cover. */
function furtherTableLines({ furtherTables }: Manifest): string[] {
  return Object.entries(furtherTables).map(([name, { rows, columns, date }]) => {
    const dated = date === null ? 'date unknown' : `as of ${date}`
    return `- \`${name}\`: ${tableTitle(name)}; ${rows} rows, ${columns.length} columns, ${dated}. Available only in SQL; \`/rest/tables/${name}/schema\` lists its columns.`
  })
}

/** All tables, and the most common mistakes with them. */
export function tableLines(manifest: Manifest): string[] {
  const [planets, hosts] = TABLE_NAMES.map((table) => defaultColumnLines(manifest, table))
  return [
    `- \`exoplanets\`: ${manifest.tables.exoplanets.rows} rows, with these default columns:`,
    ...planets!,
    `- \`stellarhosts\`: ${manifest.tables.stellarhosts.rows} rows, with these default columns:`,
    ...hosts!,
    '- Both have `hostname`.',
    ...furtherTableLines(manifest),
    ...cautionList(manifest).map((caution) => `- ${caution}`),
  ]
}

/** The parameters of a table read. */
export function parameterLines(): string[] {
  return TABLE_PARAMETERS.map(({ name, default: fallback, description }) => {
    const without = fallback === null ? '' : ` Default: ${fallback}.`
    return `- \`${name}\`: ${description}${without}`
  })
}

/** The limits of requests. */
export function limitLines(settings: Settings): string[] {
  return [
    `- Rows per page: ${PAGE_LIMIT_PARAMETER.default}, at most ${PAGE_LIMIT_PARAMETER.maximum}. Rows per query: ${SQL_LIMIT_PARAMETER.default}, at most ${SQL_LIMIT_PARAMETER.maximum}; \`truncated\` is true if there are more.`,
    `- SQL: one SELECT in SQLite's dialect, at most ${MAX_SQL_BYTES / 1_024} KiB, ${settings.sqlTimeoutMs / 1_000} s and ${MAX_RESULT_BYTES / 1_048_576} MiB of result. Functions added to SQLite's: ${ADDED_FUNCTIONS.map(({ name }) => `\`${name}\``).join(', ')}; \`/rest/functions\` lists all with their arguments. \`stddev\` and \`variance\` are of a sample.`,
    '- Errors are `application/problem+json` with a stable `code`, a `detail` that says what to change, and often `suggestions` with similar valid names: correct the request and send it again. 408 means that the query exceeded the time limit; after 503, wait for `Retry-After` seconds.',
  ]
}

/** All insights by slug. */
export function insightLines(catalog: Catalog): string[] {
  const list = JSON.parse(new TextDecoder().decode(catalog.insightList().body())) as readonly InsightDescriptor[]
  return list.map(({ slug, title }) => `- \`${slug}\`: ${title}`)
}

/** Working example requests. */
export function exampleLines({ requests }: Examples, base: string): string[] {
  return requests.map(({ title, path }) => `- ${title}: <${base}${path}>`)
}
