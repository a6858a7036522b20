/** @jsxImportSource preact */

import type { InsightResult } from '../../core/answers/insight.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { chartPreview } from '../charts/chart-preview.ts'
import { LeftOut, SqlBehind, tablesIn } from '../charts/result-parts.tsx'
import { RowsTable } from '../charts/rows-table.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { Caveats } from '../components/caveats.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { insightChart } from './insight-chart.ts'
import { INSIGHTS_PATH, insightPath } from './insights-page.tsx'

/** One insight: its chart if that shows more than the table, its caveats, its rows and its SQL. */
export function InsightPage({ result }: { readonly result: InsightResult }) {
  const { href, root } = useSite()
  const { meta, data, rows, total, truncated, left_out } = result
  const chart = insightChart(result, root)
  const path = insightPath(meta.slug)
  const json = `/rest/insights/${encodeURIComponent(meta.slug)}`
  return (
    <Page
      title={meta.title}
      description={meta.description}
      path={path}
      json={json}
      scripts={[SITE_SCRIPT]}
      {...(chart === undefined ? {} : chartPreview(`${path}.png`, chart))}
    >
      <p class="trail">
        <a href={href(INSIGHTS_PATH)}>All insights</a>
      </p>
      <h1>{meta.title}</h1>
      <p>{meta.description}</p>
      <Caveats sentences={meta.caveats === '' ? [] : [meta.caveats]} />
      {chart === undefined ? null : (
        <>
          <ChartFigure chart={chart} />
          <ChartFiles name={meta.slug} file={(format) => href(`${path}.${format}`)} />
        </>
      )}
      <SqlBehind sql={meta.sql} />
      <h2>Rows</h2>
      <p>
        {truncated
          ? `${groupedDigits(rows)} of ${groupedDigits(total)} rows that qualify.`
          : `${rows === 1 ? 'The one row that qualifies' : `All ${groupedDigits(rows)} rows that qualify`}.`}{' '}
        As <a href={href(`${json}?format=csv`)}>CSV</a>, <a href={href(`${json}?format=votable`)}>VOTable</a> or{' '}
        <a href={href(json)}>JSON</a>.
      </p>
      {rows === 0 ? null : <RowsTable label={`Rows of ${meta.title}`} columns={meta.columns} rows={data} />}
      <LeftOut rows={left_out} />
      <CodeBox view={{ kind: 'rows', path: json, sql: meta.sql }} hasSql={false} />
      <CiteBox path={path} title={meta.title} tables={tablesIn(meta.sql)} references={[]} />
    </Page>
  )
}
