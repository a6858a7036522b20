import type { RankedCells } from '../table/rank-cells.ts'

/** The different values of a column in ascending order, each with its number of rows; nulls are omitted. */
export interface CountedValues<Value> {
  readonly values: readonly Value[]
  readonly counts: Uint32Array
  /** Number of rows with a value. */
  readonly total: number
}

/** Counts the rows of each rank; the last element counts the nulls. */
export function rankCounts({ codes, distinct }: Pick<RankedCells, 'codes' | 'distinct'>): Uint32Array {
  const counts = new Uint32Array(distinct + 1)
  for (let row = 0; row < codes.length; row += 1) counts[codes[row]!]! += 1
  return counts
}

/** Returns the numbers of a ranked column, integers beyond ±(2^53 − 1) rounded to doubles. */
export function countedNumbers(ranked: RankedCells, counts: Uint32Array): CountedValues<number> {
  const { distinct, codes } = ranked
  return {
    values: Array.from({ length: distinct }, (_, rank) => Number(ranked.value(rank))),
    counts: counts.subarray(0, distinct),
    total: codes.length - counts[distinct]!,
  }
}
