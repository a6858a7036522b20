import { shownValue } from '../../core/text/shown-value.ts'
import { contains } from '../../sky/relations.ts'
import {
  areaOf,
  centroidOf,
  createBox,
  createCircle,
  createPoint,
  createPolygon,
  type Shape,
  ShapeError,
  shapeText,
} from '../../sky/shapes.ts'
import { angle } from '../../sky/vectors.ts'
import type { Call } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { isShape, POINT, REAL, REGION } from '../columns/value-type.ts'
import { asNumber, constantNumber, quotedText, type Value } from './value.ts'

/** Translates an argument; given by the caller, because arguments are expressions. */
export type ReadValue = (expression: Call['args'][number]) => Value
type Warn = (message: string) => void

/** What may follow the frame in a coordinate system of ADQL 2.0. */
const REFERENCE =
  /^(?:BARYCENTER|GEOCENTER|HELIOCENTER|TOPOCENTER|RELOCATABLE|UNKNOWNREFPOS|SPHERICAL2|CARTESIAN2|\s)*$/

/** Bounds of a latitude are widened by this, in degrees, so that rounding never loses a row that the exact test keeps. */
const MARGIN = 1e-9

/** Most arguments of a function in SQLite. */
const MAX_ARGUMENTS = 100

const CONSTRUCTORS: ReadonlySet<string> = new Set(['POINT', 'CIRCLE', 'BOX', 'POLYGON'])

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

/** `CONTAINS(…)` and `INTERSECTS(…)` as a condition that rejects most rows by their latitude alone. */
export function skyCondition(call: Call, read: ReadValue): string {
  return `(${relation(call, read, true)})`
}

/** `DISTANCE(…) < limit` as such a condition; undefined where the limit is not written out. */
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

function wrongArguments(call: Call, form: string): Fault {
  return new Fault('invalid_sql', `${call.name} is written ${form}.`, call.position)
}

const FORMS: Readonly<Record<string, string>> = {
  POINT: "POINT('ICRS', longitude, latitude)",
  CIRCLE: "CIRCLE('ICRS', longitude, latitude, radius)",
  BOX: "BOX('ICRS', longitude, latitude, width, height)",
  POLYGON: "POLYGON('ICRS', longitude, latitude, longitude, latitude, longitude, latitude, …)",
  DISTANCE: 'DISTANCE(point, point) or DISTANCE(longitude, latitude, longitude, latitude)',
}

/** Refuses coordinate systems other than ICRS, FK5 and none. */
function checkSystem(value: Value): void {
  const system = String(value.constant ?? '')
    .trim()
    .toUpperCase()
  const frame = /^(?:ICRS|FK5)?(?=\s|$)/.exec(system)
  if (value.constant === undefined || frame === null || !REFERENCE.test(system.slice(frame[0].length))) {
    const shown =
      value.constant === undefined
        ? 'A computed coordinate system'
        : `The coordinate system ${shownValue(String(value.constant))}`
    throw new Fault(
      'invalid_sql',
      `${shown} is not supported: positions are ICRS; FK5 and '' are treated as ICRS.`,
      value.position,
    )
  }
}

function construct(call: Call, read: ReadValue, warn: Warn): Value {
  const { name, position } = call
  let args = call.args.map(read)
  if (args[0] !== undefined && args[0].type.kind === 'text' && !isNumericText(args[0])) {
    checkSystem(args[0])
    args = args.slice(1)
  }
  const centers = name === 'POLYGON' ? args.length : 1
  const numbers = args.flatMap((value, i) => {
    if (value.type.kind === 'point' && i < centers && name !== 'POINT') return coordinates(value, name)
    if (isShape(value.type)) throw wrongArguments(call, FORMS[name]!)
    return [{ ...value, sql: asNumber(value, warn, `in ${name}`) }]
  })
  const isRight =
    name === 'POLYGON'
      ? numbers.length >= 6 && numbers.length % 2 === 0
      : numbers.length === { POINT: 2, CIRCLE: 3, BOX: 4 }[name]
  if (!isRight) throw wrongArguments(call, FORMS[name]!)
  const type = name === 'POINT' ? POINT : REGION
  const shape = shapeParts(name, numbers)
  const known = constants(numbers)
  if (known !== undefined) {
    const text = shapeText(created(() => make(name, known), position))
    return { sql: quotedText(text), type, constant: text, position, ...(shape ? { shape } : {}) }
  }
  if (numbers.length > MAX_ARGUMENTS) {
    throw new Fault('query_too_large', `A polygon with computed vertices has at most ${MAX_ARGUMENTS / 2}.`, position)
  }
  const sql = `sky_${name.toLowerCase()}(${numbers.map((value) => value.sql).join(', ')})`
  return { sql, type, position, ...(shape ? { shape } : {}) }
}

