import initSqlJs from 'sql.js'

/** SQLite's result codes and cell types that the engine distinguishes. */
export const SQLITE = { ok: 0, row: 100, done: 101, integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const

/** The C functions that sql.js exports under their own names. Pointers are offsets in the WebAssembly memory. */
export interface SqliteExports {
  readonly _malloc: (bytes: number) => number
  readonly _free: (pointer: number) => void
  readonly stringToNewUTF8: (text: string) => number
  readonly addFunction: (callback: (...args: number[]) => void, signature: string) => number
  readonly _sqlite3_prepare_v2: (db: number, sql: number, bytes: number, statement: number, tail: number) => number
  readonly _sqlite3_step: (statement: number) => number
  readonly _sqlite3_finalize: (statement: number) => number
  readonly _sqlite3_reset: (statement: number) => number
  readonly _sqlite3_errmsg: (db: number) => number
  readonly _sqlite3_column_count: (statement: number) => number
  readonly _sqlite3_column_name: (statement: number, column: number) => number
  readonly _sqlite3_column_type: (statement: number, column: number) => number
  readonly _sqlite3_column_double: (statement: number, column: number) => number
  readonly _sqlite3_column_text: (statement: number, column: number) => number
  readonly _sqlite3_column_blob: (statement: number, column: number) => number
  readonly _sqlite3_column_bytes: (statement: number, column: number) => number
  readonly _sqlite3_create_function_v2: (
    db: number,
    name: number,
    argumentCount: number,
    flags: number,
    data: number,
    onCall: number,
    onStep: number,
    onFinal: number,
    onDestroy: number,
  ) => number
  readonly _sqlite3_aggregate_context: (context: number, bytes: number) => number
  readonly _sqlite3_value_type: (value: number) => number
  readonly _sqlite3_value_double: (value: number) => number
  readonly _sqlite3_value_text: (value: number) => number
  readonly _sqlite3_value_blob: (value: number) => number
  readonly _sqlite3_value_bytes: (value: number) => number
  readonly _sqlite3_result_null: (context: number) => void
  readonly _sqlite3_result_int: (context: number, value: number) => void
  readonly _sqlite3_result_int64: (context: number, value: bigint) => void
  readonly _sqlite3_result_double: (context: number, value: number) => void
  readonly _sqlite3_result_text: (context: number, text: number, bytes: number, destructor: number) => void
  readonly _sqlite3_result_blob: (context: number, blob: number, bytes: number, destructor: number) => void
  readonly _sqlite3_result_error: (context: number, message: number, bytes: number) => void
}

/** `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns. */
export const TRANSIENT = -1

/** Byte offsets in SQLite's connection object (`struct sqlite3`, 32-bit). `openSqlite` verifies them before using them. */
const FLAGS_OFFSET = 32
const ERROR_OFFSET = 68
/** `SQLITE_DqsDDL | SQLITE_DqsDML`: a double-quoted name that is not a column is treated as a string. */
const DOUBLE_QUOTED_STRINGS = 0x6000_0000
const QUERY_ONLY = 0x0010_0000

/** Maximum bytes read at each end of a message, which covers a quoted SQL text but not a quoted value of megabytes. */
const MESSAGE_END_BYTES = 32 * 1024

/** An error that SQLite reported. `offset` is its byte position in the SQL text, if SQLite reports one. */
export class SqliteError extends Error {
  constructor(
    message: string,
    readonly offset: number | undefined,
  ) {
    super(message)
    this.name = 'SqliteError'
  }
}

/** Reads a cell of the current row, by the number of its column: as text, or null. */
export type ReadCell = (column: number) => string | null

/** A connection to a database file in memory, used through SQLite's C interface. */
export interface Sqlite {
  readonly api: SqliteExports
  /** Pointer of the connection. */
  readonly db: number
  /** The WebAssembly memory; a new array after the memory has grown, so call it again for each use. */
  heap(): Uint8Array
  /** UTF-8 text at a pointer; without `bytes`, up to the first NUL. */
  text(pointer: number, bytes?: number): string
  /**
   * Compiles the first statement of the text at `pointer`. `statement` is 0 if only white space and comments are left; `tail`
   * points behind the statement.
   */
  prepare(pointer: number): { readonly statement: number; readonly tail: number }
  /** The error of the last call. */
  lastError(): SqliteError
  /**
   * Visits each row of a trusted SQL text; `cell` reads a column of the row. A client's text is only passed here with EXPLAIN
   * before it.
   */
  eachRow(ownSql: string, visit: (cell: ReadCell, columns: number) => void): void
  /** All rows of a trusted SQL text. */
  rows(ownSql: string): (string | null)[][]
}

/**
 * Opens the bytes of a database file. A Buffer over a mapped file is used without copying (sql.js reads the bytes with `slice`,
 * which on a Node Buffer is a view), so its clean pages are shared with all other processes. WebAssembly memory never grows
 * beyond `maxMemoryBytes`: larger allocations fail, which SQLite reports.
 */
export async function openSqlite(file: Buffer, maxMemoryBytes: number): Promise<Sqlite> {
  const compiled = await WebAssembly.compile(
    await Bun.file(new URL(import.meta.resolve('sql.js/dist/sql-wasm.wasm'))).arrayBuffer(),
  )
  const found: { memory: WebAssembly.Memory | undefined } = { memory: undefined }
  const module = await initSqlJs({
    useOldExtensionFunctions: false,
    instantiateWasm(imports: WebAssembly.Imports, onInstance: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(compiled, imports)
      found.memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
      if (found.memory) boundMemory(found.memory, maxMemoryBytes)
      onInstance(instance)
      return instance.exports
    },
  } as Parameters<typeof initSqlJs>[0])
  const memory = found.memory
  // sql.js loads once per process and returns the first module on every later call.
  if (!memory) throw new Error('sql.js was already loaded in this process')
  const api = module as unknown as SqliteExports
  const { db } = new module.Database(file) as unknown as { db: number }
  const sqlite = connect(api, db, memory)
  refuseDoubleQuotedStrings(sqlite)
  return sqlite
}

function boundMemory(memory: WebAssembly.Memory, maxBytes: number): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('memory limit')
    return grow(pages)
  }
}

