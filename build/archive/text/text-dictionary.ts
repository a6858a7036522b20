import { isAscii } from 'node:buffer'
import { grow } from './growing-array.ts'
import { textAt } from './number-bytes.ts'

const FIRST_SLOTS = 256
const FNV_OFFSET = 0x811c9dc5
const MULTIPLIER = 0x9e3779b1

/**
 * The distinct texts of a column, numbered in order of first appearance. It works on bytes: creating a string for each cell and
 * finding it in a Map takes five times as long, and each string keeps the text it was cut from in memory.
 */
export class TextDictionary {
  #bytes = new Uint8Array(0)
  #ends = new Uint32Array(0)
  #size = 0
  /** Open addressing; a slot is a code + 1 (or 0) next to the hash, so that a lookup misses the cache only once. */
  #slots = new Uint32Array(2 * FIRST_SLOTS)
  #lastCode = -1

  /** Returns the number of the text in `bytes[start..end)`, a new one if the text has not been seen. */
  code(bytes: Uint8Array, start: number, end: number): number {
    // Rows are grouped by host, so a cell often repeats the one above.
    if (this.#lastCode >= 0 && this.#equals(this.#lastCode, bytes, start, end)) return this.#lastCode
    const hash = hashOf(bytes, start, end)
    const slots = this.#slots
    const mask = slots.length - 2
    let slot = (hash << 1) & mask
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      const code = slots[slot]! - 1
      if (slots[slot + 1] === hash && this.#equals(code, bytes, start, end)) {
        this.#lastCode = code
        return code
      }
    }
    this.#lastCode = this.#add(slot, hash, bytes, start, end)
    return this.#lastCode
  }

  #equals(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = code === 0 ? 0 : this.#ends[code - 1]!
    const length = end - start
    if (this.#ends[code]! - from !== length) return false
    const own = this.#bytes
    for (let index = 0; index < length; index += 1) if (own[from + index] !== bytes[start + index]) return false
    return true
  }

  #add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const code = this.#size
    const from = code === 0 ? 0 : this.#ends[code - 1]!
    const to = from + end - start
    this.#bytes = grow(this.#bytes, to)
    for (let index = start; index < end; index += 1) this.#bytes[from + index - start] = bytes[index]!
    this.#ends = grow(this.#ends, code + 1)
    this.#ends[code] = to
    this.#slots[slot] = code + 1
    this.#slots[slot + 1] = hash
    this.#size += 1
    if (this.#size * 4 > this.#slots.length) this.#enlarge()
    return code
  }

  #enlarge(): void {
    const old = this.#slots
    const slots = new Uint32Array(old.length * 4)
    const mask = slots.length - 2
    for (let index = 0; index < old.length; index += 2) {
      if (old[index] === 0) continue
      let slot = (old[index + 1]! << 1) & mask
      while (slots[slot] !== 0) slot = (slot + 2) & mask
      slots[slot] = old[index]!
      slots[slot + 1] = old[index + 1]!
    }
    this.#slots = slots
  }

  /** Returns all texts, by number. */
  values(): string[] {
    const total = this.#size === 0 ? 0 : this.#ends[this.#size - 1]!
    const bytes = this.#bytes.subarray(0, total)
    const values = new Array<string>(this.#size)
    let from = 0
    // In ASCII, byte offsets are character offsets: decode once and slice each value from the result.
    const whole = isAscii(bytes) ? textAt(bytes, 0, total) : undefined
    for (let code = 0; code < this.#size; code += 1) {
      const end = this.#ends[code]!
      values[code] = whole === undefined ? textAt(bytes, from, end) : whole.slice(from, end)
      from = end
    }
    return values
  }
}

/** FNV-1a, but four bytes at a time: on a long text, its multiplications dominate the run time. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_OFFSET ^ (end - start)
  let at = start
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    hash = Math.imul(hash ^ word, MULTIPLIER)
    hash ^= hash >>> 15
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, MULTIPLIER)
  return (hash ^ (hash >>> 15)) >>> 0
}
