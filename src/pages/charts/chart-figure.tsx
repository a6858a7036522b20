/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact'
import { type Chart, type Ramp, withoutLegend } from '../../plots/charts/chart.ts'
import { quantityText } from '../../plots/svg/label.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'

/** Number of points from which keyboard users are offered a link that skips them. */
const MANY_POINTS = 300

/** A chart with its legend as text, and a description below it. */
export function ChartFigure({ chart, children }: { readonly chart: Chart; readonly children?: ComponentChildren }) {
  const { id, drawn, description } = chart
  const end = `${id}-end`
  return (
    <figure class="chart">
      {drawn > MANY_POINTS ? (
        <p class="unseen-holder">
          <a class="unseen" href={`#${end}`}>
            Skip the {groupedDigits(drawn)} points
          </a>
        </p>
      ) : null}
      {/* The markup comes from src/plots, which escapes all text in it. */}
      <div class="drawing" dangerouslySetInnerHTML={{ __html: withoutLegend(chart) }} />
      <Legend chart={chart} />
      <figcaption id={end} tabIndex={-1}>
        {description} {children}
      </figcaption>
    </figure>
  )
}

/** Links to a chart as files, then to its rows; `file` returns the URL of a format. */
export function ChartFiles({
  name,
  file,
  children,
}: {
  readonly name: string
  readonly file: (format: 'svg' | 'png') => string
  readonly children?: ComponentChildren
}) {
  return (
    <p class="row">
      <span>Download:</span>
      <a href={file('svg')} download={`${name}.svg`}>
        picture (SVG)
      </a>
      <a href={file('png')} download={`${name}.png`}>
        picture (PNG)
      </a>
      {children}
    </p>
  )
}

/** The meaning of colors, shapes and sizes: scales for numbers, a list for categories. */
function Legend({ chart: { legend, legendTitle = 'Legend', ramp, sizes } }: { readonly chart: Chart }) {
  if (legend.length === 0 && ramp === undefined && sizes === undefined) return null
  const sizesTitle = sizes === undefined ? '' : `Size: ${quantityText(sizes.quantity)}`
  return (
    <div class="plot-legends">
      {legend.length === 0 && ramp === undefined ? null : (
        <div>
          <strong class="small">{legendTitle}</strong>
          {ramp === undefined ? null : (
            <Scale ramp={ramp} label={`Colors of ${legendTitle}, from dark for low numbers to light for high ones`} />
          )}
          {legend.length === 0 ? null : (
            <ul class="row plot-legend-list" aria-label={legendTitle}>
              {legend.map(({ label, symbol }) => (
                <li key={label}>
                  <svg viewBox="-8 -8 16 16" aria-hidden="true" dangerouslySetInnerHTML={{ __html: symbol }} /> {label}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {sizes === undefined ? null : (
        <div>
          <strong class="small">{sizesTitle}</strong>
          <Scale ramp={sizes} label={sizesTitle} />
        </div>
      )}
    </div>
  )
}

function Scale({ ramp: { svg, width, height }, label }: { readonly ramp: Ramp; readonly label: string }) {
  return (
    <svg
      class="plot plot-ramp"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
