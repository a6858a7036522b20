/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { type Chart, withoutLegend } from '../../plots/charts/chart.ts'

/** From so many points on, a reader who steps from link to link is offered a way past them. */
const MANY_POINTS = 300

/** A chart with its legend as text. What it shows is told in words below it. */
export function ChartFigure({ chart, children }: { readonly chart: Chart; readonly children?: ComponentChildren }) {
  const { id, drawn, description } = chart
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
      <Legend chart={chart} />
      <figcaption id={end} tabIndex={-1}>
        {description} {children}
      </figcaption>
    </figure>
  )
}

/** What colors and shapes stand for: a scale of colors for numbers, a list for categories. */
function Legend({ chart: { legend, legendTitle = 'Legend', ramp } }: { readonly chart: Chart }) {
  if (legend.length === 0 && ramp === undefined) return null
  return (
    <div class="plot-legend-list">
      <strong class="small">{legendTitle}</strong>
      {ramp === undefined ? null : (
        <svg
          class="plot plot-ramp"
          viewBox={`0 0 ${ramp.width} ${ramp.height}`}
          width={ramp.width}
          height={ramp.height}
          role="img"
          aria-label={`Colors of ${legendTitle}, from dark for low numbers to light for high ones`}
          dangerouslySetInnerHTML={{ __html: ramp.svg }}
        />
      )}
      {legend.length === 0 ? null : (
        <ul class="row" aria-label={legendTitle}>
          {legend.map(({ label, symbol }) => (
            <li key={label}>
              <svg viewBox="-8 -8 16 16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbol }} /> {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
