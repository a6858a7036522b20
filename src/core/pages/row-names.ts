import { TABLE_NAMES } from '../../format/table.ts'
import type { Snapshot } from '../ports.ts'
import { hasText } from './code-set.ts'

/** The columns with the names of planets and hosts. */
export type NamingColumn = 'pl_name' | 'hostname'

/** Whether a row of one of the tables with this column has exactly this name. */
export function isNameOf(
  snapshot: Pick<Snapshot, 'pageTable'>,
  column: NamingColumn,
  name: string,
  tables: readonly string[] = TABLE_NAMES,
): boolean {
  return tables.some((table) => {
    const names = snapshot.pageTable(table).columns.get(column)
    return names !== undefined && hasText(table, names, name)
  })
}

/**
 * The warning about a name that no row has. Both names are formatted as the interface writes values; `best` is the probable
 * name.
 */
export function noSuchName(column: NamingColumn, name: string, best?: string): string {
  const advice = best === undefined ? '' : ` Did you mean ${best}?`
  return `No row has the ${column} ${name}.${advice} Names must match exactly, including case.`
}
