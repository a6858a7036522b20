/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Value as Cell } from '../../core/answers/rows.ts'
import type { Row } from '../../objects/values.ts'
import { forestPlot } from '../../plots/small/forest-plot.ts'
import { SmallDrawing } from '../components/drawing.tsx'
import { labelOf } from '../components/labels.ts'
import { Unit } from '../components/unit.tsx'
import { valueMarkup } from '../components/value.tsx'
import type { Parameter } from './published.ts'
import { rowStart } from './row-start.ts'

export interface ForestPlotProps {
  readonly parameter: Parameter
  /** The archive's default row. */
  readonly chosen: number | undefined
  /** The cell that contains the reference of a value. */
  readonly referenceOf: (row: Row, column: string) => Cell | undefined
  /** The text after the value of a row, such as the kind of a mass. */
  readonly noteOf?: (row: Row) => string | undefined
  readonly title?: string
}

/** One parameter: a line for each reference with a value for it, with its mark, its error bar and the value. */
export function ForestPlot({ parameter, chosen, referenceOf, noteOf, title }: ForestPlotProps) {
  const { column, values } = parameter
  const name = title ?? labelOf(column)
  const id = `values-${column.name}`
  const plot = forestPlot(
    { title: name, unit: column.unit },
    values.map(({ value, err1, err2, lim, rowNumber }) => ({
      value,
      err1,
      err2,
      lim,
      isDefault: rowNumber === chosen,
      label: '',
    })),
    id,
  )
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
          {jsxTemplate([
            values
              .map(({ rowNumber, row }, at) => {
                const start = rowStart({ html: referenceOf(row, column.name), rowNumber, chosen })
                const value = valueMarkup({ row, column: column.name, rowNumber })
                const note = noteOf?.(row)
                const noted = note === undefined ? '' : `<span class="soft small"> ${Bun.escapeHTML(note)}</span>`
                return `${start}<td class="mark"><span class="drawing">${plot.strips[at]!}</span></td><td class="number">${value}${noted}</td></tr>`
              })
              .join(''),
          ])}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td class="mark axis">
              <SmallDrawing svg={plot.axis} />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
