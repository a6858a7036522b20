import type { Cells } from './archive-table.ts'
import { NULL_CODE } from './archive-table.ts'
import { loadSqlJs, readSqlJsWasm } from './load-sqljs.ts'
import { encodeTexts, type TextBlock, utf8Of } from './text-block.ts'

/** The exports of sql.js's WebAssembly module that filling a table needs; its public types leave them out. */
interface SqliteModule {
  readonly Database: new (file?: Uint8Array) => SqliteDatabase
  _malloc(bytes: number): number
  _free(pointer: number): void
  stringToNewUTF8(text: string): number
  UTF8ToString(pointer: number): string
  writeArrayToMemory(bytes: Uint8Array, pointer: number): void
  _sqlite3_prepare_v2(db: number, sql: number, bytes: number, statement: number, tail: number): number
  _sqlite3_step(statement: number): number
  _sqlite3_reset(statement: number): number
  _sqlite3_finalize(statement: number): number
  _sqlite3_errmsg(db: number): number
  _sqlite3_bind_int(statement: number, index: number, value: number): number
  _sqlite3_bind_double(statement: number, index: number, value: number): number
  _sqlite3_bind_text(statement: number, index: number, text: number, bytes: number, destructor: number): number
}

/** A sql.js database; `db` is SQLite's own handle, which sql.js keeps under that name. */
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
}

const SQLITE_OK = 0
const SQLITE_DONE = 101
/** The text stays where it is until the statement is gone: SQLite need not copy it. */
const SQLITE_STATIC = 0
const ROWS_PER_PROGRESS = 1024

/** Where the texts of one column lie in the module's memory: text i is `[block + offsets[i], block + offsets[i + 1])`. */
interface PlacedTexts {
  readonly block: number
  readonly offsets: Uint32Array
}

function placeTexts(sqlite: SqliteModule, { bytes, offsets }: TextBlock): PlacedTexts {
  // One byte at least: a pointer of 0 would bind null where the text is empty.
  const block = sqlite._malloc(bytes.byteLength + 1)
  if (block === 0) throw new Error('SQLite has no memory left for the texts of a column.')
  sqlite.writeArrayToMemory(bytes, block)
  return { block, offsets }
}

/**
 * Binds the cells of one column row by row. A binding lasts over resets, so what equals the row before, and a run of
 * nulls, costs one comparison: rows of a host stand together and share most of their system's cells.
 */
function bindingOf(
  sqlite: SqliteModule,
  statement: number,
  index: number,
  cells: Cells,
  blocks: number[],
): (row: number) => number {
  if (cells.kind === 'text') {
    const { codes } = cells
    const { block, offsets } = placeTexts(sqlite, utf8Of(cells))
    blocks.push(block)
    let bound = NULL_CODE
    return (row) => {
      const code = codes[row]!
      if (code === bound) return SQLITE_OK
      bound = code
      if (code === NULL_CODE) return sqlite._sqlite3_bind_text(statement, index, 0, 0, SQLITE_STATIC)
      const start = offsets[code]!
      return sqlite._sqlite3_bind_text(statement, index, block + start, offsets[code + 1]! - start, SQLITE_STATIC)
    }
  }
  const { values } = cells
  if (cells.kind === 'integer' && cells.wide.size > 0) {
    const { wide } = cells
    return (row) => {
      const exact = wide.get(row)
      if (exact === undefined) return sqlite._sqlite3_bind_double(statement, index, values[row]!)
      // A 64-bit integer does not fit through the module's numbers; an INTEGER column turns its digits into one, exactly.
      const digits = placeTexts(sqlite, encodeTexts([exact.toString()]))
      blocks.push(digits.block)
      return sqlite._sqlite3_bind_text(statement, index, digits.block, digits.offsets[1]!, SQLITE_STATIC)
    }
  }
  let bound = Number.NaN
  return (row) => {
    const value = values[row]!
    if (Object.is(value, bound)) return SQLITE_OK
    bound = value
    // SQLite takes NaN as null, which is what NaN stands for here.
    return sqlite._sqlite3_bind_double(statement, index, value)
  }
}

async function loadSqlite(): Promise<{ readonly sqlite: SqliteModule; readonly memory: WebAssembly.Memory }> {
  const wasm = await readSqlJsWasm()
  let memory: WebAssembly.Memory | undefined
  const module: unknown = await loadSqlJs()({
    instantiateWasm(imports, onInstance) {
      void WebAssembly.instantiate(wasm, imports).then(({ instance }) => {
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
        onInstance(instance)
      })
      return {}
    },
  })
  if (memory === undefined) throw new Error('sql.js exports no memory; this version of it cannot be used.')
  return { sqlite: module as SqliteModule, memory }
}

/**
 * `file` as a database file with room to grow to `capacity` bytes. sql.js keeps a file in an array that it enlarges by an
 * eighth at a time, copying all of it: a third of the time of filling the full-size catalogue. It adopts what `slice`
 * gives for the file's first bytes, so an array of the final size can be handed over there. Were that habit to change,
 * the result would be the same and take longer.
 */
function withRoom(file: Uint8Array, capacity: number): Uint8Array {
  const room = new Uint8Array(Math.max(capacity, file.byteLength))
  room.set(file)
  return Object.assign(file, { slice: () => room })
}

/**
 * A sql.js database, empty but for what `prepare` does, and a fast way to fill its tables. `expectedBytes` is a guess of
 * its final size. sql.js's own `bind` copies each text into fresh memory and goes through several calls per cell: filling
 * the full-size `exoplanets` takes 3.8 s with it and 2.2 s this way. It rests on exports of the module that are not in
 * sql.js's documentation; the version is pinned, and the tests read every cell back.
 */
export async function openSqliteWriter(prepare: string, expectedBytes: number): Promise<SqliteWriter> {
  const { sqlite, memory } = await loadSqlite()
  const empty = new sqlite.Database()
  empty.exec(prepare)
  const database = new sqlite.Database(withRoom(empty.export(), expectedBytes))
  empty.close()
  const check = (code: number, expected: number) => {
    if (code !== expected) throw new Error(`SQLite: ${sqlite.UTF8ToString(sqlite._sqlite3_errmsg(database.db))}`)
  }
  return {
    database,
    insertRows(sql, rows, cells, onRow = () => {}) {
      const text = sqlite.stringToNewUTF8(sql)
      const slot = sqlite._malloc(4)
      const blocks = [text, slot]
      check(sqlite._sqlite3_prepare_v2(database.db, text, -1, slot, 0), SQLITE_OK)
      const statement = new DataView(memory.buffer).getUint32(slot, true)
      const bindings = cells.map((column, index) => bindingOf(sqlite, statement, index + 1, column, blocks))
      for (let row = 0; row < rows; row += 1) {
        for (const bind of bindings) {
          const code = bind(row)
          if (code !== SQLITE_OK) check(code, SQLITE_OK)
        }
        check(sqlite._sqlite3_step(statement), SQLITE_DONE)
        sqlite._sqlite3_reset(statement)
        if (row % ROWS_PER_PROGRESS === 0) onRow(row)
      }
      check(sqlite._sqlite3_finalize(statement), SQLITE_OK)
      for (const block of blocks) sqlite._free(block)
    },
  }
}
