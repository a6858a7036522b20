import type { JsonWriter } from '../json-writer.ts'
import type { RowEncoder } from '../row-encoder.ts'
import type { VoColumn } from './vo-output.ts'

/** Makes names unique: of several equal ones the second becomes `name_1`, the third `name_2`. */
export function distinctKeys(columns: readonly VoColumn[]): string[] {
  const taken = new Set(columns.map(({ key }) => key))
  const seen = new Set<string>()
  return columns.map(({ key }) => {
    if (!seen.has(key)) {
      seen.add(key)
      return key
    }
    let number = 1
    while (taken.has(`${key}_${number}`)) number += 1
    taken.add(`${key}_${number}`)
    return `${key}_${number}`
  })
}

/** A bare JSON array with an object per row, as written by the archive. */
export class JsonRowsEncoder implements RowEncoder {
  readonly #keys: readonly Buffer[]
  #rows = 0
  #column = 0

  constructor(
    readonly out: JsonWriter,
    columns: readonly VoColumn[],
  ) {
    this.#keys = distinctKeys(columns).map((key, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(key)}:`))
  }

  head(): void {
    this.out.ascii('[')
  }

  startRow(): void {
    this.#column = 0
    if (this.#rows++ > 0) this.out.ascii(',\n')
  }

  nullCell(): void {
    this.#key()
    this.out.ascii('null')
  }

  digitsCell(from: Uint8Array, start: number, end: number): void {
    this.#key()
    this.out.part(from, start, end)
  }

  realCell(value: number): void {
    this.#key()
    this.out.real(value)
  }

  integerCell(value: number): void {
    this.#key()
    this.out.integer(value)
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    this.#key()
    this.out.text(from, start, end)
  }

  endRow(): void {
    this.out.ascii('}')
  }

  tail(): void {
    this.out.ascii(']\n')
  }

  #key(): void {
    this.out.bytes(this.#keys[this.#column++]!)
  }
}
