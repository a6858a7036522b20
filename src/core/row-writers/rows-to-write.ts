/**
 * Rows that were sized but not yet written. `write` writes them at a position of a buffer that has room for `bytes` bytes
 * and one more, which it can overwrite. It must be called before other rows are sized.
 */
export interface RowsToWrite {
  readonly bytes: number
  write(out: Uint8Array, at: number): void
}

/** Sizes rows of a table in a format in which all rows end alike, such as lines. */
export type SizeLines = (rows: Uint32Array) => RowsToWrite

/** Approximate size of a piece: producing one takes a millisecond or two, for which other requests wait. */
const PIECE_BYTES = 64 * 1024
/** Approximate size of a cell. */
const CELL_BYTES = 32
/**
 * Minimum rows per piece: with fewer, the work per column exceeds the work per row (7 rows of 355 columns: a fifth more
 * processor time than 32; 16: no more, and other requests wait half as long).
 */
const MIN_ROWS = 16
const MAX_ROWS = 2_048

/**
 * Rows with the given number of columns in pieces, each valid until the next one is requested, because all use the same memory.
 * With new memory for each, reading a whole table added about 100 MB until garbage was collected (measured; 12 MB with this).
 */
export function* inPieces(size: SizeLines, rows: Uint32Array, columns: number): Generator<Uint8Array<ArrayBuffer>> {
  let count = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(PIECE_BYTES / (columns * CELL_BYTES))))
  let memory = Buffer.allocUnsafeSlow(PIECE_BYTES)
  for (let from = 0; from < rows.length; ) {
    const part = rows.subarray(from, from + count)
    // Sized and written without a pause, because other responses use the same memory.
    const sized = size(part)
    if (sized.bytes >= memory.length) memory = Buffer.allocUnsafeSlow(sized.bytes + (sized.bytes >> 2) + 1)
    sized.write(memory, 0)
    const piece = memory.subarray(0, sized.bytes)
    yield piece
    from += part.length
    count = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor((PIECE_BYTES * part.length) / piece.length)))
  }
}
