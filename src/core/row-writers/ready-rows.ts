import type { ReadyRows } from '../ports.ts'
import { bufferOver } from './cells.ts'
import type { RowsToWrite } from './rows-to-write.ts'

/** Copies rows that a page file contains in serialized form. */
export interface ReadyRowCopier {
  readonly offsets: Uint32Array
  /** Any rows, without the last `cut` bytes of the last one. */
  some(rows: Uint32Array, cut: number): RowsToWrite
  /** Rows in snapshot order, without the last `cut` bytes: one copy. */
  slice(from: number, count: number, cut: number): RowsToWrite
}

export function createReadyRowCopier({ offsets, bytes: ready }: ReadyRows): ReadyRowCopier {
  const native = bufferOver(ready)
  return {
    offsets,
    some(rows, cut) {
      let bytes = 0
      for (let i = 0; i < rows.length; i++) bytes += offsets[rows[i]! + 1]! - offsets[rows[i]!]!
      return {
        bytes: Math.max(0, bytes - cut),
        write(out, at) {
          let place = at
          for (let i = 0; i < rows.length; i++) {
            const start = offsets[rows[i]!]!
            const end = offsets[rows[i]! + 1]!
            native.copy(out, place, start, end)
            place += end - start
          }
        },
      }
    },
    slice(from, count, cut) {
      const start = offsets[from]!
      const end = offsets[from + count]! - (count > 0 ? cut : 0)
      return { bytes: end - start, write: (out, at) => void native.copy(out, at, start, end) }
    },
  }
}
