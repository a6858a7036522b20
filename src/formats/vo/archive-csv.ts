import { DelimitedEncoder } from '../delimited.ts'
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
    const names = this.voColumns.map(({ key }) => (/[",\r\n]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key))
    this.out.utf8(`${names.join(',')}\n`)
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
    out.byte(QUOTE)
    if (isPlain) out.part(from, start, end)
    else {
      const bytes = wellFormed(from.subarray(start, end))
      let written = 0
      for (let i = 0; i < bytes.length; i++) {
        if (bytes[i] !== QUOTE) continue
        out.part(bytes, written, i + 1)
        written = i // the second of the doubled marks begins the next run
      }
      out.part(bytes, written, bytes.length)
    }
    out.byte(QUOTE)
  }
}
