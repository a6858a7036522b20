import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  angle,
  arcsMeet,
  combine,
  cross,
  direction,
  distanceDegrees,
  distanceToArc,
  dot,
  length,
  longitudeLatitude,
  normalized,
  type Vector,
} from '../../../src/sky/vectors.ts'

const longitude = fc.double({ min: 0, max: 359.999, noNaN: true })
const latitude = fc.double({ min: -89.99, max: 89.99, noNaN: true })

test.each([
  [0, 0, [1, 0, 0]],
  [90, 0, [0, 1, 0]],
  [180, 0, [-1, 0, 0]],
  [270, 0, [0, -1, 0]],
  [123, 90, [0, 0, 1]],
  [5, -90, [0, 0, -1]],
] as const)('(%d, %d) points to %j', (lon, lat, vector) => {
  for (const [at, part] of direction(lon, lat).entries()) expect(part).toBeCloseTo(vector[at]!, 12)
})

test('a direction has the position that it was made of, in the range of longitudes', () => {
  fc.assert(
    fc.property(longitude, latitude, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (lon, lat, size) => {
      const vector = direction(lon, lat)
      expect(length(vector)).toBeCloseTo(1, 12)
      const [x, y, z] = vector
      const [foundLon, foundLat] = longitudeLatitude([x * size, y * size, z * size])
      expect(foundLon).toBeGreaterThanOrEqual(0)
      expect(foundLon).toBeLessThan(360)
      const apart = Math.abs(foundLon - lon)
      expect(Math.min(apart, 360 - apart)).toBeCloseTo(0, 8)
      expect(foundLat).toBeCloseTo(lat, 8)
    }),
  )
  // A longitude that is less than 360 only before it is rounded is 0.
  expect(longitudeLatitude([1, -1e-30, 0])[0]).toBe(0)
})

test('products and sums of vectors', () => {
  const [a, b]: Vector[] = [
    [1, 2, 3],
    [-4, 5, 6],
  ]
  expect(dot(a!, b!)).toBe(24)
  expect(cross(a!, b!)).toEqual([-3, -18, 13])
  expect(combine(a!, 2, b!, -1)).toEqual([6, -1, 0])
  expect(length([2, -3, 6])).toBe(7)
  expect(normalized([0, 3, 4])).toEqual([0, 0.6, 0.8])
  expect(normalized([0, 0, 0])).toEqual([0, 0, 0])
  expect(angle([1, 0, 0], [0, 5, 0])).toBeCloseTo(Math.PI / 2, 12)
  expect(angle([1, 0, 0], [-2, 0, 0])).toBeCloseTo(Math.PI, 12)
  expect(angle([1, 0, 0], [1, 1e-9, 0])).toBeCloseTo(1e-9, 18)
})

test.each([
  [0, 0, 0, 0, 0],
  [350, 0, 10, 0, 20],
  [0, 90, 123, -90, 180],
  [0, 60, 180, 60, 60],
  [10, -45, 10, 45, 90],
  [0, 0, 1e-7, 0, 1e-7],
  [0, 0, 180, 0, 180],
])('from (%d, %d) to (%d, %d) it is %d degrees', (lon1, lat1, lon2, lat2, degrees) => {
  expect(distanceDegrees(lon1, lat1, lon2, lat2)).toBeCloseTo(degrees, 12)
})

test('the distance is the angle between the directions', () => {
  fc.assert(
    fc.property(longitude, latitude, longitude, latitude, (lon1, lat1, lon2, lat2) => {
      const radians = angle(direction(lon1, lat1), direction(lon2, lat2))
      expect(distanceDegrees(lon1, lat1, lon2, lat2)).toBeCloseTo((radians * 180) / Math.PI, 9)
    }),
  )
})

test('the distance to an arc is that to its nearest point, also of an arc that is a point', () => {
  const degrees = (distance: number) => (distance * 180) / Math.PI
  const [a, b] = [direction(0, 0), direction(90, 0)]
  expect(degrees(distanceToArc(direction(45, 10), a, b))).toBeCloseTo(10, 9)
  expect(degrees(distanceToArc(direction(45, -10), b, a))).toBeCloseTo(10, 9)
  expect(degrees(distanceToArc(direction(100, 0), a, b))).toBeCloseTo(10, 9)
  expect(degrees(distanceToArc(direction(350, 0), a, b))).toBeCloseTo(10, 9)
  expect(degrees(distanceToArc(direction(0, 90), a, b))).toBeCloseTo(90, 9)
  expect(degrees(distanceToArc(direction(45, 0), a, b))).toBeCloseTo(0, 9)
  for (const [lon, lat, distance] of [[30, 0, 30], [0, 25, 25], [180, 0, 180]] as const) // biome-ignore format: points
    expect(degrees(distanceToArc(direction(lon, lat), a, a))).toBeCloseTo(distance, 9)
})

test('arcs meet where they cross, touch or overlap', () => {
  const arc = (lon1: number, lat1: number, lon2: number, lat2: number) => [direction(lon1, lat1), direction(lon2, lat2)] as const // biome-ignore format: one line
  const equator = arc(0, 0, 40, 0)
  expect(arcsMeet(...equator, ...arc(20, -5, 20, 5))).toBe(true)
  expect(arcsMeet(...equator, ...arc(40, 0, 40, 5))).toBe(true)
  expect(arcsMeet(...equator, ...arc(20, 1, 20, 5))).toBe(false)
  expect(arcsMeet(...equator, ...arc(200, -5, 200, 5))).toBe(false)
  // On the same great circle.
  expect(arcsMeet(...equator, ...arc(30, 0, 60, 0))).toBe(true)
  expect(arcsMeet(...equator, ...arc(10, 0, 20, 0))).toBe(true)
  expect(arcsMeet(...arc(10, 0, 20, 0), ...equator)).toBe(true)
  expect(arcsMeet(...equator, ...arc(50, 0, 60, 0))).toBe(false)
})
