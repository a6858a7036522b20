import { SQL_TYPES } from '../src/format/column.ts'
import type { FileRef } from '../src/format/manifest.ts'
import type { TableName } from '../src/format/table.ts'
import { TABLE_NAMES } from '../src/format/table.ts'
import type { ArchiveTable } from './archive-table.ts'
import { writeArtefact } from './artefact-file.ts'
import { openSqliteWriter } from './sqlite-insert.ts'

const PAGE_BYTES = 8192

/** Rows are in snapshot order, and an order of rowids ends every index entry: each index is unique and its order is fixed. */
const INDEXES: Readonly<Record<TableName, readonly (readonly string[])[]>> = {
  exoplanets: [['hostname', 'pl_name'], ['pl_name']],
  stellarhosts: [['hostname']],
}

/** An identifier as SQL writes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function createTable({ name, columns }: ArchiveTable): string {
  return `CREATE TABLE ${name} (${columns.map((column) => `${quoteName(column.name)} ${SQL_TYPES[column.type]}`).join(', ')}) STRICT`
}

function createIndexes({ name, columns }: ArchiveTable): string[] {
  const names = new Set(columns.map((column) => column.name))
  return INDEXES[name]
    .filter((index) => index.every((column) => names.has(column)))
    .map((index) => `CREATE INDEX ${name}_${index.join('_')} ON ${name} (${index.map(quoteName).join(', ')})`)
}

/**
 * The bytes of `catalog.sqlite`: both tables, STRICT, rows in snapshot order under rowid 1 to n, with indexes and
 * statistics. The same tables give the same bytes.
 */
export async function encodeCatalog(
  tables: Readonly<Record<TableName, ArchiveTable>>,
  onRow: (done: number) => void = () => {},
): Promise<Uint8Array> {
  const { database, insertRows } = await openSqliteWriter()
  try {
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    // Nothing to roll back to: a build that fails writes no file at all.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY')
    database.exec('BEGIN')
    let done = 0
    for (const name of TABLE_NAMES) {
      const table = tables[name]
      database.exec(createTable(table))
      const parameters = table.columns.map(() => '?').join(', ')
      const before = done
      insertRows(`INSERT INTO ${name} VALUES (${parameters})`, table.rows, table.cells, (row) => onRow(before + row))
      done += table.rows
      for (const sql of createIndexes(table)) database.exec(sql)
    }
    database.exec('COMMIT')
    database.exec('ANALYZE')
    return database.export()
  } finally {
    database.close()
  }
}

/** Writes `catalog.sqlite` of both tables in snapshot order, and gives its bytes for the steps that query it. */
export async function writeSnapshot(
  tables: Readonly<Record<TableName, ArchiveTable>>,
  dataDir: string,
  onRow?: (done: number) => void,
): Promise<{ readonly file: FileRef; readonly catalog: Uint8Array }> {
  const catalog = await encodeCatalog(tables, onRow)
  return { file: await writeArtefact(dataDir, 'catalog', 'sqlite', catalog), catalog }
}
