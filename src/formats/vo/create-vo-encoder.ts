import { BarEncoder, TsvEncoder } from '../delimited.ts'
import type { JsonWriter } from '../json-writer.ts'
import type { RowEncoder } from '../row-encoder.ts'
import { ArchiveCsvEncoder } from './archive-csv.ts'
import { Binary2Encoder } from './binary2.ts'
import { IpacEncoder } from './ipac.ts'
import { JsonRowsEncoder } from './json-rows.ts'
import { TabledataEncoder } from './tabledata.ts'
import type { VoOutput } from './vo-output.ts'

/** Creates an encoder and writes its head; the caller adds the rows, then the tail. */
export function beginVoRows(output: VoOutput, out: JsonWriter): RowEncoder {
  const encoder = createEncoder(output, out)
  const { query, snapshotId, source, columns } = output
  encoder.head(
    columns.map(({ key }) => ({ name: key })),
    { title: 'result', query, snapshotId, source },
  )
  return encoder
}

function createEncoder(output: VoOutput, out: JsonWriter): RowEncoder {
  switch (output.format) {
    case 'binary2':
      return new Binary2Encoder(out, output)
    case 'tabledata':
    case 'xml':
      return new TabledataEncoder(out, output)
    case 'csv':
      return new ArchiveCsvEncoder(out, output.columns)
    case 'tsv':
      return new TsvEncoder(out)
    case 'bar':
      return new BarEncoder(out)
    case 'json':
      return new JsonRowsEncoder(out, output.columns)
    case 'ipac':
      return new IpacEncoder(out, output)
  }
}
