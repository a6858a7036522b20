import type { Cells, IntegerCells } from '../table/archive-table.ts'
import { NULL_CODE } from '../table/archive-table.ts'
import { encodeTexts, type TextBlock, utf8Of } from '../table/text-block.ts'

/** The parts of sql.js's WebAssembly module that binding uses. */
export interface BindingModule {
  _malloc(bytes: number): number
  _free(pointer: number): void
  writeArrayToMemory(bytes: Uint8Array, pointer: number): void
  _sqlite3_bind_double(statement: number, index: number, value: number): number
  _sqlite3_bind_text(statement: number, index: number, text: number, bytes: number, destructor: number): number
}

export const SQLITE_OK = 0
/** The text stays in place until the statement is gone, so SQLite need not copy it. */
const SQLITE_STATIC = 0

/** Binds the cells of a table to the parameters of a statement, row by row from the first; `cells[i]` to parameter i + 1. */
export interface RowBinder {
  /** Returns the SQLite result code: that of the first binding that fails, otherwise 0. */
  bind(row: number): number
  /** Frees the texts; the statement must be gone. */
  free(): void
}

/** Creates a binder for the rows of `cells`. Each distinct text is copied to the module's memory once. */
export function createRowBinder(sqlite: BindingModule, statement: number, cells: readonly Cells[]): RowBinder {
  const blocks: number[] = []
  const place = ({ bytes }: TextBlock): number => {
    // At least one byte: a pointer of 0 would bind null for an empty text.
    const block = sqlite._malloc(bytes.byteLength + 1)
    if (block === 0) throw new Error('SQLite has no memory left for the texts of a column.')
    sqlite.writeArrayToMemory(bytes, block)
    blocks.push(block)
    return block
  }
  const texts: { readonly index: number; readonly codes: Uint32Array; offsets: Uint32Array; block: number }[] = []
  const numbers: { readonly index: number; readonly values: Float64Array }[] = []
  const wides: { readonly index: number; readonly cells: IntegerCells }[] = []
  for (const [at, column] of cells.entries()) {
    const index = at + 1
    if (column.kind === 'text') {
      const utf8 = utf8Of(column)
      texts.push({ index, codes: column.codes, offsets: utf8.offsets, block: place(utf8) })
    } else if (column.kind === 'integer' && column.wide.size > 0) wides.push({ index, cells: column })
    else numbers.push({ index, values: column.values })
  }
  // A binding survives resets, so a value equal to that of the previous row, and a run of nulls, costs one comparison: the rows
  // of a host are consecutive and share most cells of their system.
  const boundCodes = new Uint32Array(texts.length).fill(NULL_CODE)
  const boundValues = new Float64Array(numbers.length).fill(Number.NaN)

  const bindText = (at: number, code: number): number => {
    const { index, block, offsets } = texts[at]!
    if (code === NULL_CODE) return sqlite._sqlite3_bind_text(statement, index, 0, 0, SQLITE_STATIC)
    const start = offsets[code]!
    return sqlite._sqlite3_bind_text(statement, index, block + start, offsets[code + 1]! - start, SQLITE_STATIC)
  }
  const bindWide = ({ index, cells: { values, wide } }: (typeof wides)[number], row: number): number => {
    const exact = wide.get(row)
    if (exact === undefined) return sqlite._sqlite3_bind_double(statement, index, values[row]!)
    // A 64-bit integer does not fit into the module's numbers; an INTEGER column converts its digits to an exact integer.
    const digits = encodeTexts([exact.toString()])
    return sqlite._sqlite3_bind_text(statement, index, place(digits), digits.bytes.byteLength, SQLITE_STATIC)
  }

  return {
    bind(row) {
      for (let at = 0; at < texts.length; at += 1) {
        const code = texts[at]!.codes[row]!
        if (code === boundCodes[at]) continue
        boundCodes[at] = code
        const result = bindText(at, code)
        if (result !== SQLITE_OK) return result
      }
      for (let at = 0; at < numbers.length; at += 1) {
        const { index, values } = numbers[at]!
        const value = values[row]!
        const bound = boundValues[at]!
        if (value === bound || (Number.isNaN(value) && Number.isNaN(bound))) continue
        boundValues[at] = value
        // SQLite treats NaN as null, which is what NaN means here.
        const result = sqlite._sqlite3_bind_double(statement, index, value)
        if (result !== SQLITE_OK) return result
      }
      for (const wide of wides) {
        const result = bindWide(wide, row)
        if (result !== SQLITE_OK) return result
      }
      return SQLITE_OK
    },
    free() {
      for (const block of blocks.splice(0)) sqlite._free(block)
    },
  }
}
