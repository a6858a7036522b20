import type { FieldDatatype } from '../field.ts'
import { type JsonWriter, wellFormed } from '../json-writer.ts'
import type { RowEncoder } from '../row-encoder.ts'
import { documentTail } from '../votable.ts'
import { resultHead } from './document.ts'
import type { VoOutput } from './vo-output.ts'

/** Bytes of rows converted to base64 at a time: a multiple of three, so that there is no padding in between. */
const BLOCK_BYTES = 12_288
/** Maximum bytes of a numeric cell. */
const NUMBER_BYTES = 8

type Cell = 'text' | 'utf16' | 'long' | 'int' | 'double'

const CELLS: Readonly<Record<FieldDatatype, Cell>> = {
  char: 'text',
  unicodeChar: 'utf16',
  long: 'long',
  int: 'int',
  double: 'double',
}

function viewOver({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** A VOTable with BINARY2: rows in big-endian binary with null flags, as base64. */
export class Binary2Encoder implements RowEncoder {
  readonly #cells: readonly Cell[]
  readonly #flagBytes: number
  #rows = Buffer.alloc(2 * BLOCK_BYTES)
  #view = viewOver(this.#rows)
  #at = 0
  /** Position of the flags of the current row. */
  #flags = 0
  #column = 0

  constructor(
    readonly out: JsonWriter,
    readonly output: VoOutput,
  ) {
    this.#cells = output.columns.map(({ datatype }) => CELLS[datatype])
    this.#flagBytes = (this.#cells.length + 7) >> 3
  }

  head(): void {
    this.out.utf8(`${resultHead(this.output)}<DATA><BINARY2><STREAM encoding="base64">\n`)
  }

  startRow(): void {
    if (this.#at >= BLOCK_BYTES) this.#flush(false)
    this.#reserve(this.#flagBytes)
    this.#flags = this.#at
    for (let i = 0; i < this.#flagBytes; i++) this.#rows[this.#at++] = 0
    this.#column = 0
  }

  nullCell(): void {
    const column = this.#column++
    this.#rows[this.#flags + (column >> 3)]! |= 0x80 >> (column & 7)
    const cell = this.#cells[column]!
    this.#reserve(NUMBER_BYTES)
    if (cell === 'double') this.#double(Number.NaN)
    else for (let i = cell === 'long' ? 8 : 4; i > 0; i--) this.#rows[this.#at++] = 0
  }

  digitsCell(from: Uint8Array, start: number, end: number): void {
    const cell = this.#cells[this.#column]!
    if (cell === 'text' || cell === 'utf16') {
      this.textCell(from, start, end)
      return
    }
    const digits = Buffer.from(from.buffer, from.byteOffset + start, end - start).toString('latin1')
    const value = Number(digits)
    if (cell === 'long' && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits)) {
      this.#column++
      this.#reserve(NUMBER_BYTES)
      this.#at = this.#rows.writeBigInt64BE(BigInt.asIntN(64, BigInt(digits)), this.#at)
    } else this.#number(value)
  }

  realCell(value: number): void {
    this.#number(value)
  }

  integerCell(value: number): void {
    this.#number(value)
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    const cell = this.#cells[this.#column]!
    if (cell === 'text') {
      this.#column++
      this.#reserve(4 + end - start)
      this.#view.setUint32(this.#at, end - start)
      const rows = this.#rows
      let at = this.#at + 4
      for (let i = start; i < end; i++) rows[at++] = from[i]!
      this.#at = at
    } else if (cell === 'utf16') {
      this.#column++
      const text = Buffer.from(wellFormed(from.subarray(start, end))).toString('utf8')
      this.#reserve(4 + 2 * text.length)
      this.#at = this.#rows.writeUInt32BE(text.length, this.#at)
      for (let i = 0; i < text.length; i++) this.#at = this.#rows.writeUInt16BE(text.charCodeAt(i), this.#at)
    } else {
      const value = Number(Buffer.from(from.subarray(start, end)).toString('latin1').trim() || Number.NaN)
      if (Number.isNaN(value)) this.nullCell()
      else this.#number(value)
    }
  }

  endRow(): void {}

  tail(isCut: boolean): void {
    this.#flush(true)
    this.out.utf8(`</STREAM></BINARY2></DATA>\n${documentTail(isCut)}`)
  }

  #number(value: number): void {
    const cell = this.#cells[this.#column]!
    if (cell === 'text' || cell === 'utf16') {
      const digits = Buffer.from(String(value))
      this.textCell(digits, 0, digits.length)
      return
    }
    if (!Number.isFinite(value)) {
      this.nullCell()
      return
    }
    this.#column++
    this.#reserve(NUMBER_BYTES)
    if (cell === 'double') this.#double(value)
    else if (cell === 'int') this.#at = this.#rows.writeInt32BE(value | 0, this.#at)
    else {
      const whole = Math.trunc(value)
      const high = Math.floor(whole / 0x1_0000_0000)
      this.#rows.writeInt32BE(high | 0, this.#at)
      this.#at = this.#rows.writeUInt32BE((whole - high * 0x1_0000_0000) >>> 0, this.#at + 4)
    }
  }

  #double(value: number): void {
    this.#view.setFloat64(this.#at, value)
    this.#at += 8
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#rows.length) return
    const larger = Buffer.alloc(Math.max(2 * this.#rows.length, this.#at + bytes))
    larger.set(this.#rows.subarray(0, this.#at))
    this.#rows = larger
    this.#view = viewOver(larger)
  }

  /** Sends whole triples of bytes or, at the end, everything. */
  #flush(isEnd: boolean): void {
    const whole = isEnd ? this.#at : this.#at - (this.#at % 3)
    for (let from = 0; from < whole; from += BLOCK_BYTES) {
      const base64 = this.#rows.toString('base64', from, Math.min(from + BLOCK_BYTES, whole))
      this.out.longAscii(base64)
      this.out.ascii('\n')
    }
    this.#rows.copyWithin(0, whole, this.#at)
    this.#at -= whole
  }
}
