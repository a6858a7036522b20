import { LONGEST_ESCAPE, MIN_SCRATCH_BYTES, SLICE_BYTES } from './byte-writer.ts'
import { type JsonWriter, writtenBytes } from './json-writer.ts'
import type { RowEncoder } from './row-encoder.ts'
import { UNESCAPED, writeText } from './write-text.ts'

const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92
const BEYOND_ASCII = 128
/** First byte of U+FFFE and U+FFFF in UTF-8, which XML does not allow. */
const FIRST_OF_LAST = 0xef
/** The top bits of four bytes. */
const TOPS = 0x80808080 | 0

/** How a format writes a text as a cell. */
export interface TextFormat {
  /** An encoder in the state in which it writes a text with `before` bytes before and `after` bytes after it. */
  readonly begin: (out: JsonWriter) => RowEncoder
  readonly before: number
  readonly after: number
}

/** What a character means for the text it is in. */
const ENCLOSES = 1 // the text is enclosed in quotation marks
const ALTERS = 2 // the character is never written unchanged
const DEPENDS = 4 // the character is written unchanged in a text in which no other one is altered

/** Shared, because a cell is copied before the next one is encoded. */
const SCRATCH = Buffer.allocUnsafe(MIN_SCRATCH_BYTES)

/**
 * How a format writes each character of a text, by byte. The encoder is asked for each ASCII character once, so that texts can
 * be written in one pass afterwards.
 */
export class TextTable {
  /** 1 for bytes of a text's JSON that the format writes unchanged. */
  readonly copied = new Uint8Array(256)
  /** The other characters; undefined for those that only the encoder can write. */
  readonly spellings: (Uint8Array | undefined)[] = []
  /** Their meaning: ENCLOSES, ALTERS and DEPENDS. */
  readonly marks = new Uint8Array(256)
  /** The printable characters that are not copied, each four times: one to four of them, the others repeat the first. */
  readonly first: number
  readonly second: number
  readonly third: number
  readonly fourth: number
  readonly #format: TextFormat

  constructor(format: TextFormat) {
    this.#format = format
    this.copied.fill(1, BEYOND_ASCII)
    for (let code = 1; code < BEYOND_ASCII; code++) this.#learn(code)
    this.copied[BACKSLASH] = 0
    this.copied[FIRST_OF_LAST] = 0
    const changed: number[] = []
    for (let byte = SPACE; byte < BEYOND_ASCII; byte++)
      if (this.copied[byte] === 0 && byte !== QUOTE) changed.push(Math.imul(byte, 0x01010101))
    const [first, second = first, third = first, fourth = first, ...others] = changed
    if (first === undefined || others.length > 0) throw new RangeError(`${changed.length} characters`)
    this.first = first
    this.second = second!
    this.third = third!
    this.fourth = fourth!
  }

  /** The cell that the encoder writes for the text with this JSON. */
  encoded(json: Uint8Array, start: number, end: number): Uint8Array {
    const { begin, before, after } = this.#format
    const cell = writtenBytes((out) => writeText(begin(out), json, start, end), SCRATCH)
    return cell.subarray(before, cell.length - after)
  }

  /** True if the format writes all texts unchanged whose JSON is in `fragments`. */
  copiesAll(fragments: Buffer): boolean {
    // One native search for each byte takes less time than a loop over all bytes. JSON has no control characters.
    for (let byte = SPACE; byte < 256; byte++)
      if (this.copied[byte] === 0 && byte !== QUOTE && fragments.includes(byte)) return false
    return true
  }

