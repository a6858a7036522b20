import Papa from 'papaparse'
import { ArchiveError } from '../archive.ts'
import { lineAt } from '../cells/cell-batch.ts'
import type { FileFacts, TableSink } from '../cells/table-sink.ts'
import { countLines, findLineEnd } from '../text/line-ends.ts'
import { textAt } from '../text/number-bytes.ts'
import { checkHeaderNames, shorten } from './header-names.ts'
import { RecordCutter } from './record-cutter.ts'
import { WebHeader } from './web-header.ts'

const HASH = 35
/** A record with more bytes is treated as an unclosed quote; the archive's records have about 5,000. */
const MAX_RECORD_BYTES = 1 << 23
/** Room for the tail of the previous chunk. */
const CHUNK_ROOM = 1 << 16

/**
 * Reads delimited text (TAP or web page; comma or tab) into `sink`. Memory holds one chunk and the tail of the previous one.
 * `chunks` are valid UTF-8 without a byte order mark (see checkUtf8) and can be modified.
 */
export async function readDelimited(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  delimiter: ',' | '\t',
  sink: TableSink,
): Promise<FileFacts> {
  const reader = new DelimitedReader(file, delimiter, sink)
  for await (const chunk of chunks) reader.write(chunk)
  return reader.end()
}

class DelimitedReader {
  readonly #webHeader = new WebHeader()
  #buffer: Uint8Array = new Uint8Array(0)
  /** The bytes of `#buffer` that have not been consumed. */
  #pending: Uint8Array = new Uint8Array(0)
  /** 1-based line of the first pending byte. */
  #line = 1
  #cutter: RecordCutter | undefined

  constructor(
    readonly file: string,
    readonly delimiter: ',' | '\t',
    readonly sink: TableSink,
  ) {}

  write(chunk: Uint8Array): void {
    const tail = this.#pending.length
    const length = tail + chunk.length
    // Use one buffer for all chunks: a new one each time costs more in page faults than the copying does.
    if (length <= this.#buffer.length) this.#buffer.set(this.#pending)
    else this.#buffer = Buffer.concat([this.#pending], length + CHUNK_ROOM)
    this.#buffer.set(chunk, tail)
    this.#pending = this.#buffer.subarray(0, length)
    this.#drain(false)
  }

  end(): FileFacts {
    this.#drain(true)
    if (this.#cutter === undefined) throw this.#error(this.#line, 'there is no header line; the file is empty.')
    return this.#webHeader.facts
  }

  #drain(isLast: boolean): void {
    this.#cutter ??= this.#startTable(isLast)
    if (this.#cutter !== undefined) this.#cutRows(this.#cutter, isLast)
    if (this.#pending.length > MAX_RECORD_BYTES)
      throw this.#error(this.#line, 'the record has no end: is a quote opened and never closed?')
  }

  #cutRows(cutter: RecordCutter, isLast: boolean): void {
    const bytes = this.#pending
    const line = this.#line
    let from = 0
    for (;;) {
      const { rows, starts, ends, rowStarts, end, fault } = cutter.cut(bytes, from, isLast)
      const lineOf = (row: number): number => lineAt(bytes, rowStarts[row]!, line)
      if (rows > 0) this.sink.add({ bytes, starts, ends, rows, width: cutter.width, lineOf })
      if (fault !== undefined) throw this.#error(lineAt(bytes, fault.at, line), fault.reason, fault.value)
      if (end === from) break
      from = end
    }
    this.#consume(from)
  }

  /** Consumes the `#` lines and the header; undefined while more bytes are needed. */
  #startTable(isLast: boolean): RecordCutter | undefined {
    while (this.#pending[0] === HASH) {
      const found = findLineEnd(this.#pending)
      if (found === undefined && !isLast) return undefined
      const length = found?.at ?? this.#pending.length
      this.#webHeader.add(this.file, this.#line, textAt(this.#pending, 0, length))
      this.#consume(length + (found?.lineEnd.length ?? 0))
    }
    if (this.#pending.length === 0) return undefined
    // A quoted column name cannot contain a line break (it would be invalid), so the first line end is the header's.
    const found = findLineEnd(this.#pending)
    if (found === undefined && !isLast) return undefined
    this.#refuseMarkup()
    const length = found?.at ?? this.#pending.length
    const names = this.#readHeader(textAt(this.#pending, 0, length))
    this.sink.begin({ names, metadata: this.#webHeader.columns, line: this.#line })
    this.#consume(length + (found?.lineEnd.length ?? 0))
    return new RecordCutter(this.delimiter.charCodeAt(0), found?.lineEnd ?? '\n', names.length)
  }

  #readHeader(header: string): readonly string[] {
    const { data, errors } = Papa.parse<string[]>(header, { delimiter: this.delimiter, newline: '\n' })
    if (errors[0] !== undefined) throw this.#error(this.#line, `${errors[0].message}.`, shorten(header))
    const names = data[0] ?? ['']
    checkHeaderNames(this.file, this.#line, names)
    return names
  }

  #refuseMarkup(): void {
    const text = textAt(this.#pending, 0, this.#pending.length)
    if (!/^\s*</.test(text)) return
    const status = /QUERY_STATUS["']\s+value=["']ERROR["'][^>]*>([^<]*)/.exec(text)?.[1]?.trim()
    throw this.#error(
      this.#line,
      status === undefined
        ? 'this is an XML or HTML document, not delimited text.'
        : `this is an error message of the archive's service, not a table: ${shorten(status)}`,
    )
  }

  #consume(length: number): void {
    this.#line += countLines(this.#pending.subarray(0, length))
    this.#pending = this.#pending.subarray(length)
  }

  #error(line: number, reason: string, value?: string): ArchiveError {
    return new ArchiveError(`${this.file}, line ${line}: ${reason}`, {
      file: this.file,
      line,
      ...(value === undefined ? {} : { value }),
    })
  }
}
