/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Row } from '../../objects/values.ts'
import { labelOf } from '../components/labels.ts'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { textMarkup, valueMarkup } from '../components/value.tsx'
import type { Parameter } from './published.ts'
import { rowStart } from './row-start.ts'

export interface SideBySideProps {
  readonly rows: readonly Row[]
  readonly parameters: readonly Parameter[]
  readonly chosen: number | undefined
  /** The column with the reference of a row. */
  readonly reference: string
  /** Text columns that are shown after the reference. */
  readonly texts?: readonly string[]
  readonly caption: string
}

/** All rows of an object as lines, each with the values of one reference. */
export function SideBySide({ rows, parameters, chosen, reference, texts = [], caption }: SideBySideProps) {
  const told = texts.filter((name) => rows.some((row) => (row[name] ?? null) !== null))
  return (
    <Scroll label={caption}>
      <table class="side-by-side">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Reference</th>
            {told.map((name) => (
              <th key={name} scope="col">
                {labelOf({ name })}
              </th>
            ))}
            {parameters.map(({ column }) => (
              <th key={column.name} scope="col" class="number">
                {labelOf(column)} <Unit unit={column.unit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jsxTemplate([
            rows
              .map((row, rowNumber) => {
                const start = rowStart({ html: row[reference], rowNumber, chosen })
                const texts = told.map((column) => `<td>${textMarkup({ row, column, rowNumber })}</td>`)
                const numbers = parameters.map(
                  ({ column: { name } }) => `<td class="number">${valueMarkup({ row, column: name, rowNumber })}</td>`,
                )
                return `${start}${texts.join('')}${numbers.join('')}</tr>`
              })
              .join(''),
          ])}
        </tbody>
      </table>
    </Scroll>
  )
}
