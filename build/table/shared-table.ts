import type { ArchiveTable, Cells } from './archive-table.ts'
import { decodeTexts, type TextBlock, utf8Of } from './text-block.ts'

/** Text cells for transfer between threads: a message would copy a million short texts one by one. */
interface SharedTextCells {
  readonly kind: 'shared-text'
  readonly codes: Uint32Array
  readonly utf8: TextBlock
}

type SharedCells = SharedTextCells | Exclude<Cells, { readonly kind: 'text' }>

/** A table for use in a message: all its cells are in memory that both threads share, and nothing is copied. */
export interface SharedTable extends Omit<ArchiveTable, 'cells'> {
  readonly cells: readonly SharedCells[]
}

function share<T extends Uint8Array | Uint32Array | Float64Array>(array: T): T {
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => T
  const shared = new Kind(new SharedArrayBuffer(array.byteLength))
  shared.set(array)
  return shared
}

/** Returns the same table with its numbers, codes and encoded texts in shared memory. */
export function shareTable(table: ArchiveTable): ArchiveTable {
  const cells = table.cells.map((column): Cells => {
    if (column.kind !== 'text') return { ...column, values: share(column.values) }
    const { bytes, offsets } = utf8Of(column)
    const utf8 = {
      bytes: share(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      offsets: share(offsets),
    }
    return { ...column, codes: share(column.codes), utf8 }
  })
  return { ...table, cells }
}

/** Packs a table from `shareTable`, without its texts as strings. */
export function packTable(table: ArchiveTable): SharedTable {
  const cells = table.cells.map(
    (column): SharedCells =>
      column.kind === 'text' ? { kind: 'shared-text', codes: column.codes, utf8: utf8Of(column) } : column,
  )
  return { ...table, cells }
}

/** Restores a packed table. */
export function unpackTable(table: SharedTable): ArchiveTable {
  const cells = table.cells.map((column): Cells => {
    if (column.kind !== 'shared-text') return column
    return { kind: 'text', codes: column.codes, values: decodeTexts(column.utf8), utf8: column.utf8 }
  })
  return { ...table, cells }
}
