import type { Database } from 'sql.js'
import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { quoteName } from '../catalog/write-catalog.ts'
import type { ColumnCatalogue, IsEmpty } from './parts/archive-columns.ts'
import type { ArchiveFacts } from './run.ts'

/** What queries of the build are written for. */
export interface KnownArchive {
  /** The columns that they can use. */
  readonly known: ColumnCatalogue
  readonly facts: ArchiveFacts
  readonly isEmpty: IsEmpty
}

/** Looks at an archive in its database. */
export function knownArchive(database: Database, columns: ColumnCatalogue, dates: TableDates): KnownArchive {
  return {
    known: withoutIdleChoice(database, columns),
    facts: { namesRepeat: doNamesRepeat(database), dates },
    isEmpty: (table, column) => isEmpty(database, table, column),
  }
}

/** The columns but for a `default_flag` without values, by which no planet would have a chosen row: it is as good as absent. */
function withoutIdleChoice(database: Database, columns: ColumnCatalogue): ColumnCatalogue {
  const isIdle = (name: string) => name === 'default_flag' && isEmpty(database, 'exoplanets', name)
  return { ...columns, exoplanets: columns.exoplanets.filter(({ name }) => !isIdle(name)) }
}

function isEmpty(database: Database, table: TableName, column: string): boolean {
  const name = quoteName(column)
  return database.exec(`SELECT 1 FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1`).length === 0
}

function doNamesRepeat(database: Database): boolean {
  const [result] = database.exec('SELECT COUNT(pl_name) > COUNT(DISTINCT pl_name) FROM exoplanets')
  return result?.values[0]?.[0] === 1
}
