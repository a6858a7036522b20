/** @jsxImportSource preact */
import type { Value as Cell } from '../../core/answers/rows.ts'
import type { Row } from '../../objects/values.ts'
import { labelOf } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { Text, Value } from '../components/value.tsx'
import type { Parameter } from './published.ts'

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
          {rows.map((row, rowNumber) => (
            <tr key={rowNumber} class={rowNumber === chosen ? 'chosen' : undefined}>
              <th scope="row">
                <ReferenceLink html={row[reference] as Cell | undefined} rowNumber={rowNumber} />
                {rowNumber === chosen ? <span class="badge">default</span> : null}
              </th>
              {told.map((name) => (
                <td key={name}>{Text({ row, column: name, rowNumber })}</td>
              ))}
              {parameters.map(({ column: { name } }) => (
                <td key={name} class="number">
                  {Value({ row, column: name, rowNumber })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
