import type { TableName } from '../../../src/format/table.ts'
import type { ArchiveColumns } from './archive-columns.ts'

/** A condition of a WHERE clause, or nothing where the archive lacks the column it would ask. */
export type Condition = string | undefined

/** The WHERE clause of these conditions; empty where none applies. */
export function where(...conditions: readonly Condition[]): string {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length === 0 ? '' : `\nWHERE ${present.join('\n  AND ')}`
}

/** The row has these names: one without is of no known planet or host, and several such rows would make one together. */
export function isNamed(...columns: readonly ('pl_name' | 'hostname')[]): Condition {
  return columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
}

/** The archive's chosen reference of each planet; every row counts as chosen where the archive chooses none. */
export function isChosen(archive: ArchiveColumns): Condition {
  return archive.has('exoplanets', 'default_flag') ? 'default_flag = 1' : undefined
}

/** How many planets rows are that are chosen: one each where the archive chooses, else those of different names. */
export function countPlanets(archive: ArchiveColumns): string {
  return archive.has('exoplanets', 'default_flag') ? 'COUNT(*)' : 'COUNT(DISTINCT pl_name)'
}

/**
 * The row's planet is not marked as controversial: by the row itself where the archive chooses one per planet, else by any
 * row of the planet, since only some of its references may carry the mark.
 */
export function isUndisputed(archive: ArchiveColumns): Condition {
  if (!archive.has('exoplanets', 'default_flag')) return isUndisputedInAllRows(archive)
  return archive.has('exoplanets', 'pl_controv_flag') ? 'COALESCE(pl_controv_flag, 0) = 0' : undefined
}

/**
 * No row of the planet marks it as controversial: for insights that read all references. `name` is the planet's in the
 * query.
 */
export function isUndisputedInAllRows(archive: ArchiveColumns, name = 'pl_name'): Condition {
  return archive.has('exoplanets', 'pl_controv_flag')
    ? `${name} NOT IN (SELECT pl_name FROM exoplanets WHERE pl_controv_flag = 1 AND pl_name IS NOT NULL)`
    : undefined
}

/** The column's value is measured, not an upper or lower limit (`*lim` of 1 or -1). */
export function isNoLimit(archive: ArchiveColumns, column: string, table: TableName = 'exoplanets'): Condition {
  return archive.has(table, `${column}lim`) ? `COALESCE(${column}lim, 0) = 0` : undefined
}

/** The column's measured value; null where the value is a limit. */
export function measured(archive: ArchiveColumns, column: string): string {
  const condition = isNoLimit(archive, column)
  return condition === undefined ? column : `CASE WHEN ${condition} THEN ${column} END`
}

/** `measured` as a result column of the column's own name. */
export function showMeasured(archive: ArchiveColumns, column: string): string {
  const value = measured(archive, column)
  return value === column ? column : `${value} AS ${column}`
}

/** The column's measured value where the archive has the column, else null. */
export function measuredIfPresent(archive: ArchiveColumns, column: string): string {
  return archive.has('exoplanets', column) ? measured(archive, column) : 'NULL'
}
