import type { Cells } from '../table/archive-table.ts'
import { instantiateSqlJs } from './load-sqljs.ts'
import { type BindingModule, createRowBinder, SQLITE_OK } from './row-binder.ts'

/** The exports of sql.js's WebAssembly module that are used to fill a table; its public types omit them. */
interface SqliteModule extends BindingModule {
  readonly Database: new (file?: Uint8Array) => SqliteDatabase
  stringToNewUTF8(text: string): number
  UTF8ToString(pointer: number): string
  _sqlite3_prepare_v2(db: number, sql: number, bytes: number, statement: number, tail: number): number
  _sqlite3_step(statement: number): number
  _sqlite3_reset(statement: number): number
  _sqlite3_finalize(statement: number): number
  _sqlite3_errmsg(db: number): number
}

/** A sql.js database; `db` is SQLite's own handle, which sql.js stores under that name. */
export interface SqliteDatabase {
  readonly db: number
  exec(sql: string): { readonly columns: string[]; readonly values: unknown[][] }[]
  export(): Uint8Array
  close(): void
}

export interface SqliteWriter {
  readonly database: SqliteDatabase
  /** Runs one INSERT per row with `cells[i]` bound to its parameter i + 1. */
  insertRows(sql: string, rows: number, cells: readonly Cells[], onRow?: (done: number) => void): void
  /** Returns the bytes of the file, which the database can no longer change: it can only be closed afterwards. */
  finish(): Uint8Array
}

const SQLITE_DONE = 101
const ROWS_PER_PROGRESS = 1024

/** Offset of the number of pages in a database file. */
const PAGE_COUNT_OFFSET = 28
/** Offsets of the numbers that count changes of the file and of its schema; a copy of a database begins with 1. */
const CHANGE_COUNT_OFFSETS = [24, 40, 92]

/**
 * Makes sql.js use `room`, which begins with `file`, as the memory of the database file. sql.js stores a file in an array that it
 * enlarges by an eighth at a time, copying all of it: a third of the time of filling the full-size catalog. For the first bytes
 * of the file, it uses the result of `slice`, which can therefore be an array of the final size. If sql.js changed this, the
 * result would be the same but take longer.
 */
function withRoom(file: Uint8Array, room: Uint8Array): Uint8Array {
  room.set(file)
  return Object.assign(file, { slice: () => room })
}

/**
 * Creates a sql.js database, empty except for the effects of `prepare`, with a fast way to fill its tables. `expectedBytes` is
 * an estimate of its final size. sql.js's own `bind` copies each text into fresh memory and makes several calls per cell:
 * filling the full-size `exoplanets` takes 3.8 s with it and 2.2 s this way. It uses exports of the module that are not in
 * sql.js's documentation; the version is pinned, and the tests read every cell back.
 */
export async function openSqliteWriter(prepare: string, expectedBytes: number): Promise<SqliteWriter> {
  const { sqlite: published, memory } = await instantiateSqlJs()
  const sqlite = published as unknown as SqliteModule
  const empty = new sqlite.Database()
  empty.exec(prepare)
  const file = empty.export()
  const room = new Uint8Array(Math.max(expectedBytes, file.byteLength))
  const database = new sqlite.Database(withRoom(file, room))
  empty.close()
  const pragma = (name: string) => Number(database.exec(`PRAGMA ${name}`)[0]!.values[0]![0])
  const check = (code: number, expected: number) => {
    if (code !== expected) throw new Error(`SQLite: ${sqlite.UTF8ToString(sqlite._sqlite3_errmsg(database.db))}`)
  }
  return {
    database,
    insertRows(sql, rows, cells, onRow = () => {}) {
      const text = sqlite.stringToNewUTF8(sql)
      const slot = sqlite._malloc(4)
      check(sqlite._sqlite3_prepare_v2(database.db, text, -1, slot, 0), SQLITE_OK)
      const statement = new DataView(memory.buffer).getUint32(slot, true)
      const binder = createRowBinder(sqlite, statement, cells)
      for (let row = 0; row < rows; row += 1) {
        check(binder.bind(row), SQLITE_OK)
        check(sqlite._sqlite3_step(statement), SQLITE_DONE)
        sqlite._sqlite3_reset(statement)
        if (row % ROWS_PER_PROGRESS === 0) onRow(row)
      }
      check(sqlite._sqlite3_finalize(statement), SQLITE_OK)
      binder.free()
      for (const pointer of [text, slot]) sqlite._free(pointer)
    },
    finish() {
      const pages = pragma('page_count')
      const bytes = pages * pragma('page_size')
      const header = new DataView(room.buffer)
      // False if the file was larger than expected, or sql.js did not use `room`.
      const isInRoom = bytes <= room.byteLength && header.getUint32(PAGE_COUNT_OFFSET) === pages
      if (!isInRoom) return database.export()
      // The same bytes as in the copy that `export` makes, which would take 211 MB more at full size.
      for (const offset of CHANGE_COUNT_OFFSETS) header.setUint32(offset, 1)
      return room.subarray(0, bytes)
    },
  }
}