  #learn(code: number): void {
    const character = String.fromCharCode(code)
    const alone = this.#spelled(character, '')
    const spelling = this.#spelled(character, '<')
    const isCopied = Buffer.from(character).equals(spelling)
    const isEnclosed = this.#isEnclosed(character)
    this.spellings[code] = spelling
    this.copied[code] = isCopied && !isEnclosed ? 1 : 0
    if (isEnclosed) this.marks[code]! |= ENCLOSES
    if (!alone.equals(spelling)) this.marks[code]! |= DEPENDS
    else if (!isCopied) this.marks[code]! |= ALTERS
  }

  /** How a character is spelled in a text that ends in `other`. */
  #spelled(character: string, other: string): Buffer {
    const end = this.#cell(`a${other}`).length
    const cell = this.#cell(`a${character}a${other}`)
    return this.#isEnclosed(character) ? cell.subarray(2, -1 - end) : cell.subarray(1, -end)
  }

  #isEnclosed(character: string): boolean {
    return this.#cell(`a${character}a`)[0] === QUOTE
  }

  #cell(text: string): Buffer {
    const json = Buffer.from(JSON.stringify(text))
    return Buffer.from(this.encoded(json, 0, json.length))
  }
}

/** Has one of the TOPS only if a byte of `four` is zero, or beyond 0x80. */
function zeros(four: number): number {
  return (four - 0x01010101) & ~four
}

function viewOver({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** Texts as cells of a format, one after another in a buffer that is used again. */
export class TextCells {
  /** The bytes of the cells, with others between them. */
  bytes: Uint8Array
  #view: DataView
  /** Start and end of the last cell. */
  start = 0
  end = 0

  constructor(bytes: number) {
    // Not a Buffer: a loop that reads both kinds of arrays takes longer.
    this.bytes = new Uint8Array(bytes)
    this.#view = viewOver(this.bytes)
  }

  /** Begins anew: the cells so far are no longer used. */
  clear(): void {
    this.end = 0
  }

  /** Adds a text from its JSON, in bytes that `view` is a view of. */
  add(table: TextTable, json: Uint8Array, view: DataView, from: number, to: number): void {
    const most = (to - from) * LONGEST_ESCAPE
    if (most <= SLICE_BYTES * LONGEST_ESCAPE && json[from] === QUOTE) {
      if (this.end + most > this.bytes.length) this.#grow(most)
      if (this.#write(table, json, view, from + 1, to - 1)) return
    }
    const cell = table.encoded(json, from, to)
    if (this.end + cell.length > this.bytes.length) this.#grow(cell.length)
    this.bytes.set(cell, this.end)
    this.start = this.end
    this.end += cell.length
  }

  /** Writes the text between quotation marks; false if it has a character that only the encoder can write. */
  #write(table: TextTable, json: Uint8Array, view: DataView, from: number, to: number): boolean {
    const { copied, spellings, marks, first, second, third, fourth } = table
    const { bytes } = this
    const out = this.#view
    let start = this.end + 1 // room for a quotation mark
    let at = start
    let seen = 0
    for (let i = from; i < to; ) {
      // Four bytes at once, unless one of them is beyond ASCII or not copied.
      for (; i + 4 <= to; i += 4, at += 4) {
        const four = view.getInt32(i, true)
        if (
          ((four | zeros(four ^ first) | zeros(four ^ second) | zeros(four ^ third) | zeros(four ^ fourth)) & TOPS) !==
          0
        )
          break
        out.setInt32(at, four, true)
      }
      for (const end = Math.min(i + 4, to); i < end; i++) {
        let byte = json[i]!
        if (copied[byte] === 1) {
          bytes[at++] = byte
          continue
        }
        if (byte === BACKSLASH) byte = UNESCAPED[json[++i]!]!
        const spelling = spellings[byte]
        if (spelling === undefined) return false
        seen |= marks[byte]!
        for (let k = 0; k < spelling.length; k++) bytes[at++] = spelling[k]!
      }
    }
    if ((seen & (DEPENDS | ALTERS)) === DEPENDS) return false
    if ((seen & ENCLOSES) !== 0) {
      bytes[--start] = QUOTE
      bytes[at++] = QUOTE
    }
    this.start = start
    this.end = at
    return true
  }

  #grow(bytes: number): void {
    const larger = new Uint8Array(2 * (this.end + bytes))
    larger.set(this.bytes.subarray(0, this.end))
    this.bytes = larger
    this.#view = viewOver(larger)
  }
}
