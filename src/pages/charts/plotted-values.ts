import type { Axis } from '../../plots/charts/chart.ts'
import type { Coloring } from '../../plots/charts/coloring.ts'
import type { Uncertainty } from '../../plots/charts/scatter.ts'
import type { Quantity } from '../../plots/svg/label.ts'
import type { ScaleName } from '../../plots/svg/scale.ts'

type Row = Readonly<Record<string, unknown>>

/** The number in a column; null for other values. Integers beyond 2^53 are strings of digits. */
export function numberIn(row: Row, column: string): number | null {
  const value = row[column]
  return typeof value === 'number' ? value : null
}

/** The uncertainties and the limit flag of a value, from the columns next to it. */
export function uncertaintyIn(row: Row, column: string): Uncertainty {
  return {
    err1: numberIn(row, `${column}err1`),
    err2: numberIn(row, `${column}err2`),
    lim: numberIn(row, `${column}lim`),
  }
}

/** The style of an axis, by the name of its column: years are written without commas. */
export function axisStyle(column: string): Pick<Axis, 'style'> {
  return /(?:^|_)(?:pub)?year$/.test(column) ? { style: 'year' } : {}
}

/** Colors by the numbers of a column on a scale, or by its texts if `scale` is undefined. */
export function coloringBy(
  rows: readonly Row[],
  column: string,
  quantity: Quantity,
  scale: ScaleName | undefined,
): Coloring {
  if (scale !== undefined) return { kind: 'number', quantity, scale, values: rows.map((row) => numberIn(row, column)) }
  const texts = rows.map((row) => row[column] ?? null)
  return { kind: 'category', quantity, values: texts.map((text) => (text === null ? null : String(text))) }
}
