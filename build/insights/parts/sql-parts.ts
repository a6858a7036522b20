import type { TableName } from '../../../src/format/table.ts'
import type { ArchiveColumns } from './archive-columns.ts'
import { isRadiusMeasured } from './radius-origin.ts'

/** A condition that the rows of an insight must meet. */
export interface RowRule {
  /** A condition for a WHERE clause. */
  readonly condition: string
  /** Why rows that do not meet it are left out; absent if such rows are outside the scope of the insight. */
  readonly reason?: string
}

/** A rule, or undefined if the archive lacks the column that the rule would read. */
export type Rule = RowRule | undefined

/** The rules that apply, in order. */
export function present(rules: readonly Rule[]): readonly RowRule[] {
  return rules.filter((rule) => rule !== undefined)
}

/** The WHERE clause of these rules; empty if none applies. */
export function where(rules: readonly RowRule[]): string {
  return rules.length === 0 ? '' : `\nWHERE ${rules.map(({ condition }) => condition).join('\n  AND ')}`
}

/** The scope of the insight; rows outside it are not counted as left out. */
export function within(condition: string): Rule {
  return { condition }
}

/** The row has these names. Without a name, its planet or host is unknown, and several such rows would be grouped as one. */
export function isNamed(...columns: readonly string[]): Rule {
  return {
    condition: columns.map((column) => `${column} IS NOT NULL`).join(' AND '),
    reason: `no value (${columns.join(' or ')})`,
  }
}

/** The row names its system. */
export const HAS_SYSTEM_NAME: Rule = {
  condition: "sy_name IS NOT NULL AND sy_name <> ''",
  reason: 'no value (sy_name)',
}

/** The row has a value in the column. */
export function hasValue(column: string): Rule {
  return { condition: `${column} IS NOT NULL`, reason: `no value (${column})` }
}

/**
 * The row is flagged. Rows with another value are outside the scope of the insight; rows without a value are left out as unknown.
 */
export function isFlagged(column: string): readonly Rule[] {
  return [hasValue(column), within(`${column} = 1`)]
}

/** The row has a value above 0 in the column. */
export function isPositive(column: string): Rule {
  return { condition: `${column} > 0`, reason: `no positive value (${column})` }
}

/** The row's mass is a true mass, not a minimum mass. */
export const HAS_TRUE_MASS: Rule = {
  condition: "pl_bmassprov = 'Mass'",
  reason: 'not stated to be a true mass (pl_bmassprov is not Mass)',
}

/** Both uncertainties of the value are measured: a zero or one-sided uncertainty is not a measurement. */
export function hasErrors(column: string): Rule {
  return {
    condition: `${column}err1 <> 0 AND ${column}err2 <> 0`,
    reason: `uncertainty missing, zero or one-sided (${column}err1, ${column}err2)`,
  }
}

/** Selects the archive's default row of each planet; all rows if the archive marks no default rows. */
export function isChosen(archive: ArchiveColumns): Rule {
  return archive.has('exoplanets', 'default_flag') ? { condition: 'default_flag = 1' } : undefined
}

/** Counts the planets of the selected rows: one per row if the archive marks default rows, otherwise the distinct names. */
export function countPlanets(archive: ArchiveColumns): string {
  return archive.has('exoplanets', 'default_flag') ? 'COUNT(*)' : 'COUNT(DISTINCT pl_name)'
}

const CONTROVERSIAL = 'controversial (pl_controv_flag is 1)'
/** All rows of such a planet count, also those without the flag. */
const CONTROVERSIAL_IN_ANY = 'of a planet that is controversial in any row (pl_controv_flag is 1)'

/**
 * The row's planet is not flagged as controversial: by the row itself if the archive marks one default row per planet, otherwise by
 * any row of the planet, since only some of its references may have the flag.
 */
export function isUndisputed(archive: ArchiveColumns): Rule {
  if (!archive.has('exoplanets', 'default_flag')) return isUndisputedInAllRows(archive)
  return archive.has('exoplanets', 'pl_controv_flag')
    ? { condition: 'COALESCE(pl_controv_flag, 0) = 0', reason: CONTROVERSIAL }
    : undefined
}

/** No row of the planet flags it as controversial; for insights that read all references. */
export function isUndisputedInAllRows(archive: ArchiveColumns): Rule {
  return archive.has('exoplanets', 'pl_controv_flag')
    ? {
        condition: 'pl_name NOT IN (SELECT pl_name FROM exoplanets WHERE pl_controv_flag = 1 AND pl_name IS NOT NULL)',
        reason: CONTROVERSIAL_IN_ANY,
      }
    : undefined
}

/**
 * The condition under which a row's planet is flagged as controversial, consistent with `isUndisputed`; undefined if the archive
 * has no such flag.
 */
export function disputedCondition(archive: ArchiveColumns): string | undefined {
  if (!archive.has('exoplanets', 'pl_controv_flag')) return undefined
  return archive.has('exoplanets', 'default_flag')
    ? 'pl_controv_flag <> 0'
    : 'pl_name IN (SELECT pl_name FROM exoplanets WHERE pl_controv_flag = 1)'
}

/** The column's value is measured, not an upper or lower limit (`*lim` of 1 or -1). */
export function isNoLimit(archive: ArchiveColumns, column: string, table: TableName = 'exoplanets'): Rule {
  return archive.has(table, `${column}lim`)
    ? { condition: `COALESCE(${column}lim, 0) = 0`, reason: `limit, not a value (${column}lim is 1 or -1)` }
    : undefined
}

/** Radii in units of Earth's and of Jupiter's. */
const RADII: ReadonlySet<string> = new Set(['pl_rade', 'pl_radj'])

/** The column's measured value; null if the value is a limit, or a radius that is not measured. */
export function measured(archive: ArchiveColumns, column: string): string {
  const rules = present([isNoLimit(archive, column), RADII.has(column) ? isRadiusMeasured(archive) : undefined])
  const condition = rules.map((rule) => rule.condition).join(' AND ')
  return rules.length === 0 ? column : `CASE WHEN ${condition} THEN ${column} END`
}

/** `measured` as a result column with the name of the column. */
export function showMeasured(archive: ArchiveColumns, column: string): string {
  const value = archive.showsAll ? column : measured(archive, column)
  return value === column ? column : `${value} AS ${column}`
}

/** Both uncertainties of a column as result columns; null if one of them is not a measurement. */
export function showErrors(archive: ArchiveColumns, column: string): string {
  const names = [`${column}err1`, `${column}err2`]
  if (archive.showsAll) return names.join(', ')
  return names
    .map((name) => `CASE WHEN ${names[0]} <> 0 AND ${names[1]} <> 0 THEN ${name} END AS ${name}`)
    .join(',\n  ')
}

/** The column's measured value if the archive has the column, otherwise null. */
export function measuredIfPresent(archive: ArchiveColumns, column: string): string {
  return archive.has('exoplanets', column) ? measured(archive, column) : 'NULL'
}
