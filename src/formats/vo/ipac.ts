import type { FieldDatatype } from '../field.ts'
import type { JsonWriter } from '../json-writer.ts'
import type { RowEncoder } from '../row-encoder.ts'
import { distinctKeys } from './json-rows.ts'
import type { VoColumn, VoOutput } from './vo-output.ts'

/** Maximum number of row characters kept to determine the widths. */
const MAX_KEPT_CHARS = 32 * 1_048_576

const TYPES: Readonly<Record<FieldDatatype, string>> = {
  char: 'char',
  unicodeChar: 'char',
  long: 'long',
  int: 'int',
  double: 'double',
}

/** The text of a header cell, without the table's separators and line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n|]+/g, ' ')
}

/** There are too many rows to keep until their widths are known. */
export class WidthsNeeded extends Error {
  override readonly name = 'WidthsNeeded'
}

/**
 * An IPAC table: columns of equal width between bars. The widths are those of the longest cells. If they are not known in
 * advance, all rows are kept until the end, or `WidthsNeeded` is thrown. With `isMeasuring`, nothing is kept or written, and
 * `widths` are known after the rows.
 */
export class IpacEncoder implements RowEncoder {
  readonly #columns: readonly VoColumn[]
  readonly #names: readonly string[]
  readonly #widths: number[]
  readonly #rows: string[][] = []
  #row: string[] = []
  #keptChars = 0

  constructor(
    readonly out: JsonWriter,
    readonly output: VoOutput,
    readonly isMeasuring = false,
  ) {
    this.#columns = output.columns
    this.#names = distinctKeys(output.columns).map(oneLine)
    this.#widths = this.#columns.map((column, i) =>
      Math.max(
        this.#names[i]!.length,
        typeOf(column).length,
        unitOf(column).length,
        'null'.length,
        output.widths?.[i] ?? 0,
      ),
    )
  }

  get widths(): readonly number[] {
    return this.#widths
  }

  head(): void {
    if (this.output.widths !== undefined) this.#writeHead(false)
  }

  startRow(): void {
    this.#row = []
  }

  nullCell(): void {
    this.#cell('null')
  }

  digitsCell(from: Uint8Array, start: number, end: number): void {
    this.textCell(from, start, end)
  }

  realCell(value: number): void {
    this.#cell(Number.isFinite(value) ? String(value) : 'null')
  }

  integerCell(value: number): void {
    this.#cell(String(value))
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    this.#cell(
      Buffer.from(from.subarray(start, end))
        .toString('utf8')
        .replaceAll(/[\r\n]+/g, ' '),
    )
  }

  endRow(): void {
    if (this.isMeasuring) return
    if (this.output.widths !== undefined) {
      this.#writeRow(this.#row)
      return
    }
    this.#rows.push(this.#row)
    for (const { length } of this.#row) this.#keptChars += length
    if (this.#keptChars > MAX_KEPT_CHARS) throw new WidthsNeeded()
  }

  tail(isCut: boolean): void {
    if (this.output.widths === undefined) this.#writeHead(isCut)
    for (const row of this.#rows) this.#writeRow(row)
  }

  #writeRow(row: readonly string[]): void {
    this.out.utf8(` ${row.map((cell, i) => this.#padded(cell, i)).join(' ')} \n`)
  }

  #writeHead(isCut: boolean): void {
    const { out } = this
    const line = (cells: readonly string[]): void =>
      out.utf8(`|${cells.map((cell, i) => cell.padEnd(this.#widths[i]!)).join('|')}|\n`)
    out.ascii('\\fixlen = T\n')
    for (const warning of this.output.warnings) out.utf8(`\\ ${oneLine(warning)}\n`)
    if (isCut) out.ascii('\\ The result has more rows than the limit.\n')
    line(this.#names)
    line(this.#columns.map(typeOf))
    line(this.#columns.map(unitOf))
    line(this.#columns.map(() => 'null'))
  }

  #cell(text: string): void {
    const column = this.#row.length
    if (text.length > this.#widths[column]!) this.#widths[column] = text.length
    this.#row.push(text)
  }

  #padded(cell: string, column: number): string {
    const width = this.#widths[column]!
    return typeOf(this.#columns[column]!) === 'char' ? cell.padEnd(width) : cell.padStart(width)
  }
}

function typeOf({ datatype }: VoColumn): string {
  return TYPES[datatype]
}

function unitOf({ unit = '' }: VoColumn): string {
  return oneLine(unit)
}
