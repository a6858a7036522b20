import { JsonObjectsEncoder } from '../json-objects.ts'
import type { JsonWriter } from '../json-writer.ts'
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
export class JsonRowsEncoder extends JsonObjectsEncoder {
  #rows = 0

  constructor(out: JsonWriter, columns: readonly VoColumn[]) {
    super(out, '')
    this.setNames(distinctKeys(columns))
  }

  head(): void {
    this.out.ascii('[')
  }

  override startRow(): void {
    super.startRow()
    if (this.#rows++ > 0) this.out.ascii(',\n')
  }

  tail(): void {
    this.out.ascii(']\n')
  }
}
