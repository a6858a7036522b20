import type { Database } from 'sql.js'
import { quotedName } from '../../src/core/text/sql-quoting.ts'
import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import type { ColumnCatalog, IsEmpty } from './parts/archive-columns.ts'
import type { ArchiveFacts } from './run.ts'

/** The archive properties that the build's queries depend on. */
export interface KnownArchive {
  /** The columns that queries can use. */
  readonly known: ColumnCatalog
  readonly facts: ArchiveFacts
  readonly isEmpty: IsEmpty
  /** Whether `exoplanets` is the archive's composite table. */
  readonly isComposite: boolean
}

/** Determines the properties of an archive from its database. */
export function knownArchive(database: Database, columns: ColumnCatalog, dates: TableDates): KnownArchive {
  const known = withoutIdleChoice(database, columns)
  return {
    known,
    isComposite: isComposite(database, known),
    facts: { namesRepeat: doNamesRepeat(database), dates },
    isEmpty: (table, column) => isEmpty(database, table, column),
  }
}

/** Drops a `default_flag` column without values, which is treated as absent: with it, no planet would have a default row. */
function withoutIdleChoice(database: Database, columns: ColumnCatalog): ColumnCatalog {
  const isIdle = (name: string) => name === 'default_flag' && isEmpty(database, 'exoplanets', name)
  return { ...columns, exoplanets: columns.exoplanets.filter(({ name }) => !isIdle(name)) }
}

/** Only the composite table has references per value, and masses from a mass-radius relationship; it has no `default_flag`. */
function isComposite(database: Database, { exoplanets }: ColumnCatalog): boolean {
  const has = (column: string) => exoplanets.some(({ name }) => name === column)
  if (has('default_flag')) return false
  if (has('pl_rade_reflink')) return true
  const predicted = `SELECT 1 FROM exoplanets WHERE pl_bmassprov = 'M-R relationship' LIMIT 1`
  return has('pl_bmassprov') && database.exec(predicted).length > 0
}

function isEmpty(database: Database, table: TableName, column: string): boolean {
  const name = quotedName(column)
  return database.exec(`SELECT 1 FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1`).length === 0
}

function doNamesRepeat(database: Database): boolean {
  const [result] = database.exec('SELECT COUNT(pl_name) > COUNT(DISTINCT pl_name) FROM exoplanets')
  return result?.values[0]?.[0] === 1
}
