import { SQLITE, type Sqlite } from './sqlite.ts'

/** Offset in a statement (`struct Vdbe`, 32-bit) of the pointer to its row's cells. `checkRowLayout` verifies the layout. */
const ROW_OFFSET = 120
/** A cell (`struct sqlite3_value`) begins with its number. */
const CELL_BYTES = 40
const TEXT_OFFSET = 8
const LENGTH_OFFSET = 12
const FLAGS_OFFSET = 16
/** `MEM_AffMask`. */
const KIND_FLAGS = 0x3f

/** Plain cell kinds. Any other kind, such as a blob or a number with its text, is read with SQLite's functions. */
export const CELL = { null: 1, text: 2, integer: 4, real: 8 } as const

/**
 * The current row of a statement, read directly from SQLite's memory: two or three calls per cell took a quarter of the time of
 * an answer with 10,000 rows.
 */
export class ResultRow {
  /** SQLite's memory. */
  heap: Uint8Array = new Uint8Array()
  private ints: Int32Array = new Int32Array()
  private doubles: Float64Array = new Float64Array()
  private cells = 0

  constructor(
    readonly sqlite: Sqlite,
    readonly statement: number,
  ) {}

  /** Locates the row; must be called after every step. */
  arrive(): void {
    const heap = this.sqlite.heap()
    if (heap !== this.heap) {
      this.heap = heap
      this.ints = new Int32Array(heap.buffer)
      this.doubles = new Float64Array(heap.buffer)
    }
    this.cells = this.ints[(this.statement + ROW_OFFSET) >> 2]!
  }

  /**
   * One of CELL, or another number; also another number for the rest of a row in which SQLite's memory has grown, which leaves
   * these arrays empty.
   */
  kind(column: number): number {
    return this.ints[(this.cells + CELL_BYTES * column + FLAGS_OFFSET) >> 2]! & KIND_FLAGS
  }

  real(column: number): number {
    return this.doubles[(this.cells + CELL_BYTES * column) >> 3]!
  }

  /** The integer, rounded if it is not a safe integer. */
  integer(column: number): number {
    const low = (this.cells + CELL_BYTES * column) >> 2
    return this.ints[low + 1]! * 2 ** 32 + (this.ints[low]! >>> 0)
  }

  /** Pointer to the text's UTF-8. */
  textStart(column: number): number {
    return this.ints[(this.cells + CELL_BYTES * column + TEXT_OFFSET) >> 2]!
  }

  textBytes(column: number): number {
    return this.ints[(this.cells + CELL_BYTES * column + LENGTH_OFFSET) >> 2]!
  }
}

/** Throws if SQLite stores rows differently than ResultRow reads them, as a future sql.js may. */
export function checkRowLayout(sqlite: Sqlite): void {
  const sql = sqlite.api.stringToNewUTF8("SELECT NULL, 'täxt', -5000000001, 0.1, x'00', zeroblob(9), -1, ''")
  const { statement } = sqlite.prepare(sql)
  try {
    if (sqlite.api._sqlite3_step(statement) !== SQLITE.row) throw sqlite.lastError()
    const row = new ResultRow(sqlite, statement)
    row.arrive()
    const plain = Object.values(CELL) as number[]
    const found = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => (plain.includes(row.kind(i)) ? row.kind(i) : 'other'))
    const { null: none, text, integer, real } = CELL
    const isKnown =
      Bun.deepEquals(found, [none, text, integer, real, 'other', 'other', integer, text]) &&
      sqlite.text(row.textStart(1), row.textBytes(1)) === 'täxt' &&
      row.integer(2) === -5_000_000_001 &&
      row.real(3) === 0.1 &&
      row.integer(6) === -1 &&
      row.textBytes(7) === 0
    if (!isKnown) throw new Error('unknown row layout')
  } finally {
    sqlite.api._sqlite3_finalize(statement)
    sqlite.api._free(sql)
  }
}
