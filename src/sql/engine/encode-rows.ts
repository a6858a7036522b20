import { CatalogError } from '../../core/errors.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import { createRowEncoder } from '../../formats/create-encoder.ts'
import type { FormatName } from '../../formats/formats.ts'
import { memberKeys } from '../../formats/json-objects.ts'
import type { JsonWriter } from '../../formats/json-writer.ts'
import type { OutputColumn, OutputFacts, RowEncoder } from '../../formats/row-encoder.ts'
import { beginVoRows } from '../../formats/vo/create-vo-encoder.ts'
import { IpacEncoder, WidthsNeeded } from '../../formats/vo/ipac.ts'
import type { VoOutput } from '../../formats/vo/vo-output.ts'
import { VotableEncoder } from '../../formats/votable.ts'
import { runtimeRefusal } from '../guard/refusals.ts'
import { CELL, ResultRow } from '../sqlite/result-row.ts'
import { SQLITE, type Sqlite } from '../sqlite/sqlite.ts'

/** Metadata of an encoded result. */
export interface EncodedRows {
  /** The part of `out` that has not been sent; valid until its scratch buffer is written again. */
  readonly rest: Uint8Array
  /** Text to be sent before everything else, if it depends on the rows; otherwise empty. */
  readonly head: string
  readonly rows: number
  readonly truncated: boolean
}

/** Names of a statement's result columns, made unique. */
function columnNames({ api, text }: Sqlite, statement: number): string[] {
  return uniqueNames(
    Array.from({ length: api._sqlite3_column_count(statement) }, (_, i) =>
      text(api._sqlite3_column_name(statement, i)),
    ),
  )
}

/** Steps through at most `maxRows` rows. Returns true if the result has more. */
function eachRow(sqlite: Sqlite, statement: number, maxRows: number, write: (number: number) => void): boolean {
  for (let rows = 0; ; rows += 1) {
    const code = sqlite.api._sqlite3_step(statement)
    if (code === SQLITE.done) return false
    if (code !== SQLITE.row) throw runtimeRefusal(sqlite.lastError())
    if (rows === maxRows) return true
    write(rows)
  }
}

/**
 * Steps through a compiled statement and writes its rows to `out` as an SqlResponse without creating a string or an object per
 * cell: text bytes go from SQLite's memory to the answer. `sql` is the query text stated in the answer.
 */
export function encodeJson(
  sqlite: Sqlite,
  statement: number,
  maxRows: number,
  sql: string,
  out: JsonWriter,
): EncodedRows {
  const row = new ResultRow(sqlite, statement)
  const names = columnNames(sqlite, statement)
  const keys = memberKeys(names)
  let rows = 0
  out.ascii('{"data":[')
  const truncated = eachRow(sqlite, statement, maxRows, (number) => {
    row.arrive()
    if (number > 0) out.ascii(',')
    for (let i = 0; i < keys.length; i++) {
      out.bytes(keys[i]!)
      writeCell(out, row, i)
    }
    out.ascii('}')
    rows = number + 1
  })
  out.ascii(`],"rows":${rows},"columns":`)
  out.bytes(Buffer.from(JSON.stringify(names)))
  out.ascii(',"query":')
  out.bytes(Buffer.from(JSON.stringify(sql)))
  out.ascii(`,"truncated":${truncated}}`)
  return { rest: out.finish(), head: '', rows, truncated }
}

/**
 * As `encodeJson`, in another format. `described` adds what the rows do not show: the units of result columns, and their types if
 * no value has one.
 */
export function encodeRows(
  sqlite: Sqlite,
  statement: number,
  maxRows: number,
  format: Exclude<FormatName, 'json'>,
  facts: OutputFacts,
  out: JsonWriter,
  described: readonly OutputColumn[] = [],
): EncodedRows {
  const names = columnNames(sqlite, statement)
  const votable = format === 'votable' ? new VotableEncoder(out, true) : undefined
  const encoder = votable ?? createRowEncoder(format, out)
  encoder.head(
    names.map((name, i) => {
      const known = described[i]
      return known?.name.toLowerCase() === name.toLowerCase() ? { ...known, name } : { name }
    }),
    facts,
  )
  const { rows, truncated } = encodeEach(sqlite, statement, maxRows, names.length, encoder)
  encoder.tail(truncated)
  return { rest: out.finish(), head: votable?.headXml() ?? '', rows, truncated }
}

