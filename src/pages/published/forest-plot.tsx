import type { Value as Cell } from '../../core/answers/rows.ts'
import type { Row } from '../../objects/values.ts'
import { labelOf } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Unit } from '../components/unit.tsx'
import { digits, Value } from '../components/value.tsx'
import type { Parameter, PublishedValue } from './published.ts'
import { type Scale, scaleFor } from './scale.ts'

/** Half the height of a line, in pixels; places along it are percentages, so that it is as wide as its cell. */
const MIDDLE = 11

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`

export interface ForestPlotProps {
  readonly parameter: Parameter
  /** The row that the archive has chosen. */
  readonly chosen: number | undefined
  /** The cell with the reference of a value. */
  readonly referenceOf: (row: Row, column: string) => Cell | undefined
  /** What stands behind the value of a row, such as the kind of a mass. */
  readonly noteOf?: (row: Row) => string | undefined
  readonly title?: string
}

/** One parameter: a line for each reference that has a value of it, with its mark, its error bar and the value itself. */
export function ForestPlot({ parameter, chosen, referenceOf, noteOf, title }: ForestPlotProps) {
  const { column, values, shown } = parameter
  const scale = scaleFor(values)
  const name = title ?? labelOf(column)
  const id = `values-${column.name}`
  const guide = shown === undefined ? undefined : scale.place(shown.value)
  return (
    <section class="forest" aria-labelledby={id}>
      <h3 id={id}>
        {name} <Unit unit={column.unit} />
      </h3>
      <table aria-labelledby={id}>
        <thead class="unseen">
          <tr>
            <th scope="col">Reference</th>
            <th scope="col">Place</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => {
            const { rowNumber, row } = value
            const isChosen = rowNumber === chosen
            const note = noteOf?.(row)
            return (
              <tr key={rowNumber} class={isChosen ? 'chosen' : undefined}>
                <th scope="row">
                  <ReferenceLink html={referenceOf(row, column.name)} />
                  {isChosen ? <span class="badge">default</span> : null}
                </th>
                <td class="mark">
                  <Mark value={value} scale={scale} guide={guide} isChosen={isChosen} />
                </td>
                <td class="number">
                  <Value row={row} column={column.name} rowNumber={rowNumber} />
                  {note === undefined ? null : <span class="soft small"> {note}</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td />
            <td class="mark">
              <Axis scale={scale} />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface MarkProps {
  readonly value: PublishedValue
  readonly scale: Scale
  /** Where the shown value stands. */
  readonly guide: number | undefined
  readonly isChosen: boolean
}

/** The mark of one reference. The value stands beside it as text, so that readers who hear the page miss nothing. */
function Mark({ value, scale, guide, isChosen }: MarkProps) {
  const at = percent(scale.place(value.value))
  return (
    <svg class={isChosen ? 'line chosen' : 'line'} height={2 * MIDDLE} aria-hidden="true" focusable="false">
      {guide === undefined ? null : (
        <line class="guide" x1={percent(guide)} x2={percent(guide)} y1="0" y2={2 * MIDDLE} />
      )}
      {value.isLimit ? (
        <svg class="limit" x={at} y={MIDDLE} overflow="visible" aria-hidden="true">
          <path d={value.isUpperLimit ? 'M0-5V5M0 0H-16M-11-4L-17 0L-11 4' : 'M0-5V5M0 0H16M11-4L17 0L11 4'} />
        </svg>
      ) : (
        <>
          {value.hasErrors ? (
            <line
              class="bar"
              x1={percent(scale.place(value.low))}
              x2={percent(scale.place(value.high))}
              y1={MIDDLE}
              y2={MIDDLE}
            />
          ) : null}
          {isChosen ? (
            <svg x={at} y={MIDDLE} overflow="visible" aria-hidden="true">
              <path class="point" d="M0-5.5L5.5 0L0 5.5L-5.5 0Z" />
            </svg>
          ) : (
            <circle class="point" cx={at} cy={MIDDLE} r="3.5" />
          )}
        </>
      )}
    </svg>
  )
}

function Axis({ scale }: { readonly scale: Scale }) {
  return (
    <svg class="axis" height="18" aria-hidden="true">
      <line x1="0" x2="100%" y1="0.5" y2="0.5" />
      {scale.ticks.map((tick) => {
        const share = scale.place(tick)
        const anchor = share < 0.15 ? 'start' : share > 0.85 ? 'end' : 'middle'
        return (
          <g key={tick}>
            <line x1={percent(share)} x2={percent(share)} y1="0" y2="4" />
            <text x={percent(share)} y="16" text-anchor={anchor}>
              {digits(tick)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
