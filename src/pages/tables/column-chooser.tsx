/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import type { TableName } from '../../format/table.ts'
import { foldVariants, groupByTopic } from '../../objects/column-groups.ts'
import { labelOf } from '../components/labels.ts'
import { Unit } from '../components/unit.tsx'
import { useSite } from '../frame/site.ts'
import { type Read, readParameters } from './table-address.ts'

/** A column that can be chosen. */
export interface ChoosableColumn {
  readonly name: string
  readonly label: string
  readonly unit: string | undefined
}

export type ColumnTopics = readonly (readonly [topic: string, columns: readonly ChoosableColumn[]])[]

/** The columns of a table by topic, without those that belong to a value; worked out once for a snapshot. */
export function columnTopics(columns: readonly Column[]): ColumnTopics {
  const choosable = foldVariants(columns).map(({ column }) => ({
    name: column.name,
    label: labelOf(column),
    unit: column.unit,
  }))
  return groupByTopic(choosable, ({ name }) => name)
}

export interface ColumnChooserProps {
  readonly table: TableName
  readonly read: Read
  readonly topics: ColumnTopics
  readonly defaultColumns: readonly string[]
}

/** A box for each column of the table. Errors and limits come with their values. */
export function ColumnChooser({ table, read, topics, defaultColumns }: ColumnChooserProps) {
  const { href } = useSite()
  const chosen = new Set(read.columns)
  const carried = readParameters({ ...read, page: 1, columns: defaultColumns }, defaultColumns)
  return (
    <details class="chooser">
      <summary>Columns ({read.columns.length})</summary>
      <form action={href(`/${table}`)} method="get">
        {carried.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="columns" value={read.columns.join(',')} />
        {topics.map(([topic, columns]) => (
          <fieldset key={topic}>
            <legend>{topic}</legend>
            {columns.map(({ name, label, unit }) => (
              <label key={name} title={name}>
                <input type="checkbox" name="column" value={name} checked={chosen.has(name)} /> {label}{' '}
                <Unit unit={unit} />
              </label>
            ))}
          </fieldset>
        ))}
        <button type="submit">Show these columns</button>
      </form>
    </details>
  )
}