/** As `encodeRows`, in a format of the Virtual Observatory, whose columns are described before the rows are known. */
export function encodeVoRows(
  sqlite: Sqlite,
  statement: number,
  maxRows: number,
  output: VoOutput,
  out: JsonWriter,
): EncodedRows {
  try {
    const encoder = beginVoRows(output, out)
    const { rows, truncated } = encodeEach(sqlite, statement, maxRows, output.columns.length, encoder)
    encoder.tail(truncated)
    return { rest: out.finish(), head: '', rows, truncated }
  } catch (error) {
    if (!(error instanceof WidthsNeeded)) throw error
    // Nothing has been written yet. The query runs twice more: for the widths, and for the rows.
    const measure = new IpacEncoder(out, output, true)
    sqlite.api._sqlite3_reset(statement)
    encodeEach(sqlite, statement, maxRows, output.columns.length, measure)
    sqlite.api._sqlite3_reset(statement)
    return encodeVoRows(sqlite, statement, maxRows, { ...output, widths: measure.widths }, out)
  }
}

/** Writes all rows, with as many columns; `maxRows` as for `encodeJson`. */
function encodeEach(
  sqlite: Sqlite,
  statement: number,
  maxRows: number,
  columns: number,
  encoder: RowEncoder,
): { readonly rows: number; readonly truncated: boolean } {
  const row = new ResultRow(sqlite, statement)
  let rows = 0
  const truncated = eachRow(sqlite, statement, maxRows, (number) => {
    row.arrive()
    encoder.startRow()
    for (let i = 0; i < columns; i++) encodeCell(encoder, row, i)
    encoder.endRow()
    rows = number + 1
  })
  return { rows, truncated }
}

function encodeCell(encoder: RowEncoder, row: ResultRow, column: number): void {
  const kind = row.kind(column)
  if (kind === CELL.null) encoder.nullCell()
  else if (kind === CELL.real) encoder.realCell(row.real(column))
  else if (kind === CELL.text) {
    const start = row.textStart(column)
    encoder.textCell(row.heap, start, start + row.textBytes(column))
  } else if (kind === CELL.integer && Number.isSafeInteger(row.integer(column)))
    encoder.integerCell(row.integer(column))
  else encodeRareCell(encoder, row, column)
}

/** Writes a cell of any kind with SQLite's own functions; a blob as its hex digits. */
function encodeRareCell(encoder: RowEncoder, { statement, sqlite }: ResultRow, column: number): void {
  const { api } = sqlite
  const type = api._sqlite3_column_type(statement, column)
  if (type === SQLITE.null) encoder.nullCell()
  else if (type === SQLITE.real) encoder.realCell(api._sqlite3_column_double(statement, column))
  else if (type === SQLITE.blob) {
    const start = api._sqlite3_column_blob(statement, column)
    const bytes = sqlite.heap().subarray(start, start + api._sqlite3_column_bytes(statement, column))
    const hex = Buffer.from(Buffer.from(bytes).toString('hex'))
    encoder.textCell(hex, 0, hex.length)
  } else {
    const start = api._sqlite3_column_text(statement, column)
    const end = start + api._sqlite3_column_bytes(statement, column)
    if (type === SQLITE.text) encoder.textCell(sqlite.heap(), start, end)
    else encoder.digitsCell(sqlite.heap(), start, end)
  }
}

function writeCell(out: JsonWriter, row: ResultRow, column: number): void {
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

/** Writes a cell of any kind with SQLite's own functions. */
function writeRareCell(out: JsonWriter, row: ResultRow, column: number): void {
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
    // An integer beyond 2^53 would be rounded as a double; SQLite's own text has all digits.
    else out.bytes(sqlite.heap().subarray(start, end))
  }
}

/** Makes column names unique: of several equal ones the second becomes `name_1`, the third `name_2`. */
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

/** The error for an answer larger than `maxBytes`. */
export function resultTooLarge(maxBytes = MAX_RESULT_BYTES): CatalogError {
  return new CatalogError(
    'result_too_large',
    `The result is larger than ${maxBytes / 1024 ** 2} MiB of JSON: select fewer columns, or fewer rows with LIMIT.`,
  )
}
