import { contains, ON_SIDE_DEGREES } from '../../sky/relations.ts'
import { areaOf, centroidOf, type Shape } from '../../sky/shapes.ts'
import { angle } from '../../sky/vectors.ts'
import type { Call } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { isShape, POINT, REAL } from '../columns/value-type.ts'
import {
  CONSTRUCTORS,
  construct,
  coordinates,
  FORMS,
  knownShape,
  pointOf,
  type ReadValue,
  shapes,
  type Warn,
  wrongArguments,
} from './sky-shapes.ts'
import { asNumber, constantNumber, type Value } from './value.ts'

/** Margin added to latitude bounds, in degrees, so that rounding never excludes a row that the exact test includes. */
const MARGIN = 1e-9

export const SKY_FUNCTIONS: readonly string[] = [
  ...CONSTRUCTORS,
  'CONTAINS',
  'INTERSECTS',
  'DISTANCE',
  'AREA',
  'CENTROID',
  'COORD1',
  'COORD2',
  'COORDSYS',
]

/** A call of a geometry function; undefined for other functions. */
export function skyCall(call: Call, read: ReadValue, warn: Warn): Value | undefined {
  const { name, position } = call
  if (CONSTRUCTORS.has(name)) return construct(call, read, warn)
  switch (name) {
    case 'CONTAINS':
    case 'INTERSECTS':
      return { sql: `(${relation(call, read, false)})`, type: { kind: 'integer' }, position }
    case 'DISTANCE': {
      const points = distancePoints(call, read, warn)
      return { sql: distanceSql(points), type: { ...REAL, unit: 'deg' }, position }
    }
    case 'AREA': {
      const [shape] = shapes(call, read, 1)
      const known = knownShape(shape!)
      const area: Value =
        known === undefined
          ? { sql: `sky_area(${shape!.sql})`, type: REAL, position }
          : constantNumber(areaOf(known), position)
      return { ...area, type: { ...REAL, unit: 'deg**2' } }
    }
    case 'CENTROID': {
      const [shape] = shapes(call, read, 1)
      const known = knownShape(shape!)
      if (known !== undefined) return pointOf(centroidOf(known), position)
      return { sql: `sky_centroid(${shape!.sql})`, type: POINT, position }
    }
    case 'COORD1':
    case 'COORD2': {
      const [point] = shapes(call, read, 1)
      const part = coordinates(point!, name)[name === 'COORD1' ? 0 : 1]
      return { ...part, position }
    }
    case 'COORDSYS':
      shapes(call, read, 1)
      return { sql: "'ICRS'", type: { kind: 'text' }, constant: 'ICRS', isSimple: true, position }
    default:
      return undefined
  }
}

/** `CONTAINS(…)` and `INTERSECTS(…)` as a condition that rejects most rows by latitude alone. */
export function skyCondition(call: Call, read: ReadValue): string {
  return `(${relation(call, read, true)})`
}

/** `DISTANCE(…) < limit` as such a condition; undefined if the limit is not a literal. */
export function nearCondition(
  call: Call,
  operator: '<' | '<=',
  limit: Value,
  read: ReadValue,
  warn: Warn,
): string | undefined {
  if (typeof limit.constant !== 'number') return undefined
  const points = distancePoints(call, read, warn)
  return `(${latitudeTest(points[1], points[3], limit.constant)}${distanceSql(points)} ${operator} ${limit.sql})`
}

type FourNumbers = readonly [Value, Value, Value, Value]

function distancePoints(call: Call, read: ReadValue, warn: Warn): FourNumbers {
  const args = call.args.map(read)
  if (args.length === 2)
    return [...coordinates(args[0]!, call.name), ...coordinates(args[1]!, call.name)] as unknown as FourNumbers
  if (args.length !== 4 || args.some(({ type }) => isShape(type))) throw wrongArguments(call, FORMS[call.name]!)
  return args.map((value) => ({ ...value, sql: asNumber(value, warn, 'in DISTANCE') })) as unknown as FourNumbers
}

function distanceSql(points: FourNumbers): string {
  return `sky_distance(${points.map(({ sql }) => sql).join(', ')})`
}

