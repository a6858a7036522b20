import { CatalogError } from '../../core/errors.ts'
import type { SqlQuery } from '../../core/ports.ts'
import { MAX_SQL_BYTES, MAX_TRANSLATED_BYTES } from '../../core/sql-limits.ts'

/** Rejects a text that is too long or not a string before it reaches a process. */
export function checkSqlText({ sql, vo }: Pick<SqlQuery, 'sql' | 'vo'>): void {
  const bytes = Buffer.byteLength(sql, 'utf8')
  if (vo !== undefined && bytes > MAX_TRANSLATED_BYTES)
    throw new CatalogError(
      'query_too_large',
      "The query is too long after its translation to SQLite's SQL: shorten it.",
    )
  if (vo === undefined && bytes > MAX_SQL_BYTES) {
    throw new CatalogError('sql_too_long', `The SQL is ${bytes} bytes long; the maximum is ${MAX_SQL_BYTES} (16 KiB).`)
  }
  if (!sql.isWellFormed())
    throw new CatalogError('invalid_sql', 'The SQL contains half of a surrogate pair, which is not valid Unicode.')
}
