/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { type Chart, withoutLegend } from '../../plots/charts/chart.ts'

/** From so many points on, a reader who steps from link to link is offered a way past them. */
const MANY_POINTS = 300

/** A chart with its legend as text. What it shows is told in words below it. */
export function ChartFigure({ chart, children }: { readonly chart: Chart; readonly children?: ComponentChildren }) {
  const { id, legend, drawn, description } = chart
  const end = `${id}-end`
  return (
    <figure class="chart">
      {drawn > MANY_POINTS ? (
        <p class="unseen-holder">
          <a class="unseen" href={`#${end}`}>
            Skip the {drawn.toLocaleString('en-US')} points
          </a>
        </p>
      ) : null}
      {/* The markup is that of src/plots, which escapes every text in it. */}
      <div class="drawing" dangerouslySetInnerHTML={{ __html: withoutLegend(chart) }} />
      {legend.length === 0 ? null : (
        <ul class="row plot-legend-list" aria-label="Legend">
          {legend.map(({ label, symbol }) => (
            <li key={label}>
              <svg viewBox="-8 -8 16 16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbol }} /> {label}
            </li>
          ))}
        </ul>
      )}
      <figcaption id={end} tabIndex={-1}>
        {description} {children}
      </figcaption>
    </figure>
  )
}
