import { expect, test } from 'bun:test'
import { inPieces, type RowsToWrite } from '../../../../src/core/row-writers/rows-to-write.ts'

/** Rows of so many bytes each, all of their own number. */
function rowsOf(bytesPerRow: number) {
  const sizes: number[] = []
  const size = (rows: Uint32Array): RowsToWrite => {
    sizes.push(rows.length)
    return {
      bytes: rows.length * bytesPerRow,
      write(out, at) {
        for (const [place, row] of rows.entries())
          out.fill(row % 251, at + place * bytesPerRow, at + (place + 1) * bytesPerRow)
      },
    }
  }
  return { size, sizes }
}

test.each([
  // A row of one column is guessed to have 32 bytes, so that 2,048 rows have 64 KiB.
  [1, 32, [2_048, 2_048, 904]],
  // Rows that turn out to be shorter do not make a piece of more rows than that, longer ones make one of fewer.
  [1, 4, [2_048, 2_048, 904]],
  [1, 64, [2_048, 1_024, 1_024, 904]],
  // Very wide rows still come by 16.
  [10_000, 10_000, Array.from({ length: 313 }, (_, at) => (at < 312 ? 16 : 8))],
])('rows of %d columns and %d bytes come in pieces', (columns, bytes, expected) => {
  const { size, sizes } = rowsOf(bytes)
  const rows = Uint32Array.from({ length: 5_000 }, (_, row) => row)
  let row = 0
  for (const piece of inPieces(size, rows, columns)) {
    expect(piece.length % bytes).toBe(0)
    for (let at = 0; at < piece.length; at += bytes) {
      expect([piece[at], piece[at + bytes - 1]]).toEqual([row % 251, row % 251])
      row += 1
    }
  }
  expect(row).toBe(5_000)
  expect(sizes).toEqual(expected)
})

test('all pieces of a read use the same memory, unless one needs more, and those of another read do not', () => {
  const rows = Uint32Array.from({ length: 6_000 }, (_, row) => row)
  const memories = (bytes: number) => [...inPieces(rowsOf(bytes).size, rows, 1)].map(({ buffer }) => buffer)
  const [first, ...others] = memories(4)
  expect(others.every((memory) => memory === first)).toBe(true)
  expect(first!.byteLength).toBe(65_536)
  expect(memories(4)[0]).not.toBe(first!)
  // The first piece of 2,048 rows has 128 KiB; the next ones have 64 KiB.
  expect(new Set(memories(64)).size).toBe(1)
  expect(memories(64)[0]!.byteLength).toBe(131_072 + 32_768 + 1)
})

test('no rows are no pieces', () => {
  expect([...inPieces(rowsOf(1).size, new Uint32Array(0), 5)]).toEqual([])
})
