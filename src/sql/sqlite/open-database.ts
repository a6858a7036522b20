import { mapFile } from '../../files/map-file.ts'
import { isTableName, TABLE_NAMES } from '../../format/table.ts'
import { unbind } from './bind-functions.ts'
import { addFunctions } from './functions.ts'
import { checkRowLayout } from './result-row.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'

/** WebAssembly memory outside of SQLite's own accounting: code tables, stack and allocations of sql.js. */
const UNCOUNTED_BYTES = 48 * 1024 * 1024

/** Functions that full-text search registers on every connection, with their argument counts; no SELECT here needs them. */
const FULL_TEXT_FUNCTIONS = [
  ['fts3_tokenizer', 1],
  ['fts3_tokenizer', 2],
  ['matchinfo', 1],
  ['matchinfo', 2],
  ['offsets', 1],
  ['optimize', 1],
  ['snippet', -1],
] as const

/** A snapshot opened for queries, with the data that the guard needs. */
export interface CatalogDatabase {
  readonly sqlite: Sqlite
  /** Column names of each table, in table order; the two tables that every snapshot has come first. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** Root pages of the tables and their indexes, which a query may read. */
  readonly readablePages: ReadonlySet<number>
}

/**
 * Opens `catalog.sqlite` over a private mapping: no query can change the file, and its pages are shared with all other processes.
 * `memoryMb` is the memory limit of queries.
 */
export async function openDatabase(path: string, memoryMb: number): Promise<CatalogDatabase> {
  const { bytes } = mapFile(path)
  const memoryBytes = memoryMb * 1024 * 1024
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sqlite = await openSqlite(file, memoryBytes + UNCOUNTED_BYTES)
  for (const pragma of [
    // Otherwise a large sort spills into sql.js's file system, which has no size limit.
    'temp_store = MEMORY',
    'query_only = ON',
    // Nothing writes, so no query has to look for a journal or a change first: an eighth of the time of a look-up (measured).
    'locking_mode = EXCLUSIVE',
    'trusted_schema = OFF',
    `hard_heap_limit = ${memoryBytes}`,
  ])
    sqlite.rows(`PRAGMA ${pragma}`)
  checkRowLayout(sqlite)
  for (const [name, argumentCount] of FULL_TEXT_FUNCTIONS) unbind(sqlite, name, argumentCount)
  addFunctions(sqlite, memoryBytes + UNCOUNTED_BYTES)
  const own = "type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
  const stored = sqlite.rows(`SELECT name FROM sqlite_schema WHERE ${own} ORDER BY name`).map(([name]) => name!)
  const tables = [...TABLE_NAMES, ...stored.filter((name) => !isTableName(name))]
  const columns = new Map(
    tables.map((table) => [table, sqlite.rows(`SELECT name FROM pragma_table_info('${table}')`).map(([n]) => n!)]),
  )
  const names = tables.map((table) => `'${table}'`).join(', ')
  const roots = sqlite.rows(`SELECT rootpage FROM sqlite_schema WHERE tbl_name IN (${names}) AND rootpage > 0`)
  return { sqlite, columns, readablePages: new Set(roots.map(([page]) => Number(page))) }
}
