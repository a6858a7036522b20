/** @jsxImportSource preact */
import type { ColumnInfo } from '../../format/column.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import { numberDigits } from '../../units/typeset-numbers.ts'
import { columnPath, hostPath, planetPath } from '../components/addresses.ts'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { useSite } from '../frame/site.ts'

type Cell = string | number | bigint | null | undefined

export interface RowsTableProps {
  readonly label: string
  readonly columns: readonly ColumnInfo[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

/** Rows of a result, with the meaning and unit of each column in its heading. Numbers have the same digits as in the JSON. */
export function RowsTable({ label, columns, rows }: RowsTableProps) {
  return (
    <Scroll label={label}>
      <table class="result-rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={kindOf(column)} title={column.description}>
                <Heading column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <td key={column.name} class={kindOf(column)} data-column={column.name} data-row={at}>
                  <CellText name={column.name} cell={row[column.name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function kindOf({ data_type }: ColumnInfo): string | undefined {
  return data_type === 'String' ? undefined : 'number'
}

/** The name of a column; an archive column is a link to its description. */
function Heading({ column: { name, unit } }: { readonly column: ColumnInfo }) {
  const { href, manifest } = useSite()
  const table = TABLE_NAMES.find((table) => manifest.tables[table].columns.some((known) => known.name === name))
  return (
    <>
      {table === undefined ? name : <a href={href(columnPath(table, name))}>{name}</a>} <Unit unit={unit} />
    </>
  )
}

function CellText({ name, cell }: { readonly name: string; readonly cell: Cell }) {
  const { href } = useSite()
  if (cell === null || cell === undefined)
    return (
      <span class="none">
        <span aria-hidden="true">–</span>
        <span class="unseen">no value</span>
      </span>
    )
  if (typeof cell !== 'string')
    return <>{typeof cell === 'number' ? numberDigits(cell) : String(cell).replace('-', '−')}</>
  if (/^(?:pl_name|inner_planet|outer_planet)$/.test(name))
    return (
      <a href={href(planetPath(cell))}>
        <bdi>{cell}</bdi>
      </a>
    )
  if (name === 'hostname')
    return (
      <a href={href(hostPath(cell))}>
        <bdi>{cell}</bdi>
      </a>
    )
  return <bdi>{cell}</bdi>
}
