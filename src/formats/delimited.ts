import { spellingsOf, stopsAt } from './byte-writer.ts'
import type { JsonWriter } from './json-writer.ts'
import { wellFormed } from './json-writer.ts'
import type { OutputColumn, RowEncoder } from './row-encoder.ts'

const QUOTE = 34
const COMMA = 44
const TAB = 9
const BAR = 124
const LF = 10
const CR = 13
/** What is not written unchanged, or at least must be looked at. */
const CSV_STOPS = stopsAt(',"\r\n')
const DOUBLED = spellingsOf({ '"': '""' })
const BAR_STOPS = stopsAt('|"\r\n')
const TSV_STOPS = stopsAt('\t\r\n\\')
const TSV_ESCAPES = spellingsOf({ '\t': '\\t', '\r': '\\r', '\n': '\\n', '\\': '\\\\' })

/** A text as a CSV field (RFC 4180): quoted if it contains a comma, a quotation mark or a line break. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The common parts of CSV and TSV: a header line, cells with a separator between them, and null as an empty cell. */
export abstract class DelimitedEncoder implements RowEncoder {
  #isFirst = true

  constructor(
    readonly out: JsonWriter,
    private readonly separator: number,
    private readonly lineEnd: string,
  ) {}

  head(columns: readonly OutputColumn[]): void {
    this.startRow()
    for (const { name } of columns) {
      const bytes = Buffer.from(name)
      this.textCell(bytes, 0, bytes.length)
    }
    this.endRow()
  }

  startRow(): void {
    this.#isFirst = true
  }

  nullCell(): void {
    this.separate()
  }

  digitsCell(from: Uint8Array, start: number, end: number): void {
    this.separate()
    this.out.part(from, start, end)
  }

  realCell(value: number): void {
    this.separate()
    this.out.number(value)
  }

  integerCell(value: number): void {
    this.separate()
    this.out.integer(value)
  }

  abstract textCell(from: Uint8Array, start: number, end: number): void

  endRow(): void {
    this.out.ascii(this.lineEnd)
  }

  tail(): void {}

  /** Writes a text in quotation marks, with those in it doubled. */
  protected quoted(bytes: Uint8Array, start: number, end: number): void {
    const { out } = this
    out.byte(QUOTE)
    out.partSpelled(DOUBLED, bytes, start, end)
    out.byte(QUOTE)
  }

  protected separate(): void {
    if (this.#isFirst) this.#isFirst = false
    else this.out.byte(this.separator)
  }
}

/**
 * RFC 4180: CRLF after every line; a text that contains a comma, a quotation mark or a line break is quoted. The empty cell of a
 * single column is quoted too, because many readers, pandas among them, skip empty lines.
 */
export class CsvEncoder extends DelimitedEncoder {
  #isSingle = false

  constructor(out: JsonWriter) {
    super(out, COMMA, '\r\n')
  }

  override head(columns: readonly OutputColumn[]): void {
    this.#isSingle = columns.length === 1
    super.head(columns)
  }

  override nullCell(): void {
    super.nullCell()
    if (this.#isSingle) this.#mark()
  }

  override realCell(value: number): void {
    if (Number.isFinite(value)) super.realCell(value)
    else this.nullCell()
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    if (start === end) {
      this.nullCell()
      return
    }
    this.separate()
    const { out } = this
    if (out.partWithout(CSV_STOPS, from, start, end)) return
    let isPlain = true
    let isAscii = true
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte === COMMA || byte === QUOTE || byte === LF || byte === CR) isPlain = false
      else if (byte >= 128) isAscii = false
    }
    const bytes = isAscii ? from : wellFormed(from.subarray(start, end))
    const [first, last] = bytes === from ? [start, end] : [0, bytes.length]
    if (isPlain) {
      out.part(bytes, first, last)
      return
    }
    this.quoted(bytes, first, last)
  }

  #mark(): void {
    this.out.byte(QUOTE)
    this.out.byte(QUOTE)
  }
}

/** Tab-separated: LF after every line; tab, CR, LF and backslash in a text as `\t`, `\r`, `\n`, `\\`. */
export class TsvEncoder extends DelimitedEncoder {
  constructor(out: JsonWriter) {
    super(out, TAB, '\n')
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    this.separate()
    const { out } = this
    if (out.partWithout(TSV_STOPS, from, start, end)) return
    let isAscii = true
    for (let i = start; i < end; i++) if (from[i]! >= 128) isAscii = false
    const bytes = isAscii ? from : wellFormed(from.subarray(start, end))
    const [first, last] = bytes === from ? [start, end] : [0, bytes.length]
    out.partSpelled(TSV_ESCAPES, bytes, first, last)
  }
}

/** Separated by `|`: LF after every line; a text that contains a bar, a quotation mark or a line break is quoted. */
export class BarEncoder extends DelimitedEncoder {
  constructor(out: JsonWriter) {
    super(out, BAR, '\n')
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    this.separate()
    if (this.out.partWithout(BAR_STOPS, from, start, end)) return
    const bytes = wellFormed(from.subarray(start, end))
    if (/[|"\r\n]/.test(new TextDecoder().decode(bytes))) this.quoted(bytes, 0, bytes.length)
    else this.out.part(bytes, 0, bytes.length)
  }
}
