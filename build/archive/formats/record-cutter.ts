import { CR, findLineEnd, LF, type LineEnd, lineEndName } from '../text/line-ends.ts'
import { textAt } from '../text/number-bytes.ts'
import { shorten } from './header-names.ts'

const QUOTE = 34
/** Cells per batch: few enough for the processor's cache, many enough to make the work per batch small. */
const BATCH_CELLS = 1 << 16

const NONE: readonly number[] = []

/** Result of a cut. The arrays are reused by the next cut. */
export interface Cut {
  /** Number of complete, valid records; their cells are at `starts` and `ends` (see CellBatch). */
  readonly rows: number
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Where each record starts. */
  readonly rowStarts: Uint32Array
  /** Where the last complete record ends; the rest needs more bytes, or another cut. */
  readonly end: number
  /** The error in the record that starts at `at`, if the cut stopped at one. */
  readonly fault: { readonly at: number; readonly reason: string; readonly value?: string } | undefined
}

/**
 * Cuts RFC 4180 text (with any delimiter and line end, but only one of each) into cells, on bytes and strictly: an unquoted
 * cell is kept unchanged, a quoted one ends at its quote, every record has the header's width. UTF-8 can be cut at bytes
 * because no byte of a longer character looks like a delimiter, a quote or a line end.
 *
 * papaparse, which reads the header, is lenient (ragged rows, mixed line ends, text after a closing quote) and reports no line.
 * Measured on 12.6 MB of 29,386 rows: 203 ms here, and 633 ms there, as strings that the column builders would have to encode
 * again.
 */
export class RecordCutter {
  readonly #maxRows: number
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  readonly #rowStarts: Uint32Array

  constructor(
    readonly delimiter: number,
    readonly lineEnd: LineEnd,
    readonly width: number,
  ) {
    this.#maxRows = Math.max(1, Math.floor(BATCH_CELLS / width))
    this.#starts = new Uint32Array(this.#maxRows * width)
    this.#ends = new Uint32Array(this.#maxRows * width)
    this.#rowStarts = new Uint32Array(this.#maxRows)
  }

  /**
   * Cuts from `from` on. Unless `isLast`, a possibly incomplete record is left for later. Doubled quotes are undone in place,
   * so `bytes` before `end` change, except for their line ends.
   */
  cut(bytes: Uint8Array, from: number, isLast: boolean): Cut {
    const { delimiter, width } = this
    const starts = this.#starts
    const ends = this.#ends
    const length = bytes.length
    const highest = Math.max(delimiter, CR)
    let at = from
    let rows = 0
    for (; at < length && rows < this.#maxRows; rows += 1) {
      const recordStart = at
      const base = rows * width
      let cells = 0
      let doubled: readonly number[] = NONE
      for (;;) {
        const isQuoted = at < length && bytes[at] === QUOTE
        let start = at
        if (isQuoted) {
          let isDoubled = false
          start += 1
          for (at = start; at < length; at += 1) {
            if (bytes[at] !== QUOTE) continue
            if (at + 1 >= length || bytes[at + 1] !== QUOTE) break
            isDoubled = true
            at += 1
          }
          if (isDoubled && cells < width) doubled = [...doubled, base + cells]
          if (at >= length && isLast) return this.#stop(rows, recordStart, 'a quote is opened and never closed.')
        } else {
          while (at < length) {
            const byte = bytes[at]!
            if (byte <= highest && (byte === delimiter || byte === LF || byte === CR)) break
            at += 1
          }
        }
        if (cells < width) {
          starts[base + cells] = start
          ends[base + cells] = at
        }
        cells += 1
        if (isQuoted) at += 1
        if (at >= length) {
          if (isLast) break
          return this.#stop(rows, recordStart)
        }
        const byte = bytes[at]!
        if (byte === delimiter) {
          at += 1
          continue
        }
        if (byte === CR && at + 1 === length && !isLast) return this.#stop(rows, recordStart)
        const lineEnd = byte === LF ? '\n' : byte !== CR ? undefined : bytes[at + 1] === LF ? '\r\n' : '\r'
        if (lineEnd !== this.lineEnd) return this.#stop(rows, recordStart, this.#unexpected(byte, lineEnd))
        at += lineEnd.length
        break
      }
      if (cells !== width) return this.#wrongWidth(bytes, rows, recordStart, at, cells)
      for (const cell of doubled) ends[cell] = undoubleQuotes(bytes, starts[cell]!, ends[cell]!)
      this.#rowStarts[rows] = recordStart
    }
    return this.#stop(rows, at)
  }

  #stop(rows: number, end: number, reason?: string, value?: string): Cut {
    const fault = reason === undefined ? undefined : { at: end, reason, ...(value === undefined ? {} : { value }) }
    return { rows, starts: this.#starts, ends: this.#ends, rowStarts: this.#rowStarts, end, fault }
  }

  #unexpected(byte: number, lineEnd: LineEnd | undefined): string {
    if (lineEnd !== undefined)
      return `a line ends with ${lineEndName(lineEnd)}, but the first one ends with ${lineEndName(this.lineEnd)}.`
    return `a closing quote is followed by ${JSON.stringify(String.fromCharCode(byte))}, not by the end of the cell.`
  }

  #wrongWidth(bytes: Uint8Array, rows: number, start: number, end: number, cells: number): Cut {
    if (findLineEnd(bytes, start)?.at === start) {
      // A file can end with blank lines. While nothing else follows, they are kept for more bytes or the end.
      const follows = bytes.subarray(start).some((byte) => byte !== LF && byte !== CR)
      return follows ? this.#stop(rows, start, 'the line is blank, and rows follow it.') : this.#stop(rows, start)
    }
    const value = shorten(textAt(bytes, start, end).replace(/[\r\n]+$/, ''))
    const found = cells === 1 ? '1 cell' : `${cells} cells`
    return this.#stop(rows, start, `the row has ${found}, but the header has ${this.width} columns: ${value}`, value)
  }
}

/**
 * Replaces each `""` of a cell by one `"` and returns where the cell now ends. The freed bytes after it become quotes, so that no
 * line end occurs twice.
 */
function undoubleQuotes(bytes: Uint8Array, start: number, end: number): number {
  let to = bytes.indexOf(QUOTE, start)
  for (let at = to; at < end; at += 1) {
    if (bytes[at] === QUOTE) at += 1
    bytes[to++] = bytes[at]!
  }
  bytes.fill(QUOTE, to, end)
  return to
}
