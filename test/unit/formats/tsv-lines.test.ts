import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodeValues } from '../../../src/formats/encode-values.ts'
import { tsvLines } from '../../../src/formats/tsv-lines.ts'

const FACTS = { title: '', query: '', snapshotId: '', source: '' }
const COLUMNS = ['a', 'b', 'c'].map((name) => ({ name }))

type Cells = readonly (string | number | null)[]

/** Each row as its own line of a format, without the header line. */
function linesOf(format: 'csv' | 'tsv', rows: readonly Cells[]): readonly Buffer[] {
  const head = encodeValues(format, COLUMNS, [], FACTS).length
  return rows.map((row) => Buffer.from(encodeValues(format, COLUMNS, [row], FACTS).subarray(head)))
}

const text = fc.oneof(
  fc.array(fc.constantFrom(...'ab",\t\r\n\\ é'.split('')), { maxLength: 8 }).map((letters) => letters.join('')),
  fc.string({ unit: 'grapheme' }),
)
const cell = fc.oneof(text, text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))

test('lines of CSV become the lines that the same cells have in TSV', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 }), (rows) => {
      const csv = linesOf('csv', rows)
      const ends = new Uint32Array(csv.length + 1)
      for (const [i, { length }] of csv.entries()) ends[i + 1] = ends[i]! + length
      const { offsets, bytes } = tsvLines({ offsets: ends, bytes: Buffer.concat(csv) })
      const made = rows.map((_, i) => Buffer.from(bytes.subarray(offsets[i], offsets[i + 1])).toString())
      expect(made).toEqual(linesOf('tsv', rows).map(String))
      expect(bytes.length).toBe(offsets[rows.length]!)
    }),
    { numRuns: 2000 },
  )
})
