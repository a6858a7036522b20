import type { PageTable } from '../../src/core/ports.ts'
import { createJsonRowWriter } from '../../src/core/row-writers/json-row-writer.ts'
import type { RowsToWrite } from '../../src/core/row-writers/rows-to-write.ts'
import { mainTable, NAME_COLUMN, planetListColumns } from '../../src/format/table.ts'
import { sortByCodePoint } from '../../src/format/text-order.ts'
import { defaultColumnsOf } from '../pages/write-pages.ts'
import type { ArchiveTable, Cells } from '../table/archive-table.ts'
import { cellText } from '../table/cell-text.ts'
import { cellsOf } from '../table/rank-cells.ts'

function requiredCells(table: ArchiveTable, name: string): Cells {
  const cells = cellsOf(table, name)
  if (cells === undefined) throw new Error(`The table "${table.name}" has no column "${name}".`)
  return cells
}

/** Returns the rows of each value of a column, in the order of the table; rows whose cell is null are omitted. */
function rowsByText(table: ArchiveTable, column: string): Map<string, number[]> {
  const cells = requiredCells(table, column)
  const groups = new Map<string, number[]>()
  for (let row = 0; row < table.rows; row += 1) {
    const text = cellText(cells, row)
    if (text === null) continue
    const rows = groups.get(text)
    if (rows === undefined) groups.set(text, [row])
    else rows.push(row)
  }
  return groups
}

/** A name with an export, and its rows in snapshot order. */
export interface ExportedName {
  readonly name: string
  readonly rows: readonly number[]
}

/** Returns every name with an export, in code-point order. Rows whose name is null are omitted. */
export function exportedNames(table: ArchiveTable): readonly ExportedName[] {
  const groups = rowsByText(table, NAME_COLUMN[mainTable(table.name)])
  return sortByCodePoint([...groups.keys()]).map((name) => ({ name, rows: groups.get(name)! }))
}

/**
 * Returns the rows of a host's planets in `exoplanets`: for each distinct planet the row with `default_flag` 1, otherwise its
 * first, in snapshot order of that planet's first row.
 */
export function planetRowsOfHost(exoplanets: ArchiveTable): (host: string) => Uint32Array {
  const planetNames = requiredCells(exoplanets, 'pl_name')
  const flags = cellsOf(exoplanets, 'default_flag')
  const rowsOfHost = rowsByText(exoplanets, 'hostname')
  return (host) => {
    const chosen = new Map<string, { readonly row: number; readonly isDefault: boolean }>()
    for (const row of rowsOfHost.get(host) ?? []) {
      const planet = cellText(planetNames, row)
      if (planet === null) continue
      const isDefault = flags !== undefined && cellText(flags, row) === '1'
      const held = chosen.get(planet)
      if (held === undefined || (isDefault && !held.isDefault)) chosen.set(planet, { row, isDefault })
    }
    return Uint32Array.from(chosen.values(), ({ row }) => row)
  }
}

/**
 * Creates a writer of a host's planets as JSON: the default columns of `exoplanets` that this archive has, and their limit
 * flags.
 */
export function planetsOfHost(exoplanets: ArchiveTable, page: PageTable): (host: string) => RowsToWrite {
  const { columns } = exoplanets
  const rowsOf = planetRowsOfHost(exoplanets)
  const shown = planetListColumns({ columns, defaultColumns: defaultColumnsOf(exoplanets) })
  const { array } = createJsonRowWriter(page).withColumns(shown)
  return (host) => array(rowsOf(host))
}
