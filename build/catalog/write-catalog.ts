import { quotedName } from '../../src/core/text/sql-quoting.ts'
import { SQL_TYPES } from '../../src/format/column.ts'
import { FORMAT_VERSION } from '../../src/format/manifest.ts'
import { isTableName, type TableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { keyColumnsOf } from '../table/key-columns.ts'
import { COVERING_COLUMNS } from './covering-columns.ts'
import { openSqliteWriter } from './sqlite-insert.ts'

/**
 * Page size. Rows of 355 columns are wider than a small page, so that each would be a chain of overflow pages. Measured with
 * sql.js on the full-size archive: a scan of a rarely used column takes 54 ms with pages of 4 or 8 KiB, 35 with 16, 31 with 32
 * and 30 with 64, and lookups by name stay at 0.2 ms.
 */
const PAGE_BYTES = 32_768

function createTable({ name, columns }: ArchiveTable): string {
  return `CREATE TABLE ${name} (${columns.map((column) => `${quotedName(column.name)} ${SQL_TYPES[column.type]}`).join(', ')}) STRICT`
}

/** An index on one column. Table names cannot contain a dot, so none is equal to its name. */
function createIndex(table: string, column: string): string {
  return `CREATE INDEX ${quotedName(`${table}.${column}`)} ON ${table} (${quotedName(column)})`
}

/**
 * Indexes of a table, wide ones first: SQLite rates covering indexes of a wide table as equal, and of equal ones it scans the one
 * that was created last. A scan of five columns takes half of the time with the narrow index (6 ms, and 11 with the wide one).
 */
function createIndexes({ name, columns }: ArchiveTable): string[] {
  const present = new Set(columns.map((column) => column.name))
  if (!isTableName(name)) return keyColumnsOf(columns).map((column) => createIndex(name, column))
  const covering: { readonly kind: string; readonly columns: readonly string[] }[] = []
  const made = new Set<string>()
  for (const [kind, wanted] of Object.entries(COVERING_COLUMNS[name])) {
    const columns = wanted.filter((column) => present.has(column))
    // In an archive with few columns, a later index can add no column to the earlier ones.
    if (columns.every((column) => made.has(column))) continue
    for (const column of columns) made.add(column)
    covering.push({ kind, columns })
  }
  const indexes = covering
    .toSorted((a, b) => b.columns.length - a.columns.length)
    .map(({ kind, columns }) => `CREATE INDEX ${name}_${kind} ON ${name} (${columns.map(quotedName).join(', ')})`)
  if (present.has('pl_name')) indexes.push(`CREATE INDEX ${name}_pl_name ON ${name} (pl_name)`)
  return indexes
}

/** The order in which the two tables are filled: the smaller one, which is read first, before the other. */
const FILL_ORDER = ['stellarhosts', 'exoplanets'] as const satisfies readonly TableName[]

/**
 * Returns the bytes of `catalog.sqlite`: all tables, STRICT, rows in snapshot order under rowid 1 to n, with indexes and
 * statistics. A table is filled as soon as it and those before it are available; `further` ones come last. The same tables
 * produce the same bytes. `expectedBytes`, an estimate of their number that is called when the first table is available, only
 * saves time.
 */
export async function encodeCatalog(
  tables: Readonly<Record<TableName, ArchiveTable | Promise<ArchiveTable>>>,
  expectedBytes: () => number = () => 0,
  onRow: (table: string, done: number, rows: number) => void = () => {},
  further: () => Promise<readonly ArchiveTable[]> = async () => [],
): Promise<Uint8Array> {
  await tables[FILL_ORDER[0]]
  const { add, finish, close } = await createDatabase(expectedBytes())
  try {
    const fill = (table: ArchiveTable) =>
      add(table, createIndexes(table), (done) => onRow(table.name, done, table.rows))
    for (const name of FILL_ORDER) fill(await tables[name])
    for (const table of await further()) fill(table)
    return finish()
  } finally {
    close()
  }
}

/** Returns the bytes of a database with these tables, each with an index on each of the columns that `indexed` names. */
export async function encodeTables(
  tables: readonly ArchiveTable[],
  indexed: (table: ArchiveTable) => readonly string[],
): Promise<Uint8Array> {
  const { add, finish, close } = await createDatabase(0)
  try {
    for (const table of tables) {
      add(
        table,
        indexed(table).map((column) => createIndex(table.name, column)),
      )
    }
    return finish()
  } finally {
    close()
  }
}

/** A database in memory that is filled table by table. */
interface NewDatabase {
  add(table: ArchiveTable, indexes: readonly string[], onRow?: (done: number) => void): void
  finish(): Uint8Array
  close(): void
}

async function createDatabase(expectedBytes: number): Promise<NewDatabase> {
  // Writing the version makes SQLite create the file, and thus fixes the page size.
  const prepare = `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA user_version = ${FORMAT_VERSION}`
  const { database, insertRows, finish } = await openSqliteWriter(prepare, expectedBytes)
  // No rollback is needed: a build that fails writes no file at all.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY')
  return {
    add(table, indexes, onRow) {
      database.exec('BEGIN')
      database.exec(createTable(table))
      const parameters = table.columns.map(() => '?').join(', ')
      insertRows(`INSERT INTO ${table.name} VALUES (${parameters})`, table.rows, table.cells, onRow)
      for (const sql of indexes) database.exec(sql)
      database.exec('COMMIT')
    },
    finish() {
      database.exec('ANALYZE')
      return finish()
    },
    close: () => database.close(),
  }
}
