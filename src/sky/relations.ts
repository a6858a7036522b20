import type { Circle, Point, Polygon, Shape } from './shapes.ts'
import { angle, arcsMeet, combine, cross, distanceToArc, dot, type Vector } from './vectors.ts'

const RADIANS = Math.PI / 180

/** Maximum distance, in radians, at which a direction is treated as on a side: about 0.2 microarcseconds. */
const ON_SIDE = 1e-12

/** The same in degrees. */
export const ON_SIDE_DEGREES = (ON_SIDE * 180) / Math.PI

/** True if all of `inner` is in `outer`, including its border. A point contains only itself. */
export function contains(outer: Shape, inner: Shape): boolean {
  if (outer.kind === 'point')
    return inner.kind !== 'polygon' && angle(outer.at, inner.at) <= ON_SIDE && radiusOf(inner) === 0
  return outer.kind === 'circle' ? circleContains(outer, inner) : polygonContains(outer, inner)
}

/** True if the two shapes have a direction in common, borders included. */
export function intersects(a: Shape, b: Shape): boolean {
  if (a.kind !== 'polygon' && b.kind !== 'polygon')
    return angle(a.at, b.at) <= (radiusOf(a) + radiusOf(b)) * RADIANS + ON_SIDE
  if (a.kind !== 'polygon') return intersects(b, a)
  if (b.kind !== 'polygon') return isInside(a, b.at) || distanceToSides(a, b.at) <= radiusOf(b) * RADIANS
  return a.vertices.some((at) => isInside(b, at)) || b.vertices.some((at) => isInside(a, at)) || sidesMeet(a, b)
}

function radiusOf(shape: Point | Circle): number {
  return shape.kind === 'circle' ? shape.radius : 0
}

function circleContains(outer: Circle, inner: Shape): boolean {
  const radius = outer.radius * RADIANS
  if (outer.radius >= 180) return true
  if (inner.kind !== 'polygon') return angle(outer.at, inner.at) + radiusOf(inner) * RADIANS <= radius + ON_SIDE
  if (outer.radius <= 90) return inner.vertices.every((at) => angle(outer.at, at) <= radius + ON_SIDE)
  // The area outside a circle larger than a hemisphere is also a circle.
  const opposite: Vector = [-outer.at[0], -outer.at[1], -outer.at[2]]
  return !isInside(inner, opposite) && distanceToSides(inner, opposite) >= Math.PI - radius - ON_SIDE
}

function polygonContains(outer: Polygon, inner: Shape): boolean {
  if (inner.kind === 'point') return isInside(outer, inner.at)
  if (inner.kind === 'circle')
    return isInside(outer, inner.at) && distanceToSides(outer, inner.at) >= inner.radius * RADIANS - ON_SIDE
  return inner.vertices.every((at) => isInside(outer, at)) && !sidesCross(outer, inner)
}

function sides(polygon: Polygon): readonly (readonly [Vector, Vector])[] {
  return polygon.vertices.map((vertex, i) => [vertex, polygon.vertices[(i + 1) % polygon.vertices.length]!] as const)
}

function distanceToSides(polygon: Polygon, at: Vector): number {
  return Math.min(...sides(polygon).map(([a, b]) => distanceToArc(at, a, b)))
}

function sidesMeet(a: Polygon, b: Polygon): boolean {
  return sides(a).some(([p, q]) => sides(b).some(([r, s]) => arcsMeet(p, q, r, s)))
}

/** True if a side of one crosses a side of the other; touching or overlapping sides do not count. */
function sidesCross(a: Polygon, b: Polygon): boolean {
  return sides(a).some(([p, q]) =>
    sides(b).some(([r, s]) => {
      const [first, second] = [cross(p, q), cross(r, s)]
      const isApart = (normal: Vector, x: Vector, y: Vector): boolean => {
        const [u, v] = [dot(normal, x), dot(normal, y)]
        return (u > ON_SIDE && v < -ON_SIDE) || (u < -ON_SIDE && v > ON_SIDE)
      }
      return isApart(first, r, s) && isApart(second, p, q) && arcsMeet(p, q, r, s)
    }),
  )
}

/**
 * True if the direction is in the polygon or on a side: seen from it, the sides turn once around it counterclockwise. Seen from
 * directions opposite to the inside, they turn clockwise.
 */
export function isInside(polygon: Polygon, at: Vector): boolean {
  const { vertices } = polygon
  let turn = 0
  let previous = vertices[vertices.length - 1]!
  for (const vertex of vertices) {
    if (distanceToArc(at, previous, vertex) <= ON_SIDE) return true
    // The two ends as seen from `at`, in its tangent plane.
    const a = combine(previous, 1, at, -dot(previous, at))
    const b = combine(vertex, 1, at, -dot(vertex, at))
    turn += Math.atan2(dot(at, cross(a, b)), dot(a, b))
    previous = vertex
  }
  return turn > Math.PI
}
