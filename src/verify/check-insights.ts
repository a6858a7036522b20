import type { InsightDescriptor, InsightResult } from '../core/answers/insight.ts'
import type { Snapshot } from '../core/ports.ts'
import { counted } from '../core/text/counts.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { jsonRow, type SqlCatalog } from './sql-catalog.ts'

/** The published SQL without the row limit at its end. */
function withoutLimit({ sql, limit }: Pick<InsightDescriptor, 'sql' | 'limit'>): string {
  const end = `\nLIMIT ${limit}`
  return sql.endsWith(end) ? sql.slice(0, -end.length) : sql
}

/** Compares every insight, and the list of insights, with the rows returned by its published SQL. */
export function checkInsights(catalog: SqlCatalog, { insightList, insights }: Snapshot): CheckResult {
  return checkResults(catalog, 'Insights against their SQL', 'insight', insightList, insights)
}

/** The same for the plots of the gallery. */
export function checkPlots(catalog: SqlCatalog, { plotList, plots }: Snapshot): CheckResult {
  const rows = new Map(Array.from(plots, ([slug, stored]) => [slug, stored.rows]))
  return checkResults(catalog, 'Rows of plots against their SQL', 'plot', plotList, rows)
}

function checkResults(
  catalog: SqlCatalog,
  check: string,
  noun: 'insight' | 'plot',
  listed: Uint8Array,
  results: ReadonlyMap<string, Uint8Array>,
): CheckResult {
  const comparison = new Comparison(check)
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const list: readonly Pick<InsightDescriptor, 'slug' | 'sql' | 'limit'>[] = JSON.parse(decode(listed))
  comparison.same(`The list of ${noun}s`, list.map(({ slug }) => slug).join(), [...results.keys()].join())
  let rows = 0
  for (const meta of list) {
    const text = decode(results.get(meta.slug) ?? new Uint8Array())
    const answer = catalog.result(meta.sql)
    // Excluded rows cannot be derived from the published SQL.
    const { left_out: leftOut }: InsightResult = JSON.parse(text || '{}')
    const [total = 0] = catalog.result(`SELECT COUNT(*) FROM (${withoutLimit(meta)})`).rows[0] ?? []
    const expected: Partial<Record<keyof InsightResult, string>> = {
      meta: JSON.stringify(meta),
      data: `[${answer.rows.map((row) => jsonRow(answer.columns, row)).join(',')}]`,
      rows: `${answer.rows.length}`,
      columns: JSON.stringify(answer.columns),
      total: `${total}`,
      truncated: `${Number(total) > answer.rows.length}`,
      ...(leftOut === undefined ? {} : { left_out: JSON.stringify(leftOut) }),
    }
    const body = `{${Object.entries(expected)
      .map(([key, value]) => `"${key}":${value}`)
      .join(',')}}`
    comparison.sameBytes(
      `${noun === 'insight' ? 'Insight' : 'Plot'} ${meta.slug}`,
      Buffer.from(text),
      Buffer.from(body),
    )
    rows += answer.rows.length
  }
  return comparison.done(`${counted(list.length, noun)}, ${counted(rows, 'row')}`)
}
