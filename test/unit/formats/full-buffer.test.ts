import { expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES } from '../../../src/formats/byte-writer.ts'
import { createRowEncoder } from '../../../src/formats/create-encoder.ts'
import { JsonWriter } from '../../../src/formats/json-writer.ts'

const COLUMNS = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
const FACTS = { title: 't', query: 'q', snapshotId: 's', source: '' }
/** Cells of every kind, some of which need quotes, escapes or several bytes for a character. */
const CELLS = ['x', 'a,"b"', null, 12, 0.25, 'é\t\\', '', '<&>', -7, 'line\r\nend', 1e300].map((cell) =>
  typeof cell === 'string' ? Buffer.from(cell) : cell,
)

/** The text of some rows, written through a buffer of this size; `shift` moves where its ends fall. */
function encoded(format: 'csv' | 'tsv' | 'ndjson' | 'votable', scratchBytes: number, shift: number): string {
  const pieces: Buffer[] = []
  const out = new JsonWriter(Buffer.allocUnsafe(scratchBytes), Number.POSITIVE_INFINITY, (bytes) =>
    pieces.push(Buffer.from(bytes)),
  )
  const encoder = createRowEncoder(format, out)
  encoder.head([{ name: `${'a'.repeat(shift)}a` }, ...COLUMNS.slice(1)], FACTS)
  for (let row = 0; row < 8_000; row += 1) {
    encoder.startRow()
    for (let i = 0; i < COLUMNS.length; i += 1) {
      const cell = CELLS[(row * COLUMNS.length + i * 5) % CELLS.length]!
      if (cell === null) encoder.nullCell()
      else if (typeof cell !== 'number') encoder.textCell(cell, 0, cell.length)
      else if (Number.isSafeInteger(cell)) encoder.integerCell(cell)
      else encoder.realCell(cell)
    }
    encoder.endRow()
  }
  encoder.tail(false)
  out.flush()
  return Buffer.concat(pieces).toString()
}

test.each(['csv', 'tsv', 'ndjson', 'votable'] as const)('%s is the same, wherever its buffer is full', (format) => {
  for (let shift = 0; shift < 8; shift += 1) {
    const whole = encoded(format, 1 << 20, shift)
    expect(whole.length).toBeGreaterThan(MIN_SCRATCH_BYTES)
    expect(encoded(format, MIN_SCRATCH_BYTES, shift) === whole).toBe(true)
  }
})
