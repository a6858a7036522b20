import { SQL_TYPES } from '../../src/format/column.ts'
import { FORMAT_VERSION } from '../../src/format/manifest.ts'
import type { TableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { openSqliteWriter } from './sqlite-insert.ts'

/**
 * Rows of 355 columns are wider than a small page, so that each would be a chain of overflow pages. Measured with sql.js
 * on the full-size archive: a scan of a rarely asked column takes 54 ms with pages of 4 or 8 KiB, 35 with 16, 31 with 32
 * and 30 with 64, and look-ups by name stay at 0.2 ms.
 */
const PAGE_BYTES = 32_768

/**
 * One index per table holds the columns that most questions are about, led by the names that look-ups and the join use.
 * SQLite answers from it alone where it can, and reads 10 MB instead of 200: measured with sql.js on the full-size
 * archive, grouping takes 14 ms instead of 48, scanning aggregates 7 instead of 50, ten thousand rows of the default
 * columns 6 instead of 14, and the join of both tables 9 instead of 35. It costs 8 MB and 0.2 s of the build.
 */
const COVERING_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  exoplanets: [
    'hostname',
    'pl_name',
    'default_flag',
    'discoverymethod',
    'disc_year',
    'disc_facility',
    'pl_controv_flag',
    'pl_orbper',
    'pl_orbsmax',
    'pl_rade',
    'pl_bmasse',
    'pl_bmassprov',
    'pl_orbeccen',
    'pl_insol',
    'pl_eqt',
    'st_spectype',
    'st_teff',
    'st_rad',
    'st_mass',
    'st_met',
    'sy_dist',
    'sy_vmag',
    'sy_snum',
    'sy_pnum',
    'ra',
    'dec',
  ],
  stellarhosts: [
    'hostname',
    'sy_name',
    'sy_snum',
    'sy_pnum',
    'sy_dist',
    'sy_vmag',
    'st_spectype',
    'st_teff',
    'st_rad',
    'st_mass',
    'st_met',
    'st_lum',
    'st_logg',
    'st_age',
    'ra',
    'dec',
  ],
}

/** An identifier as SQL writes it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function createTable({ name, columns }: ArchiveTable): string {
  return `CREATE TABLE ${name} (${columns.map((column) => `${quoteName(column.name)} ${SQL_TYPES[column.type]}`).join(', ')}) STRICT`
}

function createIndexes({ name, columns }: ArchiveTable): string[] {
  const present = new Set(columns.map((column) => column.name))
  const covering = COVERING_COLUMNS[name].filter((column) => present.has(column)).map(quoteName)
  const indexes = [`CREATE INDEX ${name}_covering ON ${name} (${covering.join(', ')})`]
  if (present.has('pl_name')) indexes.push(`CREATE INDEX ${name}_pl_name ON ${name} (pl_name)`)
  return indexes
}

/** The order in which the tables are laid down: the smaller one, which is read first, before the other. */
const FILL_ORDER = ['stellarhosts', 'exoplanets'] as const satisfies readonly TableName[]

/**
 * The bytes of `catalog.sqlite`: both tables, STRICT, rows in snapshot order under rowid 1 to n, with indexes and
 * statistics. A table is filled in as soon as it and those before it are there. The same tables give the same bytes;
 * `expectedBytes`, a guess of their number that is asked for when the first table is there, only saves time.
 */
export async function encodeCatalog(
  tables: Readonly<Record<TableName, ArchiveTable | Promise<ArchiveTable>>>,
  expectedBytes: () => number = () => 0,
  onRow: (table: TableName, done: number, rows: number) => void = () => {},
): Promise<Uint8Array> {
  await tables[FILL_ORDER[0]]
  // Writing the version makes SQLite lay down the file, and with it the page size.
  const prepare = `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA user_version = ${FORMAT_VERSION}`
  const { database, insertRows } = await openSqliteWriter(prepare, expectedBytes())
  try {
    // Nothing to roll back to: a build that fails writes no file at all.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY')
    for (const name of FILL_ORDER) {
      const table = await tables[name]
      database.exec('BEGIN')
      database.exec(createTable(table))
      const parameters = table.columns.map(() => '?').join(', ')
      const onDone = (done: number) => onRow(name, done, table.rows)
      insertRows(`INSERT INTO ${name} VALUES (${parameters})`, table.rows, table.cells, onDone)
      for (const sql of createIndexes(table)) database.exec(sql)
      database.exec('COMMIT')
    }
    database.exec('ANALYZE')
    return database.export()
  } finally {
    database.close()
  }
}
