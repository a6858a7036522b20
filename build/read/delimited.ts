import { type ParseError, Parser } from 'papaparse'
import { ArchiveError } from '../archive.ts'
import { checkHeaderNames, shorten } from './header-names.ts'
import { type RecordScan, scanRecords } from './record-scan.ts'
import type { FileFacts, TableSink } from './table-sink.ts'
import { countLines } from './text.ts'
import { WebHeader } from './web-header.ts'

/** A record longer than this many characters is taken for a quote that is never closed; the archive's have about 5,000. */
const MAX_RECORD_LENGTH = 1 << 23
// What papaparse forgives: blanks between a closing quote and what follows.
const LOOSE_QUOTE = /"[ \t]+(?=[,\t\r\n]|$)/

/** What papaparse's low-level parser returns; its types call it `any`. */
interface ParsedRecords {
  readonly data: readonly string[][]
  readonly errors: readonly ParseError[]
  readonly meta: { readonly cursor: number }
}

type LineEnd = '\n' | '\r' | '\r\n'

/** A structural fault: everything before `row` of the batch is sound. */
interface Fault {
  readonly row: number
  readonly reason: string
  readonly value?: string
}

/** Reads delimited text (TAP or web page; comma or tab) into `sink`. Memory holds one chunk and the tail of the one before. */
export async function readDelimited(
  file: string,
  texts: AsyncIterable<string>,
  delimiter: ',' | '\t',
  sink: TableSink,
): Promise<FileFacts> {
  const reader = new DelimitedReader(file, delimiter, sink)
  for await (const text of texts) reader.write(text)
  return reader.end()
}

class DelimitedReader {
  readonly #webHeader = new WebHeader()
  #pending = ''
  /** 1-based line of the first character of `#pending`. */
  #line = 1
  #lineEnd: LineEnd | undefined
  #parser: Parser | undefined
  #width = 0
  /** Line of a blank line that was met; fine only if nothing follows but more of them. */
  #blankLine: number | undefined

  constructor(
    readonly file: string,
    readonly delimiter: ',' | '\t',
    readonly sink: TableSink,
  ) {}

  write(text: string): void {
    this.#pending += text
    this.#drain(false)
  }

