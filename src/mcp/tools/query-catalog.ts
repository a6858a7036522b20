import { z } from 'zod'
import { warningsSchema } from '../../core/answers/rows.ts'
import type { Catalog, SelectAnswer } from '../../core/catalog/catalog.ts'
import { allTables } from '../../format/manifest.ts'
import { MAX_RESULT_CHARS } from '../results/fit.ts'
import { plainSql } from '../results/plain-sql.ts'
import { readSelectRows } from '../results/select-rows.ts'
import { defineTool, MAX_OBJECT_ROWS, rowsSchema, truncatedFields, writtenRows } from '../results/tool.ts'

/** Default and maximum number of rows that a query returns; part of the contract of `/mcp`. */
export const DEFAULT_ROWS = 100
export const MAX_ROWS = 1_000

/**
 * Maximum response size of the SQL process, in bytes of JSON: most of a large response is skipped, which takes time from
 * all clients. 1,000 rows of all 355 columns take 9 MB.
 */
const MAX_BYTES = 16 * 1024 * 1024

const output = z.strictObject({
  rows: z.int().describe('Number of rows in data.'),
  columns: z.array(z.string()).describe('Column names in order; a second column n is called n_1.'),
  units: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('Units of columns named like a table column with a unit.'),
  ...truncatedFields,
  warnings: warningsSchema.exactOptional(),
  data: rowsSchema,
})

/**
 * The units of result columns, from columns of the same name in the tables that the statement names; a name with two
 * different units has no unit here.
 */
function unitsOf(columns: readonly string[], { manifest }: Catalog, sql: string): Record<string, string> {
  const words = new Set(sql.toLowerCase().match(/\w+/g))
  const units = new Map<string, string | null>()
  for (const [table, described] of allTables(manifest))
    for (const { name, unit = null } of words.has(table) ? described.columns : []) {
      const known = units.get(name)
      units.set(name, known === undefined || known === unit ? unit : null)
    }
  return Object.fromEntries(
    columns.flatMap((name) => {
      const unit = units.get(name)
      return typeof unit === 'string' ? [[name, unit]] : []
    }),
  )
}

function moreRows(returned: number): string {
  const more = returned < MAX_ROWS ? `raise limit (at most ${MAX_ROWS}), ` : ''
  return `The query has more rows than the ${returned} returned: ${more}page through them with ORDER BY … LIMIT … OFFSET, or let SQL count and aggregate.`
}

function fewerNames(shown: number, all: number): string {
  return `Only the first ${shown} of ${all} column names are shown, and no row: select fewer columns, or give them shorter names with AS.`
}

function fewerRows(shown: number, { rows, truncated }: SelectAnswer): string {
  if (shown === 0)
    return 'The first row alone is too long for a result: select fewer columns, or parts of long texts with substr().'
  return `Only the first ${shown} of ${truncated ? 'more than ' : ''}${rows} rows are shown, to keep the result short: select fewer columns, aggregate, or page through them with ORDER BY … LIMIT … OFFSET ${shown}.`
}

export const queryCatalog = defineTool({
  name: 'query_catalog',
  title: 'Query with SQL',
  description: `Runs one SELECT in SQLite's dialect over exoplanets, stellarhosts and further tables that health lists. Joins, CTEs, window functions and compound selects work; so do median(x), percentile(x, p) with p from 0 to 1, stddev(x) (of a sample), corr(x, y), x REGEXP 'pattern' (list_functions lists all). log(x) is base 10.

- Column names are the archive's: look them up with describe_catalog. Columns that keep their name have units in the result.
- exoplanets has one row per planet and reference: WHERE default_flag = 1 gives one row per planet. Without it, you count references. (pscomppars has one row per planet.)
- A join on hostname is many-to-many and multiplies rows: use default_flag = 1 on one side and aggregate the other. exoplanets has its own st_ and sy_ columns, so a join is seldom needed.
- null is unknown: add IS NOT NULL and NULLS LAST when you rank. <column>lim is 0 for a measurement, 1 for an upper and -1 for a lower limit: rank with COALESCE(pl_radelim, 0) = 0. <column>err2, the lower uncertainty, is negative.
- String comparison with = is case-sensitive; search for names with LIKE or COLLATE NOCASE. Write strings in single quotes. Dates are text, some partial (2016-05): take the year with CAST(substr(x, 1, 4) AS INTEGER).
- ${DEFAULT_ROWS} rows by default. If truncated is true, rows are missing: do not count or average them yourself, let SQL do it.`,
  input: z.strictObject({
    sql: z
      .string()
      .min(1)
      .describe(
        'One SELECT (or WITH … SELECT), at most 16 KiB. Example: SELECT pl_name, pl_rade, sy_dist FROM exoplanets WHERE default_flag = 1 AND pl_rade < 1.6 AND COALESCE(pl_radelim, 0) = 0 ORDER BY sy_dist NULLS LAST LIMIT 10',
      ),
    limit: z
      .int()
      .min(0)
      .default(DEFAULT_ROWS)
      .describe(`Maximum number of rows; values above ${MAX_ROWS} are treated as ${MAX_ROWS}, 0 returns the columns.`),
  }),
  output,
  async run({ sql, limit }, { catalog, signal }) {
    const request = { sql: plainSql(sql), maxRows: Math.min(limit, MAX_ROWS), maxBytes: MAX_BYTES }
    const answer = await catalog.select(request, signal)
    const { rows, columns } = readSelectRows(answer, MAX_RESULT_CHARS)
    const units = unitsOf(columns, catalog, sql)
    const compact = answer.rows > MAX_OBJECT_ROWS
    // Rows are omitted first, from the last one; then column names, of which there can be two thousand.
    const parts = columns.length + rows.length
    const shown = (names: number, count: number) => ({
      rows: count,
      columns: columns.slice(0, names),
      ...(names < columns.length || Object.keys(units).length === 0 ? {} : { units }),
      ...(answer.warnings.length === 0 ? {} : { warnings: [...answer.warnings] }),
      data: writtenRows(rows.slice(0, count), columns, compact),
    })
    const shorten = (count: number): z.output<typeof output> => {
      const left = Math.max(0, count - columns.length)
      const notice = count < columns.length ? fewerNames(count, columns.length) : fewerRows(left, answer)
      return { ...shown(count, left), truncated: true, notice }
    }
    if (rows.length < answer.rows) return { output: shorten(parts), parts, shorten }
    const { truncated } = answer
    const notice = truncated ? { notice: moreRows(answer.rows) } : {}
    return { output: { ...shown(columns.length, rows.length), truncated, ...notice }, parts, shorten }
  },
})