function isNumericText({ constant }: Value): boolean {
  return typeof constant === 'string' && constant.trim() !== '' && Number.isFinite(Number(constant))
}

function shapeParts(name: string, numbers: readonly Value[]): Value['shape'] {
  const [longitude, latitude, radius] = numbers as [Value, Value, Value]
  if (name === 'POINT') return { kind: 'point', longitude, latitude }
  return name === 'CIRCLE' ? { kind: 'circle', longitude, latitude, radius } : undefined
}

function constants(values: readonly Value[]): readonly number[] | undefined {
  const numbers = values.map(({ constant }) => (constant === undefined ? Number.NaN : Number(constant)))
  return numbers.every(Number.isFinite) ? numbers : undefined
}

function make(name: string, numbers: readonly number[]): Shape {
  const [a, b, c, d] = numbers as [number, number, number, number]
  if (name === 'POINT') return createPoint(a, b)
  if (name === 'CIRCLE') return createCircle(a, b, c)
  return name === 'BOX' ? createBox(a, b, c, d) : createPolygon(numbers)
}

function created(create: () => Shape, position: number): Shape {
  try {
    return create()
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw new Fault('invalid_sql', `${error.message[0]!.toUpperCase()}${error.message.slice(1)}.`, position)
  }
}

/** The shape of a value that the query writes out in numbers. */
const KNOWN = new WeakMap<Value, Shape>()
function knownShape(value: Value): Shape | undefined {
  if (!isShape(value.type) || typeof value.constant !== 'string') return undefined
  let shape = KNOWN.get(value)
  if (shape === undefined) {
    const [name, , ...numbers] = value.constant.split(' ')
    const kind = { Position: 'POINT', Circle: 'CIRCLE' }[name!] ?? 'POLYGON'
    shape = make(kind, numbers.map(Number))
    KNOWN.set(value, shape)
  }
  return shape
}

function pointOf(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  position: number,
): Value {
  const [lon, lat] = [constantNumber(longitude, position), constantNumber(latitude, position)]
  const text = shapeText(createPoint(longitude, latitude))
  const shape = { kind: 'point', longitude: lon, latitude: lat } as const
  return { sql: quotedText(text), type: POINT, constant: text, shape, position }
}

/** The arguments of a function that takes shapes only. */
function shapes(call: Call, read: ReadValue, count: number): Value[] {
  if (call.args.length !== count) {
    throw wrongArguments(call, count === 1 ? `${call.name}(shape)` : `${call.name}(shape, shape)`)
  }
  return call.args.map((argument) => {
    const value = read(argument)
    if (isShape(value.type)) return value
    throw new Fault('invalid_sql', `${call.name} expects a POINT, CIRCLE, BOX or POLYGON here.`, value.position)
  })
}

/** Longitude and latitude of a point. */
function coordinates(value: Value, name: string): readonly [Value, Value] {
  if (value.type.kind !== 'point') throw new Fault('invalid_sql', `${name} expects a POINT here.`, value.position)
  if (value.shape?.kind === 'point') return [value.shape.longitude, value.shape.latitude]
  const { position } = value
  const type = { ...REAL, unit: 'deg' }
  return [
    { sql: `sky_longitude(${value.sql})`, type, position },
    { sql: `sky_latitude(${value.sql})`, type, position },
  ]
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
 * `latitude BETWEEN … AND ` in front of a distance test, empty where it would not help: to compare a number takes a fraction of
 * the time of a distance.
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
        'CONTAINS is written CONTAINS(inner, outer): a point cannot contain a region.',
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

/** The test that two centers are at most `radius` apart; with the radius as a number behind a test of latitudes. */
function nearSql(a: Center, b: Center, radius: number | undefined, radiusSql: string): string {
  const before = radius === undefined ? '' : latitudeTest(a.latitude, b.latitude, radius)
  const distance = distanceSql([a.longitude, a.latitude, b.longitude, b.latitude])
  return `${before}${distance} <= ${radiusSql}`
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

/** The latitudes of a circle that holds the polygon. */
function around(latitude: Value, area: Shape): string {
  if (area.kind !== 'polygon') return ''
  const center = centroidOf(area)
  const radius = (Math.max(...area.vertices.map((vertex) => angle(vertex, center.at))) * 180) / Math.PI
  // Beyond a hemisphere, a circle around the vertices need not hold the sides.
  if (radius >= 89) return ''
  return between(latitude.sql, center.latitude - radius - MARGIN, center.latitude + radius + MARGIN)
}
