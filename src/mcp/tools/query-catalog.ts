import { z } from 'zod'
import type { SelectAnswer } from '../../core/catalog/catalog.ts'
import { MAX_STRUCTURED_CHARS } from '../results/fit.ts'
import { readSelectRows } from '../results/select-rows.ts'
import { defineTool, rowSchema, truncatedFields } from '../results/tool.ts'

/** Rows that a query returns unless told otherwise, and the most it ever does; the contract of `/mcp`. */
export const DEFAULT_ROWS = 100
export const MAX_ROWS = 1_000

/**
 * Largest answer of the SQL process, in bytes of JSON: most of it is read past, which takes the time of everyone. 1,000 rows of
 * all 355 columns take 9 MB.
 */
const MAX_BYTES = 16 * 1024 * 1024

const output = z.strictObject({
  rows: z.int().describe('Number of rows in `data`.'),
  columns: z.array(z.string()).describe('Column names in order; the second of one name is name_1.'),
  ...truncatedFields,
  data: z
    .array(rowSchema)
    .describe(
      'The rows. null is an unknown value. A whole number beyond ±(2^53 − 1) is a text of its digits, a blob a text of hexadecimal digits.',
    ),
})

function moreRows(returned: number): string {
  const more = returned < MAX_ROWS ? `raise limit (at most ${MAX_ROWS}), ` : ''
  return `The query has more rows than the ${returned} returned: ${more}page through them with ORDER BY … LIMIT … OFFSET, or let SQL count and aggregate.`
}

function fewerNames(shown: number, all: number): string {
  return `Only the first ${shown} of ${all} column names are shown, and no row: select fewer columns, or give them shorter names with AS.`
}

function fewerRows(shown: number, { rows, truncated }: SelectAnswer): string {
  if (shown === 0)
    return 'Not even the first row is short enough for this answer: select fewer columns, or parts of long texts with substr().'
  return `Only the first ${shown} of ${truncated ? 'more than ' : ''}${rows} rows are shown, to keep this answer short: select fewer columns, aggregate, or page through them with ORDER BY … LIMIT … OFFSET.`
}

export const queryCatalog = defineTool({
  name: 'query_catalog',
  title: 'Query with SQL',
  description: `Runs one SELECT in SQLite's dialect over the tables exoplanets and stellarhosts, and nothing else: nothing can be changed. Joins, CTEs, window functions, GROUP BY and compound selects work; so do median(x), percentile(x, p) with p from 0 to 1, stddev(x), corr(x, y), log10(x), x REGEXP 'pattern'. log(x) is base 10.

- Column names are the archive's: look them up with describe_catalog first. Units are in the names' descriptions: pl_rade in Earth radii, pl_bmasse in Earth masses, pl_orbper in days, sy_dist in parsec, st_teff in kelvin, st_lum in log10 of the Sun's.
- exoplanets has one row per planet and reference: WHERE default_flag = 1 gives one row per planet. Without it you count publications. (Where describe_catalog shows no default_flag, it has one row per planet anyway.)
- hostname joins the tables many-to-many and multiplies rows: use default_flag = 1 on one side and aggregate or COUNT(DISTINCT …) on the other. exoplanets has st_ and sy_ columns of its own, so a join is seldom needed.
- null is unknown: add IS NOT NULL and NULLS LAST when you rank. <column>lim is 0 for a measurement, 1 for an upper and -1 for a lower limit: rank with COALESCE(pl_radelim, 0) = 0.
- Texts match exactly, case included; use LIKE or a COLLATE NOCASE comparison to search for names. Texts stand in single quotes.
- ${DEFAULT_ROWS} rows by default. When truncated is true, the rows are not all there: do not count or average them yourself, ask SQL to.`,
  input: z.strictObject({
    sql: z
      .string()
      .min(1)
      .describe(
        'One SELECT (or WITH … SELECT), at most 16 KiB. Example: SELECT pl_name, pl_rade, sy_dist FROM exoplanets WHERE default_flag = 1 AND pl_rade < 1.6 AND sy_dist IS NOT NULL ORDER BY sy_dist LIMIT 10',
      ),
    limit: z
      .int()
      .min(0)
      .default(DEFAULT_ROWS)
      .describe(`Most rows to return; larger values than ${MAX_ROWS} mean ${MAX_ROWS}, 0 gives the columns only.`),
  }),
  output,
  async run({ sql, limit }, { catalog, signal }) {
    const answer = await catalog.select({ sql, maxRows: Math.min(limit, MAX_ROWS), maxBytes: MAX_BYTES }, signal)
    const { rows, columns } = readSelectRows(answer, MAX_STRUCTURED_CHARS)
    // Rows go first, from the last one; then names of columns, of which there may be two thousand.
    const parts = columns.length + rows.length
    const shorten = (count: number): z.output<typeof output> => {
      const shown = Math.max(0, count - columns.length)
      return {
        rows: shown,
        columns: columns.slice(0, count),
        truncated: true,
        notice: count < columns.length ? fewerNames(count, columns.length) : fewerRows(shown, answer),
        data: rows.slice(0, shown),
      }
    }
    if (rows.length < answer.rows) return { output: shorten(parts), parts, shorten }
    const { truncated } = answer
    const notice = truncated ? { notice: moreRows(answer.rows) } : {}
    return { output: { rows: answer.rows, columns, truncated, ...notice, data: rows }, parts, shorten }
  },
})
