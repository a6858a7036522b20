/**
 * Rows that have been sized, and are yet to be written. `write` puts them at a place of a buffer that has `bytes` bytes there,
 * and one more, which it may spoil. It must be called before other rows are sized.
 */
export interface RowsToWrite {
  readonly bytes: number
  write(out: Uint8Array, at: number): void
}

/** Sizes rows of a table in a format that ends every row alike, as lines do. */
export type SizeLines = (rows: Uint32Array) => RowsToWrite

/** About the length of a piece: to make one takes a millisecond or two, for which other requests wait. */
const PIECE_BYTES = 64 * 1024
/** About the length of a cell. */
const CELL_BYTES = 32
/**
 * Fewest rows of a piece: with fewer, what is done once for each column costs more than the rows (7 rows of 355 columns: a
 * fifth more processor time).
 */
const MIN_ROWS = 32
const MAX_ROWS = 2_048

/** Rows of so many columns in pieces, each of which may be kept. */
export function* inPieces(size: SizeLines, rows: Uint32Array, columns: number): Generator<Uint8Array<ArrayBuffer>> {
  let count = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(PIECE_BYTES / (columns * CELL_BYTES))))
  for (let from = 0; from < rows.length; ) {
    const part = rows.subarray(from, from + count)
    // Sized and written without a pause: other answers use the same memory for that.
    const sized = size(part)
    const piece = Buffer.allocUnsafeSlow(sized.bytes)
    sized.write(piece, 0)
    yield piece
    from += part.length
    count = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor((PIECE_BYTES * part.length) / piece.length)))
  }
}
