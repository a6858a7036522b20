/** @jsxImportSource preact */

import type { ColumnDescription } from '../../core/answers/column.ts'
import { createScale, numberLabel } from '../../plots/svg/scale.ts'
import { groupedDigits, roundedDigits } from '../../units/typeset-numbers.ts'
import { unitText, unitWords } from '../components/unit.tsx'

type Bins = NonNullable<ColumnDescription['histogram']>

const WIDTH = 720
const HEIGHT = 280
/** With room for the larger text on a phone. */
const MARGIN = { left: 92, right: 24, top: 18, bottom: 66 }
/** Minimum height of a bin with values, so that it can be seen and clicked next to bins with thousands. */
const MIN_BAR = 2

/** A phone hides every other number. */
const minorOf = (tick: number): string | undefined => (tick % 2 === 1 ? 'plot-minor' : undefined)

export interface HistogramProps {
  readonly name: string
  readonly unit: string | undefined
  readonly bins: Bins
  /** The URL of the rows of a bin, from `low` (included) to `high`; absent if there are no such URLs. */
  readonly rowsOf?: ((low: number, high: number, isLast: boolean) => string) | undefined
}

/** The distribution of the numbers of a column; each bar is a link to its rows. */
export function Histogram({ name, unit, bins, rowsOf }: HistogramProps) {
  const { edges, counts, scale, others } = bins
  const highest = Math.max(...counts, 1)
  const x = createScale(scale, [edges[0]!, edges.at(-1)!], [MARGIN.left, WIDTH - MARGIN.right])
  const y = createScale('linear', [0, highest], [HEIGHT - MARGIN.bottom, MARGIN.top])
  const floor = HEIGHT - MARGIN.bottom
  const label = [name, unitText(unit) === '' ? '' : ` (${unitText(unit)})`].join('')
  const range = (at: number): string => `${roundedDigits(edges[at]!)} to ${roundedDigits(edges[at + 1]!)}`
  return (
    <figure>
      {/* biome-ignore lint/a11y/useSemanticElements: no other element can group the links of a drawing */}
      <svg
        class="histogram"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="group"
        aria-label={`Histogram of ${name}${unitWords(unit) === '' ? '' : ` in ${unitWords(unit)}`}, on a ${scale === 'log' ? 'logarithmic' : 'linear'} axis`}
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can receive focus */}
        <g class="axis" aria-hidden="true">
          {y.ticks(4).map(({ value, label: text }, at) => (
            <g key={value}>
              <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={y.at(value)} y2={y.at(value)} class="grid" />
              <text
                x={MARGIN.left - 6}
                y={y.at(value)}
                dominant-baseline="central"
                text-anchor="end"
                class={minorOf(at)}
              >
                {text}
              </text>
            </g>
          ))}
          <line x1={MARGIN.left} x2={WIDTH - MARGIN.right} y1={floor} y2={floor} class="base" />
          {x.ticks(7).map(({ value, label: text }, at) => (
            <g key={value}>
              <line x1={x.at(value)} x2={x.at(value)} y1={floor} y2={floor + 5} class="base" />
              <text x={x.at(value)} y={floor + 8} dominant-baseline="hanging" text-anchor="middle" class={minorOf(at)}>
                {text}
              </text>
            </g>
          ))}
          <text x={(WIDTH + MARGIN.left) / 2} y={HEIGHT - 8} text-anchor="middle" class="title">
            {label}
          </text>
        </g>
        {counts.map((count, at) => {
          if (count === 0) return null
          const left = x.at(edges[at]!)
          const right = x.at(edges[at + 1]!)
          const top = Math.min(y.at(count), floor - MIN_BAR)
          const words = `${range(at)}: ${groupedDigits(count)} ${count === 1 ? 'row' : 'rows'}`
          const bar = (
            <rect class="bar" x={left + 0.5} y={top} width={Math.max(right - left - 1, 0.5)} height={floor - top}>
              <title>{words}</title>
            </rect>
          )
          if (rowsOf === undefined) return bar
          return (
            <a key={String(at)} href={rowsOf(edges[at]!, edges[at + 1]!, at === counts.length - 1)} aria-label={words}>
              {bar}
            </a>
          )
        })}
      </svg>
      <figcaption>
        Rows by {label}
        {scale === 'log' ? ', on a logarithmic axis' : ''}; the highest bar has {numberLabel(highest)}{' '}
        {highest === 1 ? 'row' : 'rows'}.
        {others > 0 ? ` ${groupedDigits(others)} rows with zero or negative values are not shown.` : ''}
        {rowsOf === undefined ? '' : ' Each bar links to its rows.'}
      </figcaption>
    </figure>
  )
}
