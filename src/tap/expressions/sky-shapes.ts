import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import {
  createBox,
  createCircle,
  createPoint,
  createPolygon,
  type Shape,
  ShapeError,
  shapeText,
} from '../../sky/shapes.ts'
import type { Call } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { isShape, POINT, REAL, REGION } from '../columns/value-type.ts'
import { asNumber, constantNumber, type Value } from './value.ts'

/** Translates an argument; passed in because arguments are expressions. */
export type ReadValue = (expression: Call['args'][number]) => Value
export type Warn = (message: string) => void

export const CONSTRUCTORS: ReadonlySet<string> = new Set(['POINT', 'CIRCLE', 'BOX', 'POLYGON'])

/** Text allowed after the frame in a coordinate system of ADQL 2.0. */
const REFERENCE =
  /^(?:BARYCENTER|GEOCENTER|HELIOCENTER|TOPOCENTER|RELOCATABLE|UNKNOWNREFPOS|SPHERICAL2|CARTESIAN2|\s)*$/

/** Maximum number of arguments of a function in SQLite. */
const MAX_ARGUMENTS = 100

/** The error for arguments that the function does not accept. */
export function wrongArguments(call: Call, form: string): Fault {
  return new Fault('invalid_sql', `The syntax of ${call.name} is ${form}.`, call.position)
}

/** Syntax of the functions. */
export const FORMS: Readonly<Record<string, string>> = {
  POINT: "POINT('ICRS', longitude, latitude)",
  CIRCLE: "CIRCLE('ICRS', longitude, latitude, radius)",
  BOX: "BOX('ICRS', longitude, latitude, width, height)",
  POLYGON: "POLYGON('ICRS', longitude, latitude, longitude, latitude, longitude, latitude, …)",
  DISTANCE: 'DISTANCE(point, point) or DISTANCE(longitude, latitude, longitude, latitude)',
}

/** Rejects coordinate systems other than ICRS, FK5 and none. */
function checkSystem(value: Value): void {
  const system = String(value.constant ?? '')
    .trim()
    .toUpperCase()
  const frame = /^(?:ICRS|FK5)?(?=\s|$)/.exec(system)
  if (value.constant === undefined || frame === null || !REFERENCE.test(system.slice(frame[0].length))) {
    const shown =
      value.constant === undefined
        ? 'A computed coordinate system'
        : `The coordinate system ${quoteForMessage(String(value.constant))}`
    throw new Fault(
      'invalid_sql',
      `${shown} is not supported: positions are ICRS; FK5 and '' are treated as ICRS.`,
      value.position,
    )
  }
}

/** A call of POINT, CIRCLE, BOX or POLYGON. */
export function construct(call: Call, read: ReadValue, warn: Warn): Value {
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
    throw new Fault(
      'query_too_large',
      `A polygon with computed vertices can have at most ${MAX_ARGUMENTS / 2} of them.`,
      position,
    )
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

const KNOWN = new WeakMap<Value, Shape>()

/** The shape of a value that the query gives as numeric literals. */
export function knownShape(value: Value): Shape | undefined {
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

/** A known point as a value. */
export function pointOf(
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  position: number,
): Value {
  const [lon, lat] = [constantNumber(longitude, position), constantNumber(latitude, position)]
  const text = shapeText(createPoint(longitude, latitude))
  const shape = { kind: 'point', longitude: lon, latitude: lat } as const
  return { sql: quotedText(text), type: POINT, constant: text, shape, position }
}

/** The arguments of a function that accepts only shapes. */
export function shapes(call: Call, read: ReadValue, count: number): Value[] {
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
export function coordinates(value: Value, name: string): readonly [Value, Value] {
  if (value.type.kind !== 'point') throw new Fault('invalid_sql', `${name} expects a POINT here.`, value.position)
  if (value.shape?.kind === 'point') return [value.shape.longitude, value.shape.latitude]
  const { position } = value
  const type = { ...REAL, unit: 'deg' }
  return [
    { sql: `sky_longitude(${value.sql})`, type, position },
    { sql: `sky_latitude(${value.sql})`, type, position },
  ]
}
