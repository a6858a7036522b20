/** A vector in three dimensions; directions on the sky have length 1. */
export type Vector = readonly [x: number, y: number, z: number]

const RADIANS = Math.PI / 180

/** The direction with this longitude and latitude, in degrees. */
export function direction(longitude: number, latitude: number): Vector {
  const [lon, lat] = [longitude * RADIANS, latitude * RADIANS]
  const cos = Math.cos(lat)
  return [cos * Math.cos(lon), cos * Math.sin(lon), Math.sin(lat)]
}

/** Longitude from 0 to below 360 and latitude of a vector of any length, in degrees. */
export function longitudeLatitude([x, y, z]: Vector): readonly [longitude: number, latitude: number] {
  const longitude = Math.atan2(y, x) / RADIANS
  return [longitude < 0 ? (longitude + 360) % 360 : longitude, Math.atan2(z, Math.hypot(x, y)) / RADIANS]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function length(a: Vector): number {
  return Math.hypot(a[0], a[1], a[2])
}

/** `a` times `x` plus `b` times `y`. */
export function combine(a: Vector, x: number, b: Vector, y: number): Vector {
  return [a[0] * x + b[0] * y, a[1] * x + b[1] * y, a[2] * x + b[2] * y]
}

/** The vector with length 1; the null vector stays as it is. */
export function normalized(a: Vector): Vector {
  const size = length(a)
  return size === 0 ? a : [a[0] / size, a[1] / size, a[2] / size]
}

/** The angle between two vectors in radians, accurate for small angles and near 180 degrees too. */
export function angle(a: Vector, b: Vector): number {
  return Math.atan2(length(cross(a, b)), dot(a, b))
}

/**
 * The angle in degrees between two positions in degrees, by Vincenty's formula: accurate for small angles, at the poles, across
 * 0/360, and for opposite positions. Allocates nothing, because it runs once per row.
 */
export function distanceDegrees(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const delta = (lon2 - lon1) * RADIANS
  const [phi1, phi2] = [lat1 * RADIANS, lat2 * RADIANS]
  const [sin1, cos1, sin2, cos2] = [Math.sin(phi1), Math.cos(phi1), Math.sin(phi2), Math.cos(phi2)]
  const [sinDelta, cosDelta] = [Math.sin(delta), Math.cos(delta)]
  const a = cos2 * sinDelta
  const b = cos1 * sin2 - sin1 * cos2 * cosDelta
  return Math.atan2(Math.sqrt(a * a + b * b), sin1 * sin2 + cos1 * cos2 * cosDelta) / RADIANS
}

/** Distance in radians from a direction to the great-circle arc from `a` to `b`, which is shorter than 180 degrees. */
export function distanceToArc(point: Vector, a: Vector, b: Vector): number {
  const ends = Math.min(angle(point, a), angle(point, b))
  const normal = normalized(cross(a, b))
  if (length(normal) === 0) return ends
  // The foot of the perpendicular is on the arc if it is on the inner side of both ends.
  const foot = combine(point, 1, normal, -dot(point, normal))
  const isOnArc = dot(cross(normal, a), foot) >= 0 && dot(cross(b, normal), foot) >= 0 && length(foot) > 0
  return isOnArc ? Math.min(ends, Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(point, normal)))))) : ends
}

/** True if the two great-circle arcs have a point in common, ends included. */
export function arcsMeet(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  const [first, second] = [cross(a, b), cross(c, d)]
  const line = cross(first, second)
  if (length(line) < 1e-15)
    return [c, d].some((end) => distanceToArc(end, a, b) < 1e-12) || distanceToArc(a, c, d) < 1e-12
  const crossing = normalized(line)
  const opposite: Vector = [-crossing[0], -crossing[1], -crossing[2]]
  return [crossing, opposite].some((at) => distanceToArc(at, a, b) < 1e-12 && distanceToArc(at, c, d) < 1e-12)
}
