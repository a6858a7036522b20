import { expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES } from '../../../../src/formats/byte-writer.ts'
import { JsonWriter } from '../../../../src/formats/json-writer.ts'
import { Binary2Encoder } from '../../../../src/formats/vo/binary2.ts'

const DATATYPES = ['int', 'char', 'long', 'unicodeChar', 'double', 'int', 'char', 'char', 'int'] as const

/** The bytes of the rows of a document. */
function streamOf(write: (encoder: Binary2Encoder) => void): string {
  const pieces: Buffer[] = []
  const out = new JsonWriter(Buffer.alloc(MIN_SCRATCH_BYTES), 1e9, (bytes) => pieces.push(Buffer.from(bytes)))
  const columns = DATATYPES.map((datatype, i) => ({ name: `C${i}`, key: `c${i}`, datatype }))
  const encoder = new Binary2Encoder(out, {
    format: 'binary2',
    columns,
    query: 'q',
    snapshotId: 's',
    source: '',
    warnings: [],
  })
  encoder.head()
  write(encoder)
  encoder.tail(false)
  const text = Buffer.concat([...pieces, out.finish()]).toString()
  return Buffer.from(/base64">([^<]*)</.exec(text)![1]!, 'base64').toString('hex')
}

test('a null takes the place that its type has, and its flag', () => {
  const bytes = streamOf((encoder) => {
    encoder.startRow()
    for (const _ of DATATYPES) encoder.nullCell()
    encoder.endRow()
  })
  const nulls = ['0'.repeat(8), '0'.repeat(8), '0'.repeat(16), '0'.repeat(8), '7ff8000000000000', '0'.repeat(8)]
  expect(bytes).toBe(['ff80', ...nulls, '0'.repeat(8), '0'.repeat(8), '0'.repeat(8)].join(''))
})
