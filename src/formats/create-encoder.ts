import { CsvEncoder, TsvEncoder } from './delimited.ts'
import type { FormatName } from './formats.ts'
import type { JsonWriter } from './json-writer.ts'
import { NdjsonEncoder } from './ndjson.ts'
import type { RowEncoder } from './row-encoder.ts'
import { VotableEncoder } from './votable.ts'

/** The encoder of every format except `json`, whose envelope differs between endpoints. */
export function createRowEncoder(format: Exclude<FormatName, 'json'>, out: JsonWriter): RowEncoder {
  switch (format) {
    case 'csv':
      return new CsvEncoder(out)
    case 'tsv':
      return new TsvEncoder(out)
    case 'ndjson':
      return new NdjsonEncoder(out)
    case 'votable':
      return new VotableEncoder(out)
  }
}
