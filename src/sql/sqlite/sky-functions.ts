import { contains, intersects, isInside } from '../../sky/relations.ts'
import {
  areaOf,
  centroidOf,
  createBox,
  createCircle,
  createPoint,
  createPolygon,
  type Point,
  parseShape,
  type Shape,
  ShapeError,
  shapeText,
} from '../../sky/shapes.ts'
import { direction, distanceDegrees } from '../../sky/vectors.ts'
import { type Argument, bindScalar, type Result } from './bind-functions.ts'
import { SQLITE, type Sqlite } from './sqlite.ts'

/** Maximum number of cached parsed shapes; a query rarely has more than a few that are the same for every row. */
const MAX_SHAPES = 32

/**
 * Adds functions of positions and regions on the sky, in degrees. Shapes are texts such as `Circle ICRS 10 20 5`. The functions
 * return null for null.
 */
export function addSkyFunctions(sqlite: Sqlite): void {
  const shapes = new Map<string, Shape>()
  const shape = (argument: Argument): Shape => {
    const text = argument.text()
    let parsed = shapes.get(text)
    if (parsed === undefined) {
      parsed = parseShape(text)
      if (shapes.size === MAX_SHAPES) shapes.clear()
      shapes.set(text, parsed)
    }
    return parsed
  }
  const bind = (name: string, count: number, call: (args: readonly Argument[]) => Result): void =>
    bindScalar(sqlite, name, count, (args) => {
      for (const argument of args) if (argument.type === SQLITE.null) return null
      try {
        return call(args)
      } catch (error) {
        throw error instanceof ShapeError ? new Error(`${name}: ${error.message}`) : error
      }
    })
  const numbers = (args: readonly Argument[]): number[] => args.map((argument) => argument.number())
  const made = (make: (...values: number[]) => Shape) => (args: readonly Argument[]) => ({
    text: shapeText(make(...numbers(args))),
  })

  bind('sky_distance', 4, ([a, b, c, d]) => distanceDegrees(a!.number(), b!.number(), c!.number(), d!.number()))
  bind('sky_inside', 3, ([longitude, latitude, region]) => {
    const area = shape(region!)
    const [lon, lat] = [longitude!.number(), latitude!.number()]
    if (area.kind === 'circle') return { bool: distanceDegrees(lon, lat, area.longitude, area.latitude) <= area.radius }
    if (area.kind === 'polygon') return { bool: isInside(area, direction(lon, lat)) }
    return { bool: contains(area, createPoint(lon, lat)) }
  })
  bind('sky_point', 2, made(createPoint as (...values: number[]) => Shape))
  bind('sky_circle', 3, made(createCircle as (...values: number[]) => Shape))
  bind('sky_box', 4, made(createBox as (...values: number[]) => Shape))
  bind(
    'sky_polygon',
    -1,
    made((...positions) => createPolygon(positions)),
  )
  bind('sky_contains', 2, ([outer, inner]) => ({ bool: contains(shape(outer!), shape(inner!)) }))
  bind('sky_intersects', 2, ([a, b]) => ({ bool: intersects(shape(a!), shape(b!)) }))
  bind('sky_area', 1, ([region]) => areaOf(shape(region!)))
  bind('sky_centroid', 1, ([region]) => ({ text: shapeText(centroidOf(shape(region!))) }))
  bind('sky_longitude', 1, ([point]) => pointOf(shape(point!)).longitude)
  bind('sky_latitude', 1, ([point]) => pointOf(shape(point!)).latitude)
}

function pointOf(shape: Shape): Point {
  if (shape.kind !== 'point') throw new ShapeError('only a point has coordinates')
  return shape
}
