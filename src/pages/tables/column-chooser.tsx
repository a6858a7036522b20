/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import type { TableName } from '../../format/table.ts'
import { foldVariants, groupByTopic } from '../../objects/column-groups.ts'
import { labelOf } from '../components/labels.ts'
import { Unit } from '../components/unit.tsx'
import { renderFragment } from '../frame/render.ts'
import { useSite } from '../frame/site.ts'
import { type Read, readParameters } from './table-address.ts'

/** A selectable column: the markup of its checkbox, unchecked and checked. */
interface ColumnBox {
  readonly name: string
  readonly empty: string
  readonly ticked: string
}

/** The columns of a table by topic; the legend is markup as well. */
export type ColumnTopics = readonly { readonly legend: string; readonly boxes: readonly ColumnBox[] }[]

/**
 * The columns of a table by topic, without companion columns. Computed once per snapshot, because a table has hundreds of columns
 * and each of its pages shows them all.
 */
export function columnTopics(columns: readonly Column[]): ColumnTopics {
  const choosable = foldVariants(columns).map(({ column }) => column)
  return groupByTopic(choosable, ({ name }) => name).map(([topic, members]) => ({
    legend: renderFragment(<legend>{topic}</legend>),
    boxes: members.map((column) => ({
      name: column.name,
      empty: renderFragment(<Box column={column} isTicked={false} />),
      ticked: renderFragment(<Box column={column} isTicked />),
    })),
  }))
}

function Box({ column, isTicked }: { readonly column: Column; readonly isTicked: boolean }) {
  const { name, unit } = column
  return (
    <label title={name}>
      <input type="checkbox" name="column" value={name} checked={isTicked} /> {labelOf(column)} <Unit unit={unit} />
    </label>
  )
}

export interface ColumnChooserProps {
  readonly table: TableName
  readonly read: Read
  readonly topics: ColumnTopics
  readonly defaultColumns: readonly string[]
}

/** A checkbox for each column of the table. Uncertainties and limits are included with their values. */
export function ColumnChooser({ table, read, topics, defaultColumns }: ColumnChooserProps) {
  const { href } = useSite()
  const chosen = new Set(read.columns)
  const carried = readParameters({ ...read, page: 1, columns: defaultColumns }, defaultColumns)
  // Composed of rendered markup, in which all text is escaped.
  const boxes = topics
    .map((topic) => {
      const own = topic.boxes.map(({ name, empty, ticked }) => (chosen.has(name) ? ticked : empty))
      return `<fieldset>${topic.legend}${own.join('')}</fieldset>`
    })
    .join('')
  return (
    <details class="chooser">
      <summary>Columns ({read.columns.length})</summary>
      <form action={href(`/${table}`)} method="get">
        {carried.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="columns" value={read.columns.join(',')} />
        <div dangerouslySetInnerHTML={{ __html: boxes }} />
        <button type="submit">Show these columns</button>
      </form>
    </details>
  )
}
