import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { contains, intersects } from '../../../src/sky/relations.ts'
import {
  areaOf,
  centroidOf,
  createBox,
  createCircle,
  createPoint,
  createPolygon,
  parseShape,
  type Shape,
  ShapeError,
  shapeText,
} from '../../../src/sky/shapes.ts'
import {
  combine,
  cross,
  direction,
  distanceDegrees,
  longitudeLatitude,
  normalized,
  type Vector,
} from '../../../src/sky/vectors.ts'

const SPHERE = 129_600 / Math.PI

/** The position at a distance and position angle (in degrees) from another. */
function offset(
  [longitude, latitude]: readonly [number, number],
  distance: number,
  towards: number,
): readonly [number, number] {
  const center = direction(longitude, latitude)
  const east: Vector = normalized(cross([0, 0, 1], center))
  const axis: Vector = east.some((part) => part !== 0) ? east : [0, 1, 0]
  const north = cross(center, axis)
  const [d, a] = [(distance * Math.PI) / 180, (towards * Math.PI) / 180]
  const tangent = combine(axis, Math.sin(a), north, Math.cos(a))
  return longitudeLatitude(combine(center, Math.cos(d), tangent, Math.sin(d)))
}

const position = fc.tuple(
  fc.oneof(fc.double({ min: 0, max: 360, noNaN: true }), fc.constantFrom(0, 90, 180, 270, 359.9999)),
  fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, -89.99, 0, 89.99, 90)),
)
/** Polygons whose vertices go around a center, in either direction. */
const polygon = fc
  .tuple(
    position,
    fc.array(fc.double({ min: 0.5, max: 20, noNaN: true }), { minLength: 3, maxLength: 7 }),
    fc.double({ min: 0, max: 360, noNaN: true }),
    fc.boolean(),
  )
  .map(([center, radii, start, isReversed]) => {
    const vertices = radii.map((radius, i) => offset(center, radius, start + (i * 360) / radii.length))
    return createPolygon((isReversed ? vertices.toReversed() : vertices).flat())
  })
const circle = fc
  .tuple(position, fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 40, noNaN: true })))
  .map(([[longitude, latitude], radius]) => createCircle(longitude, latitude, radius))
const region = fc.oneof(circle, polygon)

