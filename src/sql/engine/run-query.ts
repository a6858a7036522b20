import type { SqlQuery } from '../../core/ports.ts'
import { OutputTooLong } from '../../formats/byte-writer.ts'
import type { JsonWriter } from '../../formats/json-writer.ts'
import type { OutputFacts } from '../../formats/row-encoder.ts'
import { guard } from '../guard/guard.ts'
import type { CatalogDatabase } from '../sqlite/open-database.ts'
import { type EncodedRows, encodeJson, encodeRows, encodeVoRows, resultTooLarge } from './encode-rows.ts'

/** A complete answer, and whether the same text returns the same answer for the lifetime of the snapshot. */
export interface EngineResult extends EncodedRows {
  readonly isDeterministic: boolean
}

/**
 * Runs one query to its end, in this process and without a deadline, and writes its answer to `out`. `clockReads` counts how
 * often the clock was read: a result for which SQLite read the time is only valid now.
 */
export function runQuery(
  database: CatalogDatabase,
  query: SqlQuery,
  clockReads: () => number,
  out: JsonWriter,
): EngineResult {
  const { sqlite } = database
  const { statement, usesRandom } = guard(database, query.sql)
  const before = clockReads()
  try {
    const { format = 'json', vo, maxRows, sql } = query
    const encoded =
      vo !== undefined
        ? encodeVoRows(sqlite, statement, maxRows, vo, out)
        : format === 'json'
          ? encodeJson(sqlite, statement, maxRows, sql, out)
          : encodeRows(sqlite, statement, maxRows, format, outputFacts(query), out, query.facts?.columns)
    return { ...encoded, isDeterministic: !usesRandom && clockReads() === before }
  } catch (error) {
    throw error instanceof OutputTooLong ? resultTooLarge(query.maxBytes) : error
  } finally {
    sqlite.api._sqlite3_finalize(statement)
  }
}

function outputFacts({ sql, facts }: SqlQuery): OutputFacts {
  return {
    title: 'query',
    query: sql,
    snapshotId: facts?.snapshotId ?? '',
    source: facts?.source ?? '',
    warnings: facts?.warnings ?? [],
  }
}
