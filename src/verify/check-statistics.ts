import { counted } from '../core/text/counts.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import {
  type ColumnStatistics,
  MAX_LISTED_VALUES,
  QUANTILES,
  type TableStatistics,
} from '../format/column-statistics.ts'
import { exactJson } from '../format/exact-json.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import type { SqlCatalog, SqlValue } from './sql-catalog.ts'

/** Relative tolerance, because sums of doubles in another order differ in their last digits. */
const TOLERANCE = 1e-9

/** The distinct values of a column, ascending, with their numbers of rows. */
type Groups = readonly { readonly value: SqlValue; readonly rows: number }[]

/** Allows a difference of `steps` times the smallest double, for numbers so small that a relative tolerance would be 0. */
function isClose(a: number, b: number, scale: number, steps: number): boolean {
  return Math.abs(a - b) <= Math.max(TOLERANCE * scale, steps * Number.MIN_VALUE)
}

/** The first incorrect statistic of a numeric column, or undefined. */
function numberDifference(statistics: ColumnStatistics, groups: Groups, rows: number): string | undefined {
  const { min, max, mean, quantiles, histogram } = statistics
  if (groups.length === 0)
    return [min, max, mean, quantiles, histogram].every((value) => value === null) ? undefined : 'a range of no values'
  const values = groups.map(({ value }) => Number(value))
  if (exactJson([min, max]) !== exactJson([groups[0]!.value, groups.at(-1)!.value])) return `the range ${min} to ${max}`
  const scale = Math.max(Math.abs(values[0]!), Math.abs(values.at(-1)!))
  const average = groups.reduce((sum, group, at) => sum + values[at]! * (group.rows / rows), 0)
  if (!isClose(mean ?? Number.NaN, average, scale, groups.length)) return `the mean ${mean}, but SQL has ${average}`
  const all = groups.flatMap((group, at) => new Array<number>(group.rows).fill(values[at]!))
  for (const share of QUANTILES) {
    const place = Number(share) * (rows - 1)
    const [low, high] = [all[Math.floor(place)]!, all[Math.ceil(place)]!]
    // Between equal values, the quantile is that value; products of the smallest doubles can be rounded to 0.
    const expected = low === high ? low : low * (1 - (place % 1)) + high * (place % 1)
    const given = quantiles?.[share] ?? Number.NaN
    if (low === high ? given !== low : !isClose(given, expected, scale, 2))
      return `the quantile ${share} ${quantiles?.[share]}, but SQL has ${expected}`
  }
  return histogramDifference(statistics, all)
}

function histogramDifference({ histogram, min, max }: ColumnStatistics, all: readonly number[]): string | undefined {
  if (histogram === null || histogram === undefined) return 'no histogram'
  const { edges, counts, scale, others } = histogram
  if (edges.length !== counts.length + 1 || edges.some((edge, at) => at > 0 && edge < edges[at - 1]!))
    return 'bad edges'
  if (edges.at(-1)! < Number(max) || (scale === 'linear' && edges[0] !== Number(min)))
    return 'edges that exclude values'
  const binned = scale === 'log' ? all.filter((value) => value > 0) : all
  if (others !== all.length - binned.length) return `${others} other values`
  const expected = counts.map(() => 0)
  let bin = 0
  for (const value of binned) {
    while (bin < counts.length - 1 && value >= edges[bin + 1]!) bin += 1
    expected[bin]! += value >= edges[bin]! ? 1 : 0
  }
  return expected.join() === counts.join() ? undefined : `the counts ${counts.join()}, but SQL has ${expected.join()}`
}

function valuesDifference(statistics: ColumnStatistics, groups: Groups): string | undefined {
  const { values, values_complete: isComplete, data_type: type, distinct } = statistics
  const isListed = type === 'String' || (type === 'Int64' && distinct <= MAX_LISTED_VALUES)
  if (!isListed)
    return values === undefined && isComplete === undefined ? undefined : 'values that should not be listed'
  const frequent = groups
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, MAX_LISTED_VALUES)
    .map(({ value, rows: count }) => ({ value, count }))
  if (exactJson(values) !== exactJson(frequent)) return 'other frequent values'
  return isComplete === groups.length <= MAX_LISTED_VALUES ? undefined : `values_complete ${isComplete}`
}

/** The difference between the statistics of one column and SQL, or undefined. */
export function columnDifference(catalog: SqlCatalog, table: string, statistics: ColumnStatistics): string | undefined {
  const key = quotedName(statistics.name)
  const counts = catalog.rows(`SELECT ${key}, count(*) FROM ${quotedName(table)} GROUP BY ${key} ORDER BY ${key}`)
  const groups = counts
    .map(([value, rows]) => ({ value: value!, rows: Number(rows) }))
    .filter(({ value }) => value !== null)
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  const all = counts.reduce((sum, [, count]) => sum + Number(count), 0)
  const facts = `${statistics.rows} rows, ${statistics.nulls} nulls, ${statistics.distinct} values`
  const expected = `${all} rows, ${all - rows} nulls, ${groups.length} values`
  if (facts !== expected) return `${facts}, but SQL has ${expected}`
  const ofNumbers = statistics.data_type === 'String' ? undefined : numberDifference(statistics, groups, rows)
  return ofNumbers ?? valuesDifference(statistics, groups)
}

/** Compares the statistics of a table with SQL's own grouping of each column. */
export function checkStatistics(
  catalog: SqlCatalog,
  { table, columns }: TableStatistics,
  onProgress: (done: number, total: number) => void,
): CheckResult {
  const comparison = new Comparison(`Column statistics of ${table} against SQL`)
  for (const [index, column] of columns.entries()) {
    const difference = columnDifference(catalog, table, column)
    if (difference !== undefined) comparison.differ(`${table}.${column.name} has ${difference}.`)
    onProgress(index + 1, columns.length)
  }
  return comparison.done(counted(columns.length, 'column'))
}
