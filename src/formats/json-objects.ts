import type { JsonWriter } from './json-writer.ts'
import type { OutputColumn, OutputFacts, RowEncoder } from './row-encoder.ts'

/** What precedes the value of the member at `index` in a JSON object: a brace or a comma, and the name. */
export function memberKey(name: string, index: number): string {
  return `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
}

/** The bytes of all keys of an object. */
export function memberKeys(names: readonly string[]): readonly Uint8Array[] {
  return names.map((name, index) => Buffer.from(memberKey(name, index)))
}

/** The common parts of the formats with one JSON object per row: a member for every cell, nulls included. */
export abstract class JsonObjectsEncoder implements RowEncoder {
  #keys: readonly Uint8Array[] = []
  #column = 0
  #rowEnd = ''

  /** `rowEnd` follows the closing brace of every row. */
  constructor(
    readonly out: JsonWriter,
    private readonly rowEnd: string,
  ) {}

  abstract head(columns: readonly OutputColumn[], facts: OutputFacts): void

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
    this.out.ascii(this.#rowEnd)
  }

  abstract tail(isCut: boolean): void

  /** Sets the names of the members, one per cell. */
  protected setNames(names: readonly string[]): void {
    this.#keys = memberKeys(names)
    this.#rowEnd = `${names.length === 0 ? '{}' : '}'}${this.rowEnd}`
  }

  #key(): void {
    this.out.bytes(this.#keys[this.#column++]!)
  }
}
