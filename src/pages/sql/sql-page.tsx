/** @jsxImportSource preact */

import type { Problem } from '../../core/answers/service.ts'
import { allTables } from '../../format/manifest.ts'
import { chartPreview } from '../charts/chart-preview.ts'
import { columnsPath, queryString } from '../components/addresses.ts'
import { Page } from '../frame/page.tsx'
import { type Site, useSite } from '../frame/site.ts'
import { SITE_SCRIPT, SQL_SCRIPT } from '../scripts/scripts.ts'
import { drawResult } from './draw-result.ts'
import { sqlExamples } from './examples.ts'
import { ProblemView } from './problem-view.tsx'
import { type DrawnResult, resultPicture } from './result-plot-view.tsx'
import { ResultView, type SqlResultProps } from './result-view.tsx'

export const SQL_PATH = '/sql'

export type SqlOutcome =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'result' } & SqlResultProps)
  | { readonly kind: 'problem'; readonly problem: Problem }

/** The page of a query: the form and the result. */
export function SqlPage({ sql, outcome }: { readonly sql: string; readonly outcome: SqlOutcome }) {
  const site = useSite()
  const { href, root, manifest } = site
  const plot = outcome.kind === 'result' ? drawnOf(outcome, sql, site) : undefined
  const json = sql.trim() === '' ? undefined : `/rest/query${queryString([['sql', sql]])}`
  return (
    <Page
      title="SQL"
      description="Run a SELECT over the exoplanets and their stars, with completion of columns, and share its URL."
      path={SQL_PATH}
      {...(json === undefined || outcome.kind !== 'result' ? {} : { json })}
      isUnlisted={sql.trim() !== ''}
      scripts={[SITE_SCRIPT, SQL_SCRIPT]}
      {...(plot === undefined ? {} : chartPreview(resultPicture(sql, plot.chosen, 'png'), plot.chart))}
    >
      <h1>SQL</h1>
      <form id="query" action={href(SQL_PATH)} method="get" data-root={root}>
        <label for="sql">
          One SELECT in SQLite’s dialect. Tables:{' '}
          {[...allTables(manifest).keys()].map((table, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={href(columnsPath(table))}>{table}</a>
            </>
          ))}
        </label>
        <textarea
          id="sql"
          name="q"
          rows={rowsFor(sql)}
          maxLength={16_384}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={outcome.kind === 'problem' ? 'true' : undefined}
          aria-describedby={outcome.kind === 'problem' ? 'problem' : undefined}
        >
          {sql}
        </textarea>
        <p class="row">
          <button type="submit">Run</button>
          <span id="query-state" role="status" />
          <span class="small soft screen">Each query has its own URL: bookmark it or share it.</span>
        </p>
      </form>
      <details id="past-queries" hidden>
        <summary>Your recent queries, stored only in this browser</summary>
      </details>
      <Examples isOpen={outcome.kind === 'nothing'} />
      <section id="result" aria-label="Result">
        {outcome.kind === 'result' ? <ResultView {...outcome} plot={plot} sql={sql} /> : null}
        {outcome.kind === 'problem' ? <ProblemView problem={outcome.problem} sql={sql} /> : null}
      </section>
    </Page>
  )
}

/** The plot of a result; undefined if no columns are chosen. */
function drawnOf({ response, plot }: SqlResultProps, sql: string, { manifest, href }: Site): DrawnResult | undefined {
  if (plot === undefined) return undefined
  return { chosen: plot, chart: drawResult({ rows: response, plot, sql, tables: manifest.tables, href }) }
}

/** Approximate number of characters per line of the field. */
const LINE = 110

/** Number of lines of the field: as many as the query needs, within bounds. */
function rowsFor(sql: string): number {
  const lines = sql.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0)
  return Math.min(Math.max(lines + 1, 9), 22)
}

function Examples({ isOpen }: { readonly isOpen: boolean }) {
  const { href, manifest } = useSite()
  return (
    <details class="examples" open={isOpen}>
      <summary>Examples</summary>
      <ul>
        {sqlExamples(manifest).map(({ title, sql }) => (
          <li key={title}>
            <a href={href(`${SQL_PATH}${queryString([['q', sql]])}`)}>{title}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}
