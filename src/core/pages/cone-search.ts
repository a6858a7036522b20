import type { PageColumn, PageTable } from '../ports.ts'
import { type Cone, POSITION_COLUMNS } from '../table-query/cone.ts'
import { fragmentBytes, numberOfCode, numbersOf } from './column-numbers.ts'

const RADIANS_PER_DEGREE = Math.PI / 180

/** Tolerance at the edge, so that rounding excludes no row on it; 1e-9 degrees are 4 microarcseconds. */
const EDGE_DEGREES = 1e-9

/** The angle between two positions, in degrees; accurate near 0 and near 180 degrees (Vincenty's formula on a sphere). */
export function angularDistance(ra1: number, dec1: number, ra2: number, dec2: number): number {
  const deltaRa = (ra2 - ra1) * RADIANS_PER_DEGREE
  const [sin1, cos1] = [Math.sin(dec1 * RADIANS_PER_DEGREE), Math.cos(dec1 * RADIANS_PER_DEGREE)]
  const [sin2, cos2] = [Math.sin(dec2 * RADIANS_PER_DEGREE), Math.cos(dec2 * RADIANS_PER_DEGREE)]
  const cosDelta = Math.cos(deltaRa)
  const across = Math.hypot(cos2 * Math.sin(deltaRa), cos1 * sin2 - sin1 * cos2 * cosDelta)
  return Math.atan2(across, sin1 * sin2 + cos1 * cos2 * cosDelta) / RADIANS_PER_DEGREE
}

/** The first index whose value is not below `bound`. */
function lowerBound(values: Float64Array, count: number, bound: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds the rows inside a cone, in ascending order. */
export type ConeSearch = (cone: Cone) => Uint32Array

/** Positions of rows on the unit sphere; NaN for rows without a position. */
interface Positions {
  readonly dec: Float64Array
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
}

function positionsOf({ name, rows }: PageTable, raColumn: PageColumn, decColumn: PageColumn): Positions {
  const [ra, dec] = [numbersOf(name, raColumn), numbersOf(name, decColumn)]
  const positions = { dec, x: new Float64Array(rows), y: new Float64Array(rows), z: new Float64Array(rows) }
  for (let row = 0; row < rows; row++) {
    const alpha = ra[raColumn.codes[row]!]! * RADIANS_PER_DEGREE
    const delta = dec[decColumn.codes[row]!]! * RADIANS_PER_DEGREE
    positions.x[row] = Math.cos(delta) * Math.cos(alpha)
    positions.y[row] = Math.cos(delta) * Math.sin(alpha)
    positions.z[row] = Math.sin(delta) + 0 * alpha // also NaN without a right ascension
  }
  return positions
}

/** If the cosine is this close to that of the radius, the angle itself is computed. */
const COSINE_MARGIN = 1e-12

/** If at least one row in this many lies within the declinations, all rows are scanned, which keeps them in order. */
const SORTED_SHARE = 50

/**
 * Creates a search over the positions of one table; undefined if it lacks the columns. Positions are decoded at the first
 * search.
 */
export function createConeSearch(table: PageTable): ConeSearch | undefined {
  const [raColumn, decColumn] = POSITION_COLUMNS.map((name) => table.columns.get(name))
  if (raColumn === undefined || decColumn === undefined) return undefined
  let positions: Positions | undefined
  return ({ ra, dec, radius }) => {
    positions ??= positionsOf(table, raColumn, decColumn)
    const { x, y, z } = positions
    const limit = radius + EDGE_DEGREES
    const from = lowerBound(positions.dec, decColumn.distinct, dec - limit)
    const to = lowerBound(positions.dec, decColumn.distinct, dec + limit + EDGE_DEGREES)
    const [alpha, delta] = [ra * RADIANS_PER_DEGREE, dec * RADIANS_PER_DEGREE]
    const [cx, cy, cz] = [Math.cos(delta) * Math.cos(alpha), Math.cos(delta) * Math.sin(alpha), Math.sin(delta)]
    const cosine = Math.cos(Math.min(180, limit) * RADIANS_PER_DEGREE)
    const isInside = (row: number): boolean => {
      const dot = cx * x[row]! + cy * y[row]! + cz * z[row]!
      if (dot > cosine + COSINE_MARGIN) return true
      // NaN is also rejected by this negated comparison.
      if (!(dot >= cosine - COSINE_MARGIN)) return false
      const [rowRa, rowDec] = [raColumn, decColumn].map((column) => numberAt(table.name, column, row)) as [
        number,
        number,
      ]
      return angularDistance(ra, dec, rowRa, rowDec) <= limit
    }
    const order = decColumn.order.subarray(decColumn.starts[from]!, decColumn.starts[to]!)
    if (order.length * SORTED_SHARE < table.rows) return order.filter(isInside).sort()
    const { codes } = decColumn
    const inside = new Uint32Array(order.length)
    let count = 0
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!
      if (code >= from && code < to && isInside(row)) inside[count++] = row
    }
    return inside.slice(0, count)
  }
}

/** The number in a row that has one. */
function numberAt(table: string, column: PageColumn, row: number): number {
  return Number(numberOfCode(table, column, column.codes[row]!, fragmentBytes(column)))
}