/**
 * `latitude BETWEEN … AND ` before a distance test; empty if it has no benefit. Comparing a number takes a fraction of the time
 * of computing a distance.
 */
function latitudeTest(a: Value, b: Value, radius: number): string {
  const [moving, fixed] = a.constant === undefined ? [a, b] : [b, a]
  if (!moving.isSimple || !fixed.isSimple || moving.constant !== undefined) return ''
  if (!(radius >= 0) || radius >= 180) return ''
  const margin = radius + MARGIN
  if (typeof fixed.constant !== 'number') {
    return `${moving.sql} BETWEEN ${fixed.sql} - ${margin} AND ${fixed.sql} + ${margin} AND `
  }
  return between(moving.sql, fixed.constant - margin, fixed.constant + margin)
}

function between(sql: string, low: number, high: number): string {
  return low <= -90 && high >= 90 ? '' : `${sql} BETWEEN ${low} AND ${high} AND `
}

function relation(call: Call, read: ReadValue, isFast: boolean): string {
  const [inner, outer] = shapes(call, read, 2) as [Value, Value]
  if (call.name === 'CONTAINS') {
    if (outer.type.kind === 'point' && inner.type.kind === 'region') {
      throw new Fault(
        'invalid_sql',
        'The syntax of CONTAINS is CONTAINS(inner, outer): a point cannot contain a region.',
        call.position,
      )
    }
    return containsSql(inner, outer, isFast)
  }
  if (inner.type.kind === 'point') return containsSql(inner, outer, isFast)
  if (outer.type.kind === 'point') return containsSql(outer, inner, isFast)
  const [a, b] = [inner.shape, outer.shape]
  if (a?.kind !== 'circle' || b?.kind !== 'circle') return `sky_intersects(${inner.sql}, ${outer.sql})`
  return nearSql(a, b, isFast ? sumOf(a.radius, b.radius) : undefined, `(${a.radius.sql} + ${b.radius.sql})`)
}

function sumOf(a: Value, b: Value): number | undefined {
  return typeof a.constant === 'number' && typeof b.constant === 'number' ? a.constant + b.constant : undefined
}

interface Center {
  readonly longitude: Value
  readonly latitude: Value
}

/**
 * The test that two centers are at most `radius` apart, preceded by a latitude test if the radius is a number. As between
 * known shapes, a point that only rounding puts outside is on the border, and inside.
 */
function nearSql(a: Center, b: Center, radius: number | undefined, radiusSql: string): string {
  const before = radius === undefined ? '' : latitudeTest(a.latitude, b.latitude, radius)
  const distance = distanceSql([a.longitude, a.latitude, b.longitude, b.latitude])
  const edge = radius === undefined ? `${radiusSql} + ${ON_SIDE_DEGREES}` : String(radius + ON_SIDE_DEGREES)
  return `${before}${distance} <= ${edge}`
}

function containsSql(inner: Value, outer: Value, isFast: boolean): string {
  const [known, area] = [knownShape(inner), knownShape(outer)]
  if (known !== undefined && area !== undefined) return contains(area, known) ? '1' : '0'
  if (inner.shape?.kind !== 'point') return `sky_contains(${outer.sql}, ${inner.sql})`
  const { longitude, latitude } = inner.shape
  if (outer.shape?.kind === 'circle') {
    const { radius } = outer.shape
    return nearSql(
      inner.shape,
      outer.shape,
      isFast && typeof radius.constant === 'number' ? radius.constant : undefined,
      radius.sql,
    )
  }
  const before =
    isFast && area?.kind === 'polygon' && latitude.isSimple && latitude.constant === undefined
      ? around(latitude, area)
      : ''
  return `${before}sky_inside(${longitude.sql}, ${latitude.sql}, ${outer.sql})`
}

/** Latitude bounds of a circle that contains the polygon. */
function around(latitude: Value, area: Shape): string {
  if (area.kind !== 'polygon') return ''
  const center = centroidOf(area)
  const radius = (Math.max(...area.vertices.map((vertex) => angle(vertex, center.at))) * 180) / Math.PI
  // Beyond a hemisphere, a circle around the vertices need not contain the sides.
  if (radius >= 89) return ''
  return between(latitude.sql, center.latitude - radius - MARGIN, center.latitude + radius + MARGIN)
}
