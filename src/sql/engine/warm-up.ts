import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import { quotedName } from '../../core/text/sql-quoting.ts'
import { MIN_SCRATCH_BYTES } from '../../formats/byte-writer.ts'
import { JsonWriter } from '../../formats/json-writer.ts'
import type { CatalogDatabase } from '../sqlite/open-database.ts'
import { runQuery } from './run-query.ts'

/**
 * Runs a few queries before the first client's: it maps the file's pages, compiles the code, and checks the guard's assumptions.
 * Throws if clock reads are not detected, because outdated answers would then be cached.
 */
export function warmUp(database: CatalogDatabase, clockReads: () => number): void {
  const isDeterministic = (sql: string): boolean => {
    const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), MAX_RESULT_BYTES, () => {})
    return runQuery(database, { sql, maxRows: 1 }, clockReads, out).isDeterministic
  }
  for (const [table, columns] of database.columns) {
    const last = columns.at(-1) ?? 'rowid'
    // The last column is at the end of every row, so all pages are read; one row at a time, whatever the memory limit.
    const sql = `SELECT count(*), max(${quotedName(last)}) FROM ${table}`
    if (!isDeterministic(sql)) {
      throw new Error('the clock is read without being asked for')
    }
  }
  if (isDeterministic("SELECT date('now')")) {
    throw new Error('SQLite reads a clock that is not watched')
  }
}
