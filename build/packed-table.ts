import type { ArchiveTable, Cells } from './archive-table.ts'

/**
 * Text cells for the way between threads: a message copies one long text in a moment, but a million short ones one by
 * one. Text i of the dictionary is the next `lengths[i]` UTF-16 units of `joined`.
 */
interface PackedTextCells {
  readonly kind: 'packed'
  readonly codes: Uint32Array
  readonly joined: string
  readonly lengths: Uint32Array
}

type PackedCells = PackedTextCells | Exclude<Cells, { readonly kind: 'text' }>

/** A table that a message carries; its numbers and codes are shared by both threads, not copied. */
export interface PackedTable extends Omit<ArchiveTable, 'cells'> {
  readonly cells: readonly PackedCells[]
}

function shareCodes(codes: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(codes.byteLength))
  shared.set(codes)
  return shared
}

function shareValues(values: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(values.byteLength))
  shared.set(values)
  return shared
}

function packCells(cells: Cells): PackedCells {
  if (cells.kind === 'text') {
    const lengths = Uint32Array.from(cells.values, (value) => value.length)
    return { kind: 'packed', codes: shareCodes(cells.codes), joined: cells.values.join(''), lengths }
  }
  return { ...cells, values: shareValues(cells.values) }
}

function unpackCells(cells: PackedCells): Cells {
  if (cells.kind !== 'packed') return cells
  const { codes, joined, lengths } = cells
  const values = new Array<string>(lengths.length)
  let start = 0
  for (let index = 0; index < lengths.length; index += 1) {
    const end = start + lengths[index]!
    values[index] = joined.slice(start, end)
    start = end
  }
  return { kind: 'text', codes, values }
}

/** The table with its numbers and codes in shared memory and its texts in few pieces. */
export function packTable(table: ArchiveTable): PackedTable {
  return { ...table, cells: table.cells.map(packCells) }
}

/** The table that was packed. */
export function unpackTable(table: PackedTable): ArchiveTable {
  return { ...table, cells: table.cells.map(unpackCells) }
}