  end(): FileFacts {
    this.#drain(true)
    if (this.#width === 0)
      throw new ArchiveError(`${this.file} is empty: it has no header line.`, { file: this.file, line: this.#line })
    return this.#webHeader.facts
  }

  #drain(isLast: boolean): void {
    if (this.#parser === undefined && !this.#startTable(isLast)) return
    const text = this.#pending
    const parsed = this.#parser!.parse(text, 0, !isLast) as ParsedRecords
    const consumed = isLast ? text : text.slice(0, parsed.meta.cursor)
    // Behind the last line end papaparse sees one more, empty record.
    const last = parsed.data.at(-1)
    const hasPhantom = isLast && consumed.endsWith(this.#lineEnd!) && last !== undefined && isBlank(last)
    const rows = hasPhantom ? parsed.data.slice(0, -1) : parsed.data
    this.#pending = isLast ? '' : text.slice(consumed.length)
    this.#deliver(rows, consumed, parsed.errors)
    this.#line += countLines(consumed)
    if (this.#pending.length > MAX_RECORD_LENGTH)
      throw this.#error(this.#line, 'the record has no end: is a quote opened and never closed?')
  }

  /** Takes the `#` lines and finds out how lines end; false while that needs more text. */
  #startTable(isLast: boolean): boolean {
    while (this.#pending.startsWith('#')) {
      const end = /\r\n|\r|\n/.exec(this.#pending)
      if (end === null && !isLast) return false
      const length = end?.index ?? this.#pending.length
      this.#webHeader.add(this.file, this.#line, this.#pending.slice(0, length))
      this.#pending = this.#pending.slice(length + (end?.[0].length ?? 0))
      this.#line += 1
    }
    if (this.#pending === '') return false
    this.#refuseMarkup()
    // A quoted column name holds no line break (it would be no name), so the first line end is the header's.
    const lineEnd = firstLineEnd(this.#pending)
    if (lineEnd === undefined && !isLast) {
      if (this.#pending.length > MAX_RECORD_LENGTH) throw this.#error(this.#line, 'the header line has no end.')
      return false
    }
    this.#lineEnd = lineEnd ?? '\n'
    this.#parser = new Parser({ delimiter: this.delimiter, newline: this.#lineEnd })
    return true
  }

  #refuseMarkup(): void {
    if (!/^\s*</.test(this.#pending)) return
    const status = /QUERY_STATUS["']\s+value=["']ERROR["'][^>]*>([^<]*)/.exec(this.#pending)?.[1]?.trim()
    throw this.#error(
      this.#line,
      status === undefined
        ? 'this is an XML or HTML document, not delimited text.'
        : `this is an error message of the archive's service, not a table: ${shorten(status)}`,
    )
  }

  #deliver(records: readonly string[][], consumed: string, errors: readonly ParseError[]): void {
    let scan: RecordScan | undefined
    const scanned = (): RecordScan => {
      scan ??= scanRecords(consumed, this.delimiter, this.#lineEnd!)
      return scan
    }
    const firstLine = this.#line
    const lineOf = (record: number): number =>
      firstLine + countLines(consumed.slice(0, scanned().starts[record] ?? consumed.length))

    let skipped = 0
    if (this.#width === 0 && records.length > 0) {
      const reason = errors.find((error) => error.row === 0)?.message
      if (reason !== undefined) throw this.#error(lineOf(0), `${reason}.`)
      this.#begin(records[0]!)
      skipped = 1
    }
    const fault = this.#findFault(records, skipped, lineOf, errors, this.#looksUnusual(consumed, records) && scanned())
    const end = fault?.row ?? records.length
    const rows = skipped === 0 && end === records.length ? records : records.slice(skipped, end)
    if (rows.length > 0) this.sink.add({ rows, lineOf: (row) => lineOf(row + skipped) })
    if (fault !== undefined && fault.reason !== '') throw this.#error(lineOf(fault.row), fault.reason, fault.value)
  }

  #begin(names: readonly string[]): void {
    checkHeaderNames(this.file, this.#line, names)
    this.#width = names.length
    this.sink.begin({ names, metadata: this.#webHeader.columns, line: this.#line })
  }

  /** True where lines may end in two ways, quotes may stand loose, or a record may span lines: then each character counts. */
  #looksUnusual(consumed: string, records: readonly string[][]): boolean {
    const stray = this.#lineEnd === '\n' ? '\r' : '\n'
    if (this.#lineEnd !== '\r\n' && consumed.includes(stray)) return true
    if (this.#lineEnd === '\r\n' && countLines(consumed) !== records.length) return true
    return consumed.includes('"') && LOOSE_QUOTE.test(consumed)
  }

  /** The first record that is no sound row. A reason of '' ends the table without being an error: blank lines at its end. */
  #findFault(
    records: readonly string[][],
    from: number,
    lineOf: (record: number) => number,
    errors: readonly ParseError[],
    scan: RecordScan | false,
  ): Fault | undefined {
    const faults: Fault[] = []
    for (const error of errors)
      if (error.row !== undefined && error.row < records.length)
        faults.push({ row: error.row, reason: `${error.message}.` })
    if (scan !== false && scan.fault !== undefined)
      faults.push({ row: scan.fault.record, reason: `${scan.fault.reason}.` })
    for (let row = from; row < records.length; row += 1) {
      const record = records[row]!
      if (this.#blankLine !== undefined && !isBlank(record))
        throw this.#error(this.#blankLine, 'the line is blank, and rows follow it.')
      if (record.length === this.#width) continue
      if (isBlank(record)) {
        this.#blankLine ??= lineOf(row)
        faults.push({ row, reason: '' })
        continue
      }
      const cells = record.length === 1 ? '1 cell' : `${record.length} cells`
      const value = shorten(record.join(this.delimiter))
      faults.push({ row, reason: `the row has ${cells} where the header has ${this.#width} columns: ${value}`, value })
      break
    }
    return faults.reduce<Fault | undefined>(
      (first, fault) => (first && first.row <= fault.row ? first : fault),
      undefined,
    )
  }

  #error(line: number, reason: string, value?: string): ArchiveError {
    return new ArchiveError(`${this.file}, line ${line}: ${reason}`, {
      file: this.file,
      line,
      ...(value === undefined ? {} : { value }),
    })
  }
}

function isBlank(record: readonly string[]): boolean {
  return record.length === 1 && record[0] === ''
}

function firstLineEnd(text: string): LineEnd | undefined {
  const at = text.search(/[\r\n]/)
  if (at < 0) return undefined
  if (text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}
