import type { Column } from '../../src/format/column.ts'
import type { Manifest } from '../../src/format/manifest.ts'
import { snapshotFacts } from '../../src/format/manifest.ts'
import { isTableName, NAMED_THINGS, TABLE_NAMES } from '../../src/format/table.ts'
import type { ChangeReport, TableChanges } from '../../src/history/change-report.ts'
import { groupedDigits } from '../../src/units/typeset-numbers.ts'

const PROPERTIES = ['type', 'unit', 'description', 'sourceDatatype'] as const

/** Describes the changes in the columns of a table. */
export function compareColumns(
  before: readonly Column[],
  after: readonly Column[],
): Pick<TableChanges, 'newColumns' | 'removedColumns' | 'columnChanges'> {
  const names = (columns: readonly Column[]) => columns.map(({ name }) => name)
  const old = new Map(before.map((column) => [column.name, column]))
  const current = new Set(names(after))
  return {
    newColumns: names(after).filter((name) => !old.has(name)),
    removedColumns: names(before).filter((name) => !current.has(name)),
    columnChanges: after.flatMap((column) => {
      const former = old.get(column.name)
      if (former === undefined) return []
      return PROPERTIES.filter((property) => former[property] !== column[property]).map((property) => ({
        column: column.name,
        property,
        before: former[property] ?? null,
        after: column[property] ?? null,
      }))
    }),
  }
}

export function changeReport(
  before: Manifest | undefined,
  after: Manifest,
  tables: ChangeReport['tables'],
): ChangeReport {
  const report = { from: before === undefined ? null : snapshotFacts(before), to: snapshotFacts(after), tables }
  if (before === undefined) return report
  const newTables = missingFrom(before, after)
  const removedTables = missingFrom(after, before)
  return {
    ...report,
    ...(newTables.length === 0 ? {} : { newTables }),
    ...(removedTables.length === 0 ? {} : { removedTables }),
  }
}

/** Returns the further tables of `other` that a snapshot does not have. */
function missingFrom(manifest: Manifest, other: Manifest): string[] {
  return Object.keys(other.furtherTables).filter((table) => !Object.hasOwn(manifest.furtherTables, table))
}

/** Whether the two states contain the same rows and columns, in any order. */
function isSameContent({ tables, newTables, removedTables }: ChangeReport): boolean {
  if (tables === null || newTables !== undefined || removedTables !== undefined) return false
  return Object.values(tables).every(({ rows, newColumns, removedColumns, columnChanges }) => {
    return (
      rows.added + rows.removed + rows.changed + newColumns.length + removedColumns.length + columnChanges.length === 0
    )
  })
}

/** Maximum number of names listed on a terminal; the file contains all of them. */
const SHOWN_NAMES = 20

function listed(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function tableLines(table: string, changes: TableChanges): string[] {
  const things = isTableName(table) ? NAMED_THINGS[table] : 'names'
  const { rows, newNames, removedNames, newColumns, removedColumns, columnChanges } = changes
  const count = groupedDigits
  const lines = [
    `${table}: ${count(rows.after)} rows, ${count(rows.added)} added, ${count(rows.removed)} removed, ${count(rows.changed)} changed`,
  ]
  if (newNames.length > 0) lines.push(`  new ${things} (${newNames.length}): ${listed(newNames)}`)
  if (removedNames.length > 0) lines.push(`  removed ${things} (${removedNames.length}): ${listed(removedNames)}`)
  if (newColumns.length > 0) lines.push(`  new columns: ${listed(newColumns)}`)
  if (removedColumns.length > 0) lines.push(`  removed columns: ${listed(removedColumns)}`)
  if (columnChanges.length > 0)
    lines.push(
      `  columns with a changed description: ${listed([...new Set(columnChanges.map(({ column }) => column))])}`,
    )
  return lines
}

/** Formats a report as a few lines. */
export function reportLines(report: ChangeReport): string[] {
  const { from, tables } = report
  if (from === null || tables === null) return ['This is the first snapshot: there is nothing to compare it with.']
  if (isSameContent(report))
    return [`The rows are those of snapshot ${from.id}, in another order or with another date.`]
  const { newTables = [], removedTables = [] } = report
  const further = Object.keys(tables).filter((table) => !isTableName(table))
  return [
    ...[...TABLE_NAMES, ...further].flatMap((table) => tableLines(table, tables[table]!)),
    ...(newTables.length === 0 ? [] : [`new tables: ${listed(newTables)}`]),
    ...(removedTables.length === 0 ? [] : [`removed tables: ${listed(removedTables)}`]),
  ]
}
