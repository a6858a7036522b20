import { JsonObjectsEncoder } from './json-objects.ts'
import type { JsonWriter } from './json-writer.ts'
import type { OutputColumn } from './row-encoder.ts'

/** One JSON object per line, keyed by column name; LF after every line. */
export class NdjsonEncoder extends JsonObjectsEncoder {
  constructor(out: JsonWriter) {
    super(out, '\n')
  }

  head(columns: readonly OutputColumn[]): void {
    this.setNames(columns.map(({ name }) => name))
  }

  tail(): void {}
}
