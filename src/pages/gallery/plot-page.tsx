/** @jsxImportSource preact */

import type { PlotResult } from '../../core/answers/insight.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { chartPreview } from '../charts/chart-preview.ts'
import { LeftOut, SqlBehind, tablesIn } from '../charts/result-parts.tsx'
import { RowsTable } from '../charts/rows-table.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { sqlPath } from '../components/addresses.ts'
import { Caveats } from '../components/caveats.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { plotPath } from './gallery-page.tsx'

/** Maximum number of rows on the page; the files contain all rows. */
const SHOWN_ROWS = 50

export interface PlotPageProps {
  readonly result: PlotResult
  readonly chart: Chart
}

/** One plot of the gallery: the picture, its caveats, its SQL and its rows. */
export function PlotPage({ result, chart }: PlotPageProps) {
  const { href } = useSite()
  const { meta, data, rows, left_out } = result
  const path = plotPath(meta.slug)
  return (
    <Page
      title={meta.title}
      description={meta.description}
      path={path}
      json={`${path}.json`}
      scripts={[SITE_SCRIPT]}
      {...chartPreview(`${path}.png`, chart)}
    >
      <p class="trail">
        <a href={href('/plots')}>All plots</a>
      </p>
      <h1>{meta.title}</h1>
      <p>{meta.description}</p>
      <ChartFigure chart={chart} />
      <ChartFiles name={meta.slug} file={(format) => href(`${path}.${format}`)}>
        <a href={href(`${path}.csv`)}>rows (CSV)</a>
        <a href={href(`${path}.json`)}>rows (JSON)</a>
      </ChartFiles>
      <Caveats sentences={meta.caveats === '' ? [] : [meta.caveats]} />
      <SqlBehind sql={meta.sql} />
      <h2>Rows</h2>
      <p>
        {rows <= SHOWN_ROWS
          ? `${rows === 1 ? 'The one row' : `All ${groupedDigits(rows)} rows`}.`
          : `The first ${SHOWN_ROWS} of ${groupedDigits(rows)} rows.`}{' '}
        {rows <= SHOWN_ROWS ? null : (
          <>
            <a href={href(sqlPath(meta.sql))}>All rows, page by page</a>, or <a href={href(`${path}.csv`)}>as CSV</a>.
          </>
        )}
      </p>
      <RowsTable label={`Rows of the plot: ${meta.title}`} columns={meta.columns} rows={data.slice(0, SHOWN_ROWS)} />
      <LeftOut rows={left_out} />
      <CodeBox view={{ kind: 'query', sql: meta.sql }} hasSql={false} />
      <CiteBox path={path} title={meta.title} tables={tablesIn(meta.sql)} references={[]} />
    </Page>
  )
}
