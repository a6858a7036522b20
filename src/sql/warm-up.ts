import { TABLE_NAMES } from '../format/table.ts'
import { runQuery } from './engine.ts'
import type { CatalogDatabase } from './open-database.ts'

/**
 * Runs a few queries before the first client's: the file's pages are mapped, the code is compiled, and what the guard
 * rests on is checked. Throws where the clock goes unseen, since then an answer of today would be kept for tomorrow.
 */
export function warmUp(database: CatalogDatabase, clockReads: () => number): void {
  for (const table of TABLE_NAMES) {
    const last = database.columns[table].at(-1) ?? 'hostname'
    // Its last column lies at the end of every row, so all pages are read; one row at a time, whatever the memory limit.
    const sql = `SELECT count(hostname), max("${last.replaceAll('"', '""')}") FROM ${table}`
    if (!runQuery(database, { sql, maxRows: 1 }, clockReads).isDeterministic) {
      throw new Error('the clock is read without being asked for')
    }
  }
  if (runQuery(database, { sql: "SELECT date('now')", maxRows: 1 }, clockReads).isDeterministic) {
    throw new Error('SQLite reads a clock that is not watched')
  }
}
