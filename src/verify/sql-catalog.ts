import { Database } from 'bun:sqlite'

/** A value returned by SQLite; integers keep all their digits. */
export type SqlValue = string | number | bigint | null

/** Larger than any catalog, because SQLite reads the file where it is mapped. */
const MMAP_BYTES = 8_000_000_000

/** A value as the service writes it in JSON. */
export function jsonText(value: SqlValue): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

/** A row as the service writes it in JSON. */
export function jsonRow(columns: readonly string[], values: readonly SqlValue[]): string {
  return `{${columns.map((name, place) => `${JSON.stringify(name)}:${jsonText(values[place]!)}`).join(',')}}`
}

function csvCell(value: SqlValue): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : jsonText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A row as the service writes it in CSV. */
export function csvLine(values: readonly SqlValue[]): string {
  const line = values.map(csvCell).join(',')
  // Many readers would skip an empty line.
  return `${line === '' && values.length === 1 ? '""' : line}\r\n`
}

/**
 * `catalog.sqlite` read by a different SQLite than that of the build and the service (Bun's own, not sql.js), so that a bug of
 * one SQLite cannot hide an error.
 */
export class SqlCatalog {
  readonly #database: Database

  constructor(path: string) {
    this.#database = new Database(path, { readonly: true, safeIntegers: true })
    this.#database.run(`PRAGMA mmap_size = ${MMAP_BYTES}`)
  }

  /** All rows at once. */
  rows(sql: string, ...parameters: SqlValue[]): readonly (readonly SqlValue[])[] {
    return this.#database.query(sql).values(...parameters) as SqlValue[][]
  }

  /** Names of the result columns, and all rows. */
  result(sql: string): { readonly columns: readonly string[]; readonly rows: readonly (readonly SqlValue[])[] } {
    const statement = this.#database.prepare(sql)
    try {
      return { columns: statement.columnNames, rows: statement.values() as SqlValue[][] }
    } finally {
      statement.finalize()
    }
  }

  /** The first value of the first row. */
  value(sql: string, ...parameters: SqlValue[]): SqlValue {
    return this.rows(sql, ...parameters)[0]?.[0] ?? null
  }

  /** Columns of a table with their SQL types, in order. */
  columns(table: string): readonly { readonly name: string; readonly type: string }[] {
    return this.rows(`SELECT name, type FROM pragma_table_info('${table}') ORDER BY cid`).map(([name, type]) => ({
      name: String(name),
      type: String(type),
    }))
  }

  close(): void {
    this.#database.close()
  }
}
