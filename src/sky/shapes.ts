import { angle, combine, cross, direction, dot, length, longitudeLatitude, normalized, type Vector } from './vectors.ts'

export interface Point {
  readonly kind: 'point'
  readonly longitude: number
  readonly latitude: number
  readonly at: Vector
}

/** All directions within `radius` degrees of the center. */
export interface Circle {
  readonly kind: 'circle'
  readonly longitude: number
  readonly latitude: number
  readonly at: Vector
  readonly radius: number
}

/** The smaller of the two areas bounded by the great-circle sides; vertices counterclockwise as seen from the inside. */
export interface Polygon {
  readonly kind: 'polygon'
  readonly vertices: readonly Vector[]
  /** In degrees, with the given order and values. */
  readonly positions: readonly number[]
}

export type Shape = Point | Circle | Polygon

const SQUARE_DEGREES = (180 / Math.PI) ** 2

/** An invalid shape; the message names the value and can be shown to clients. */
export class ShapeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ShapeError'
  }
}

function checkPosition(longitude: number, latitude: number): void {
  if (!Number.isFinite(longitude)) throw new ShapeError(`the longitude ${longitude} is not a number of degrees`)
  if (!(latitude >= -90 && latitude <= 90))
    throw new ShapeError(`the latitude ${latitude} is not from -90 to 90 degrees`)
}

export function createPoint(longitude: number, latitude: number): Point {
  checkPosition(longitude, latitude)
  return { kind: 'point', longitude, latitude, at: direction(longitude, latitude) }
}

export function createCircle(longitude: number, latitude: number, radius: number): Circle {
  checkPosition(longitude, latitude)
  if (!(radius >= 0 && radius <= 180)) throw new ShapeError(`the radius ${radius} is not from 0 to 180 degrees`)
  return { kind: 'circle', longitude, latitude, at: direction(longitude, latitude), radius }
}

/**
 * Creates a box as defined by ADQL: a cross with arms of half the width and height, parallel to the coordinate axes at the
 * center; the sides are great circles through the ends of the arms, at right angles to them. Size in degrees, below 180.
 */
export function createBox(longitude: number, latitude: number, width: number, height: number): Polygon {
  checkPosition(longitude, latitude)
  for (const [name, size] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (!(size > 0 && size < 180)) throw new ShapeError(`the ${name} ${size} is not above 0 and below 180 degrees`)
  const center = direction(longitude, latitude)
  const lon = (longitude * Math.PI) / 180
  const east: Vector = [-Math.sin(lon), Math.cos(lon), 0]
  const north = cross(center, east)
  // Great circles are straight lines in the tangent plane.
  const [x, y] = [Math.tan((width * Math.PI) / 360), Math.tan((height * Math.PI) / 360)]
  const corners = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ].map(([u, v]) => normalized(combine(combine(center, 1, east, u!), 1, north, v!)))
  return polygonOf(corners, corners.flatMap(longitudeLatitude))
}

/** Creates a polygon with at least three vertices, given as longitude and latitude in turn. The last is joined to the first. */
export function createPolygon(positions: readonly number[]): Polygon {
  if (positions.length % 2 !== 0) throw new ShapeError('a polygon needs a latitude for each longitude')
  const vertices: Vector[] = []
  for (let i = 0; i < positions.length; i += 2) {
    checkPosition(positions[i]!, positions[i + 1]!)
    vertices.push(direction(positions[i]!, positions[i + 1]!))
  }
  return polygonOf(vertices, positions)
}

function polygonOf(vertices: readonly Vector[], positions: readonly number[]): Polygon {
  const isSame = (a: Vector, b: Vector): boolean => angle(a, b) < 1e-12
  const distinct = vertices.filter(
    (vertex, i) => !isSame(vertex, vertices[(i + vertices.length - 1) % vertices.length]!),
  )
  if (distinct.length < 3) throw new ShapeError('a polygon needs at least three different vertices')
  return { kind: 'polygon', vertices: orientedArea(distinct) < 0 ? distinct.reverse() : distinct, positions }
}

/** Area to the left of the sides in steradians, from -2π to 2π: negative if the smaller area is to the right. */
function orientedArea(vertices: readonly Vector[]): number {
  let area = 0
  for (let i = 1; i + 1 < vertices.length; i++) area += triangleArea(vertices[0]!, vertices[i]!, vertices[i + 1]!)
  const whole = 4 * Math.PI
  const left = ((area % whole) + whole) % whole
  return left > whole / 2 ? left - whole : left
}

function triangleArea(a: Vector, b: Vector, c: Vector): number {
  return 2 * Math.atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a))
}

/** Area in square degrees. */
export function areaOf(shape: Shape): number {
  if (shape.kind === 'point') return 0
  if (shape.kind === 'polygon') return Math.abs(orientedArea(shape.vertices)) * SQUARE_DEGREES
  // 1 - cos(r), accurate for small radii.
  return 4 * Math.PI * Math.sin((shape.radius * Math.PI) / 360) ** 2 * SQUARE_DEGREES
}

/** The direction of the center of mass of the shape's surface. */
export function centroidOf(shape: Shape): Point {
  if (shape.kind === 'point') return shape
  if (shape.kind === 'circle') return createPoint(shape.longitude, shape.latitude)
  let sum: Vector = [0, 0, 0]
  for (const [i, a] of shape.vertices.entries()) {
    const b = shape.vertices[(i + 1) % shape.vertices.length]!
    sum = combine(sum, 1, normalized(cross(a, b)), angle(a, b))
  }
  if (length(sum) === 0) throw new ShapeError('this polygon has no centroid')
  return createPoint(...longitudeLatitude(sum))
}

const NAMES = { point: 'Position', circle: 'Circle', polygon: 'Polygon' } as const

/** The text form: `Position ICRS 10 20`, `Circle ICRS 10 20 5`, `Polygon ICRS 0 0 1 0 0 1`. */
export function shapeText(shape: Shape): string {
  const numbers =
    shape.kind === 'polygon'
      ? shape.positions
      : [shape.longitude, shape.latitude, ...(shape.kind === 'circle' ? [shape.radius] : [])]
  return `${NAMES[shape.kind]} ICRS ${numbers.join(' ')}`
}

/** Parses the text form. */
export function parseShape(text: string): Shape {
  const [name = '', frame = '', ...rest] = text.trim().split(/\s+/)
  const numbers = rest.map(Number)
  if (frame.toUpperCase() === 'ICRS' && numbers.length >= 2 && numbers.every(Number.isFinite)) {
    const [longitude, latitude, radius] = numbers as [number, number, number?]
    if (name === NAMES.point && numbers.length === 2) return createPoint(longitude, latitude)
    if (name === NAMES.circle && numbers.length === 3) return createCircle(longitude, latitude, radius!)
    if (name === NAMES.polygon) return createPolygon(numbers)
  }
  throw new ShapeError('this text is not a position, circle or polygon')
}
