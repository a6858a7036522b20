import { csvField, DelimitedEncoder } from '../delimited.ts'
import { type JsonWriter, wellFormed } from '../json-writer.ts'
import type { VoColumn } from './vo-output.ts'

const QUOTE = 34
const COMMA = 44

/** CSV as written by the archive: a header in lower case, LF after every line, every text in quotation marks, null empty. */
export class ArchiveCsvEncoder extends DelimitedEncoder {
  constructor(
    out: JsonWriter,
    readonly voColumns: readonly VoColumn[],
  ) {
    super(out, COMMA, '\n')
  }

  override head(): void {
    this.out.utf8(`${this.voColumns.map(({ key }) => csvField(key)).join(',')}\n`)
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    this.separate()
    const { out } = this
    let isPlain = true
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte === QUOTE || byte >= 128) {
        isPlain = false
        break
      }
    }
    if (!isPlain) {
      const bytes = wellFormed(from.subarray(start, end))
      this.quoted(bytes, 0, bytes.length)
      return
    }
    out.byte(QUOTE)
    out.part(from, start, end)
    out.byte(QUOTE)
  }
}
