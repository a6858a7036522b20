import { CatalogError } from '../../core/errors.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import { runtimeRefusal } from '../guard/refusals.ts'
import { CELL, ResultRow } from '../sqlite/result-row.ts'
import { SQLITE, type Sqlite } from '../sqlite/sqlite.ts'
import type { JsonBytes } from './json-bytes.ts'

/** What an SqlResponse that has been written says of itself. */
export interface EncodedRows {
  /** What of the JSON `out` has not sent; valid until its room is written again. */
  readonly rest: Uint8Array
  readonly rows: number
  readonly truncated: boolean
}

/**
 * Steps through a compiled statement and writes its rows to `out` as JSON, without making a string or an object of a cell: the
 * bytes of a text go from SQLite's memory to the answer. `sql` is the text that the answer says it ran.
 */
export function encodeRows(
  sqlite: Sqlite,
  statement: number,
  maxRows: number,
  sql: string,
  out: JsonBytes,
): EncodedRows {
  const { api } = sqlite
  const row = new ResultRow(sqlite, statement)
  const names = uniqueNames(
    Array.from({ length: api._sqlite3_column_count(statement) }, (_, i) =>
      sqlite.text(api._sqlite3_column_name(statement, i)),
    ),
  )
  const keys = names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  let rows = 0
  let truncated = false
  out.ascii('{"data":[')
  for (;;) {
    const code = api._sqlite3_step(statement)
    if (code === SQLITE.done) break
    if (code !== SQLITE.row) throw runtimeRefusal(sqlite.lastError())
    if (rows === maxRows) {
      truncated = true
      break
    }
    row.arrive()
    if (rows > 0) out.ascii(',')
    for (let i = 0; i < keys.length; i++) {
      out.bytes(keys[i]!)
      writeCell(out, row, i)
    }
    out.ascii('}')
    rows += 1
  }
  out.ascii(`],"rows":${rows},"columns":`)
  out.bytes(Buffer.from(JSON.stringify(names)))
  out.ascii(',"query":')
  out.bytes(Buffer.from(JSON.stringify(sql)))
  out.ascii(`,"truncated":${truncated}}`)
  return { rest: out.finish(), rows, truncated }
}

function writeCell(out: JsonBytes, row: ResultRow, column: number): void {
  const kind = row.kind(column)
  if (kind === CELL.null) {
    out.ascii('null')
  } else if (kind === CELL.real) {
    out.real(row.real(column))
  } else if (kind === CELL.text) {
    const start = row.textStart(column)
    out.text(row.heap, start, start + row.textBytes(column))
  } else if (kind === CELL.integer && Number.isSafeInteger(row.integer(column))) {
    out.integer(row.integer(column))
  } else {
    writeRareCell(out, row, column)
  }
}

/** A cell of any kind, by SQLite's own functions. */
function writeRareCell(out: JsonBytes, row: ResultRow, column: number): void {
  const { statement, sqlite } = row
  const { api } = sqlite
  const type = api._sqlite3_column_type(statement, column)
  if (type === SQLITE.null) {
    out.ascii('null')
  } else if (type === SQLITE.real) {
    out.real(api._sqlite3_column_double(statement, column))
  } else if (type === SQLITE.blob) {
    const start = api._sqlite3_column_blob(statement, column)
    out.hex(sqlite.heap(), start, start + api._sqlite3_column_bytes(statement, column))
  } else {
    const start = api._sqlite3_column_text(statement, column)
    const end = start + api._sqlite3_column_bytes(statement, column)
    if (type === SQLITE.text) out.text(sqlite.heap(), start, end)
    // An integer beyond 2^53: a double would be rounded, SQLite's own text has all digits.
    else out.bytes(sqlite.heap().subarray(start, end))
  }
}

/** Column names made unique: of several equal ones the second becomes `name_1`, the third `name_2`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  const next = new Map<string, number>()
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = next.get(name) ?? 1
    while (taken.has(`${name}_${number}`)) number += 1
    next.set(name, number + 1)
    taken.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}

/** What an answer says when it would be larger than `maxBytes`. */
export function resultTooLarge(maxBytes = MAX_RESULT_BYTES): CatalogError {
  return new CatalogError(
    'result_too_large',
    `The result is larger than ${maxBytes / 1024 ** 2} MiB of JSON: select fewer columns, or fewer rows with LIMIT.`,
  )
}
