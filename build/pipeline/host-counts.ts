import { eachTable, type TableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { cellText } from '../table/cell-text.ts'
import { cellsOf } from '../table/rank-cells.ts'

/** The number of hosts that a table names, and how many of them the other table does not name. */
export interface HostCounts {
  readonly hosts: number
  readonly hostsNotInOther: number
}

/** The distinct host names of a table; rows without a host name are not counted. */
function hostNames(table: ArchiveTable): ReadonlySet<string> {
  const cells = cellsOf(table, 'hostname')
  const names = new Set<string>()
  if (cells === undefined) return names
  if (cells.kind === 'text') return new Set(cells.values)
  for (let row = 0; row < table.rows; row += 1) {
    const name = cellText(cells, row)
    if (name !== null) names.add(name)
  }
  return names
}

/** Counts the hosts of both tables, matched by name, case-sensitively. */
export function countHosts(tables: Readonly<Record<TableName, ArchiveTable>>): Readonly<Record<TableName, HostCounts>> {
  const names = eachTable((table) => hostNames(tables[table]))
  const counts = (own: ReadonlySet<string>, other: ReadonlySet<string>): HostCounts => ({
    hosts: own.size,
    hostsNotInOther: own.difference(other).size,
  })
  return {
    exoplanets: counts(names.exoplanets, names.stellarhosts),
    stellarhosts: counts(names.stellarhosts, names.exoplanets),
  }
}
