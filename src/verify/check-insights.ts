import type { InsightDescriptor, InsightResult } from '../core/answers/insight.ts'
import type { Snapshot } from '../core/ports.ts'
import { type CheckResult, Comparison, counted } from './check-result.ts'
import { jsonRow, type SqlCatalog } from './sql-catalog.ts'

/** The published SQL without the row limit that it ends in. */
function withoutLimit({ sql, limit }: InsightDescriptor): string {
  const end = `\nLIMIT ${limit}`
  return sql.endsWith(end) ? sql.slice(0, -end.length) : sql
}

/** Every insight against the rows that its published SQL gives, and the list of them. */
export function checkInsights(catalog: SqlCatalog, snapshot: Snapshot): CheckResult {
  const comparison = new Comparison('Insights against their SQL')
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const list: readonly InsightDescriptor[] = JSON.parse(decode(snapshot.insightList))
  comparison.same('The list of insights', list.map(({ slug }) => slug).join(), [...snapshot.insights.keys()].join())
  let rows = 0
  for (const meta of list) {
    const text = decode(snapshot.insights.get(meta.slug) ?? new Uint8Array())
    const answer = catalog.result(meta.sql)
    // What was set aside cannot be found from the published SQL.
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
    comparison.sameBytes(`Insight ${meta.slug}`, Buffer.from(text), Buffer.from(body))
    rows += answer.rows.length
  }
  return comparison.done(`${counted(list.length, 'insight')}, ${counted(rows, 'row')}`)
}