function connect(api: SqliteExports, db: number, memory: WebAssembly.Memory): Sqlite {
  // A U+FEFF at the beginning of a text is part of the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let view = new Uint8Array(memory.buffer)
  const heap = (): Uint8Array => {
    // After the memory has grown, the old array is empty; reading its buffer would cost more than reading a cell.
    if (view.length === 0) view = new Uint8Array(memory.buffer)
    return view
  }
  const int32 = (pointer: number): number => new DataView(memory.buffer).getInt32(pointer, true)
  const scratch = api._malloc(8)
  const text = (pointer: number, bytes?: number): string => {
    const end = bytes === undefined ? heap().indexOf(0, pointer) : pointer + bytes
    return decoder.decode(heap().subarray(pointer, end))
  }
  const errorMessage = (): string => {
    const start = api._sqlite3_errmsg(db)
    const end = heap().indexOf(0, start)
    if (end - start <= 2 * MESSAGE_END_BYTES) return text(start, end - start)
    return `${text(start, MESSAGE_END_BYTES)}…${text(end - MESSAGE_END_BYTES, MESSAGE_END_BYTES)}`
  }
  const lastError = (): SqliteError => {
    const offset = int32(db + ERROR_OFFSET)
    return new SqliteError(errorMessage(), offset >= 0 ? offset : undefined)
  }
  const prepare = (pointer: number) => {
    if (api._sqlite3_prepare_v2(db, pointer, -1, scratch, scratch + 4) !== SQLITE.ok) throw lastError()
    return { statement: int32(scratch), tail: int32(scratch + 4) }
  }
  const eachRow = (ownSql: string, visit: (cell: ReadCell, columns: number) => void): void => {
    const pointer = api.stringToNewUTF8(ownSql)
    let statement = 0
    try {
      statement = prepare(pointer).statement
      const columns = api._sqlite3_column_count(statement)
      const cell: ReadCell = (column) => {
        const start = api._sqlite3_column_text(statement, column)
        return start === 0 ? null : text(start, api._sqlite3_column_bytes(statement, column))
      }
      for (;;) {
        const code = api._sqlite3_step(statement)
        if (code === SQLITE.done) return
        if (code !== SQLITE.row) throw lastError()
        visit(cell, columns)
      }
    } finally {
      api._sqlite3_finalize(statement)
      api._free(pointer)
    }
  }
  const rows = (ownSql: string): (string | null)[][] => {
    const found: (string | null)[][] = []
    eachRow(ownSql, (cell, columns) => found.push(Array.from({ length: columns }, (_, column) => cell(column))))
    return found
  }
  return { api, db, heap, text, prepare, lastError, eachRow, rows }
}

/**
 * Turns `SQLITE_DBCONFIG_DQS_DML` and `_DDL` off. sql.js does not export `sqlite3_db_config`, so the bits are cleared in the
 * connection object. If a future sql.js has another layout, one of the checks fails and the process does not start.
 */
function refuseDoubleQuotedStrings(sqlite: Sqlite): void {
  const flags = (): number => new DataView(sqlite.heap().buffer).getUint32(sqlite.db + FLAGS_OFFSET, true)
  const before = flags()
  sqlite.rows('PRAGMA query_only = ON')
  const after = flags()
  if ((before & QUERY_ONLY) !== 0 || after !== (before | QUERY_ONLY) >>> 0) throw new Error('unknown connection layout')
  new DataView(sqlite.heap().buffer).setUint32(sqlite.db + FLAGS_OFFSET, (after & ~DOUBLE_QUOTED_STRINGS) >>> 0, true)
  try {
    sqlite.rows('SELECT "no such column"')
  } catch (error) {
    if (error instanceof SqliteError && error.offset === 7) return
    throw error
  }
  throw new Error('double-quoted strings could not be turned off')
}
