import type { SqlQuery } from '../../core/ports.ts'
import { guard } from '../guard/guard.ts'
import type { CatalogDatabase } from '../sqlite/open-database.ts'
import { type EncodedRows, encodeRows, resultTooLarge } from './encode-rows.ts'
import { type JsonBytes, JsonTooLong } from './json-bytes.ts'

/** A finished answer, and whether the same text gives the same one for as long as the snapshot lasts. */
export interface EngineResult extends EncodedRows {
  readonly isDeterministic: boolean
}

/**
 * Runs one query to its end, in this process and without a deadline, and writes its answer to `out`. `clockReads`
 * counts how often the clock was read: a result for which SQLite asked the time is true for now only.
 */
export function runQuery(
  database: CatalogDatabase,
  query: SqlQuery,
  clockReads: () => number,
  out: JsonBytes,
): EngineResult {
  const { sqlite } = database
  const { statement, usesRandom } = guard(database, query.sql)
  const before = clockReads()
  try {
    const encoded = encodeRows(sqlite, statement, query.maxRows, query.sql, out)
    return { ...encoded, isDeterministic: !usesRandom && clockReads() === before }
  } catch (error) {
    throw error instanceof JsonTooLong ? resultTooLarge(query.maxBytes) : error
  } finally {
    sqlite.api._sqlite3_finalize(statement)
  }
}
