import type { JsonWriter } from './json-writer.ts'
import type { OutputColumn, RowEncoder } from './row-encoder.ts'

/** One JSON object per line, keyed by column name, nulls included; LF after every line. */
export class NdjsonEncoder implements RowEncoder {
  #keys: readonly Uint8Array[] = []
  #column = 0

  constructor(readonly out: JsonWriter) {}

  head(columns: readonly OutputColumn[]): void {
    this.#keys = columns.map(({ name }, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  }

  startRow(): void {
    this.#column = 0
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
    this.out.ascii(this.#keys.length === 0 ? '{}\n' : '}\n')
  }

  tail(): void {}

  #key(): void {
    this.out.bytes(this.#keys[this.#column++]!)
  }
}