/** Whether a direction is in a polygon, in the tangent plane of its vertices' mean, where sides are straight lines. */
function isInTangentPlane(shape: Shape, [longitude, latitude]: readonly [number, number]): boolean {
  if (shape.kind !== 'polygon') throw new Error('polygons only')
  let sum: Vector = [0, 0, 0]
  for (const vertex of shape.vertices) sum = combine(sum, 1, vertex, 1)
  const center = normalized(sum)
  const u = normalized(cross(Math.abs(center[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1], center))
  const v = cross(center, u)
  const project = (at: Vector): readonly [number, number, number] => {
    const depth = at[0] * center[0] + at[1] * center[1] + at[2] * center[2]
    return [
      (at[0] * u[0] + at[1] * u[1] + at[2] * u[2]) / depth,
      (at[0] * v[0] + at[1] * v[1] + at[2] * v[2]) / depth,
      depth,
    ]
  }
  const [x, y, depth] = project(direction(longitude, latitude))
  if (depth <= 0) return false
  const corners = shape.vertices.map(project)
  let isInside = false
  for (const [i, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[(i + 1) % corners.length]!
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
  }
  return isInside
}

describe('positions', () => {
  test('distances agree with the haversine formula', () => {
    fc.assert(
      fc.property(position, position, ([a, b], [c, d]) => {
        const r = Math.PI / 180
        const h =
          Math.sin(((d - b) * r) / 2) ** 2 + Math.cos(b * r) * Math.cos(d * r) * Math.sin(((c - a) * r) / 2) ** 2
        expect(distanceDegrees(a, b, c, d)).toBeCloseTo((2 * Math.asin(Math.min(1, Math.sqrt(h)))) / r, 5)
      }),
    )
  })

  test('an offset lies at its distance', () => {
    fc.assert(
      fc.property(
        position,
        fc.double({ min: 0, max: 180, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (at, distance, towards) => {
          expect(distanceDegrees(...at, ...offset(at, distance, towards))).toBeCloseTo(distance, 6)
        },
      ),
    )
  })
})

describe('areas and centroids', () => {
  const octant = createPolygon([0, 0, 90, 0, 0, 90])

  test('of known shapes', () => {
    expect(areaOf(octant)).toBeCloseTo(SPHERE / 8, 6)
    expect(areaOf(createPolygon([0, 90, 90, 0, 0, 0]))).toBeCloseTo(SPHERE / 8, 6)
    expect(areaOf(createCircle(10, 20, 180))).toBeCloseTo(SPHERE, 6)
    expect(areaOf(createCircle(10, 20, 90))).toBeCloseTo(SPHERE / 2, 6)
    expect(areaOf(createCircle(10, 20, 1e-5)) / (Math.PI * 1e-10)).toBeCloseTo(1, 6)
    expect(areaOf(createBox(359.9, 89.9, 0.01, 0.02)) / 0.0002).toBeCloseTo(1, 6)
    expect(areaOf(createPoint(1, 2))).toBe(0)
    const center = centroidOf(octant)
    expect([center.longitude, center.latitude]).toEqual([expect.closeTo(45, 9), expect.closeTo(35.26438968275466, 9)])
    expect(centroidOf(createBox(0, 90, 2, 2)).latitude).toBeCloseTo(90, 9)
  })

  test('a polygon has the area of the triangles that it is made of', () => {
    fc.assert(
      fc.property(polygon, (shape) => {
        const center = centroidOf(shape)
        if (!contains(shape, center)) return
        const excess = shape.vertices.map((a, i) => {
          const b = shape.vertices[(i + 1) % shape.vertices.length]!
          const positions = [center.at, a, b].flatMap(longitudeLatitude)
          try {
            return areaOf(createPolygon(positions))
          } catch (error) {
            if (error instanceof ShapeError) return 0
            throw error
          }
        })
        // Only where every vertex can be seen from the center do the triangles not overlap.
        const sum = excess.reduce((total, area) => total + area, 0)
        expect(sum).toBeGreaterThan(areaOf(shape) * (1 - 1e-6))
      }),
    )
  })
})

describe('relations', () => {
  test('a point is in a polygon as it is in the tangent plane', () => {
    fc.assert(
      fc.property(
        polygon,
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (shape, distance, towards) => {
          const center = centroidOf(shape)
          const at = offset([center.longitude, center.latitude], distance, towards)
          const near = createCircle(...at, 1e-7)
          // On a side the two may round differently.
          if (intersects(near, shape) && !contains(shape, near)) return
          expect(contains(shape, createPoint(...at))).toBe(isInTangentPlane(shape, at))
          expect(contains(shape, createPoint((at[0] + 180) % 360, -at[1]))).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('what contains another meets it, and contains its points', () => {
    fc.assert(
      fc.property(region, region, position, (a, b, at) => {
        const point = createPoint(...at)
        if (contains(a, b)) {
          expect(intersects(a, b)).toBe(true)
          expect(areaOf(a)).toBeGreaterThanOrEqual(areaOf(b) * (1 - 1e-9))
          if (contains(b, point)) expect(contains(a, point)).toBe(true)
        }
        expect(intersects(a, b)).toBe(intersects(b, a))
        if (contains(a, point) && contains(b, point)) expect(intersects(a, b)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('a circle meets a shape exactly if the nearest of its border is near enough', () => {
    fc.assert(
      fc.property(polygon, position, (shape, at) => {
        const isIn = contains(shape, createPoint(...at))
        const touches = (radius: number): boolean => intersects(createCircle(...at, radius), shape)
        if (isIn) expect(touches(0)).toBe(true)
        let [low, high] = [0, 180]
        if (touches(0)) return
        for (let i = 0; i < 40; i++) {
          const middle = (low + high) / 2
          if (touches(middle)) high = middle
          else low = middle
        }
        const vertices = shape.vertices.map((vertex) => distanceDegrees(...at, ...longitudeLatitude(vertex)))
        expect(high).toBeLessThanOrEqual(Math.min(...vertices) + 1e-6)
      }),
    )
  })

  test.each([
    [createCircle(0, 90, 5), createCircle(180, 87, 1.9), true, true],
    [createCircle(0, 90, 5), createCircle(180, 87, 2.1), false, true],
    [createCircle(0, 0, 1), createCircle(359, 0, 0.5), false, true],
    [createCircle(0, 0, 1), createCircle(357, 0, 1.5), false, false],
    [createCircle(0, 0, 180), createPolygon([0, 0, 90, 0, 0, 90]), true, true],
    [createCircle(0, 0, 170), createPolygon([0, 0, 90, 0, 0, 90]), true, true],
    [createCircle(180, 0, 130), createPolygon([0, 0, 90, 0, 0, 90]), false, true],
    [createPolygon([350, -10, 10, -10, 10, 10, 350, 10]), createCircle(0, 0, 9), true, true],
    [createPolygon([350, -10, 10, -10, 10, 10, 350, 10]), createBox(359, 1, 2, 2), true, true],
    [createPolygon([350, -10, 10, -10, 10, 10, 350, 10]), createBox(10, 1, 2, 2), false, true],
    [createPolygon([0, 80, 120, 80, 240, 80]), createPoint(77, 90), true, true],
    [createPolygon([0, 80, 120, 80, 240, 80]), createPoint(77, -90), false, false],
    // A cross of two bars: no vertex of one is in the other.
    [createBox(0, 0, 20, 2), createBox(0, 0, 2, 20), false, true],
    [createPoint(1, 1), createPoint(361, 1), true, true],
    [createPoint(1, 1), createCircle(1, 1, 0.1), false, true],
  ] as const)('%j and %j', (outer, inner, isContained, isMet) => {
    expect([contains(outer, inner), intersects(outer, inner)]).toEqual([isContained, isMet])
  })
})

describe('texts', () => {
  test('a shape is what its text says', () => {
    fc.assert(
      fc.property(region, (shape) => {
        expect(areaOf(parseShape(shapeText(shape)))).toBeCloseTo(areaOf(shape), 9)
      }),
    )
  })

  test.each([
    '',
    'Circle ICRS 1 2',
    'Circle FK4 1 2 3',
    'Position ICRS 1',
    'Polygon ICRS 0 0 1 1',
    'Circle ICRS x y z',
    '1 2',
  ])('%p is none', (text) => {
    expect(() => parseShape(text)).toThrow(ShapeError)
  })

  test.each([
    [() => createCircle(0, 91, 1), 'latitude 91'],
    [() => createCircle(0, 0, -1), 'radius -1'],
    [() => createCircle(Number.POSITIVE_INFINITY, 0, 1), 'longitude Infinity'],
    [() => createBox(0, 0, 180, 1), 'width 180'],
    [() => createBox(0, 0, 1, 0), 'height 0'],
    [() => createPolygon([0, 0, 1, 1, 0, 0]), 'three different'],
    [() => createPolygon([0, 0, 1, 1, 2]), 'latitude for each'],
  ])('%p is refused', (make, part) => {
    expect(make).toThrow(part)
  })
})

test('a vector without length stays one, and has no direction of its own', () => {
  expect(normalized([0, 0, 0])).toEqual([0, 0, 0])
  expect(normalized([0, 3, 4])).toEqual([0, 0.6, 0.8])
})

test('a shape is read from its text with any blanks around it, and no other text is one', () => {
  expect(shapeText(parseShape('  Circle  icrs 10 20\t5 '))).toBe('Circle ICRS 10 20 5')
  expect(shapeText(parseShape('Position ICRS 10 -20'))).toBe('Position ICRS 10 -20')
  for (const text of [
    '',
    'Position ICRS 10',
    'Position ICRS 10 20 30',
    'Circle ICRS 10 20',
    'Circle FK5 10 20 5',
    'Circle ICRS 10 20 x',
    'circle ICRS 10 20 5',
    'Position ICRS 10 20 NaN',
  ])
    expect(() => parseShape(text)).toThrow('this text is not a position, circle or polygon')
})
