import { beforeAll, describe, expect, test } from 'bun:test'
import { ALLOWED_FUNCTIONS } from '../../../../src/core/functions/sql-functions.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { rowsOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

/** The value of an expression, and its type in SQLite. */
function typedValue(expression: string): readonly [value: unknown, type: unknown] {
  const [row] = rowsOf(database, `SELECT v, typeof(v) AS t FROM (SELECT ${expression} AS v)`)
  return [row!.v, row!.t]
}

test.each([
  ['round(sky_distance(10, 0, 350, 0), 9)', 20, 'real'],
  ['sky_distance(0, NULL, 0, 0)', null, 'null'],
  ["sky_inside(0, 5, 'Circle ICRS 0 0 5')", 1, 'integer'],
  ["sky_inside(0, 5.001, 'Circle ICRS 0 0 5')", 0, 'integer'],
  ["sky_inside(1, 1, 'Polygon ICRS 0 0 2 0 2 2 0 2')", 1, 'integer'],
  ["sky_inside(3, 1, 'Polygon ICRS 0 0 2 0 2 2 0 2')", 0, 'integer'],
  ["sky_inside(10, 20, 'Position ICRS 10 20')", 1, 'integer'],
  ["sky_inside(10, 21, 'Position ICRS 10 20')", 0, 'integer'],
  ['sky_point(10, 20)', 'Position ICRS 10 20', 'text'],
  ['sky_circle(10, 20, 5)', 'Circle ICRS 10 20 5', 'text'],
  ["sky_contains('Circle ICRS 0 0 5', 'Circle ICRS 0 0 1')", 1, 'integer'],
  ["sky_contains('Circle ICRS 0 0 1', 'Circle ICRS 0 0 5')", 0, 'integer'],
  ["sky_intersects('Circle ICRS 0 0 5', 'Circle ICRS 8 0 4')", 1, 'integer'],
  ["sky_intersects('Circle ICRS 0 0 5', 'Circle ICRS 10 0 4')", 0, 'integer'],
  ["sky_centroid('Circle ICRS 10 20 5')", 'Position ICRS 10 20', 'text'],
  ["sky_longitude('Position ICRS 10 20')", 10, 'real'],
  ["sky_latitude('Position ICRS 10 20')", 20, 'real'],
  ['sky_longitude(NULL)', null, 'null'],
] as const)('%s is %p', (expression, value, type) => {
  expect(typedValue(expression)).toEqual([value, type])
})

/** The whole sky in square degrees. */
const SKY = 4 * Math.PI * (180 / Math.PI) ** 2

test('boxes, polygons and circles have their areas', () => {
  // A box between meridians and great circles is about a square of 2 degrees on a plane.
  expect(typedValue('sky_area(sky_box(0, 0, 2, 2))')[0] as number).toBeCloseTo(4, 2)
  expect(typedValue('sky_area(sky_box(0, 0, 2, 4))')[0] as number).toBeCloseTo(8, 1)
  expect(typedValue('sky_area(sky_polygon(0, 0, 90, 0, 0, 90))')[0] as number).toBeCloseTo(SKY / 8, 6)
  expect(typedValue("sky_area('Circle ICRS 0 0 90')")[0] as number).toBeCloseTo(SKY / 2, 6)
})

test('many shapes are told apart', () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)'
  const circles = `${numbers} SELECT sum(sky_inside(i, 0, sky_circle(i, 0, 1))) AS own, sum(sky_inside(i, 5, sky_circle(i, 0, 1))) AS other FROM n`
  expect(rowsOf(database, circles)).toEqual([{ own: 100, other: 0 }])
})

test.each([
  ["sky_longitude('Circle ICRS 0 0 1')", 'sky_longitude: only a point has coordinates'],
  ["sky_latitude('Circle ICRS 0 0 1')", 'sky_latitude: only a point has coordinates'],
])('%s fails: %s', (call, message) => {
  expect(() => rowsOf(database, `SELECT ${call}`)).toThrow(`The query failed: ${message}.`)
})

test.each(['sky_polygon(1, 2, 3)', "sky_area('Circle')", 'sky_circle(0, 0, -1)'])(
  '%s fails by its own name',
  (call) => {
    expect(() => rowsOf(database, `SELECT ${call}`)).toThrow(`The query failed: ${/^\w+/.exec(call)![0]}: `)
  },
)

describe('a function of the sky', () => {
  test.each([
    ['sky_distance', 3],
    ['sky_inside', 2],
    ['sky_point', 3],
    ['sky_circle', 2],
    ['sky_box', 3],
    ['sky_contains', 1],
    ['sky_intersects', 3],
    ['sky_area', 2],
    ['sky_centroid', 2],
    ['sky_longitude', 2],
    ['sky_latitude', 2],
  ])('%s does not accept %d values', (name, count) => {
    const values = Array.from({ length: count }, () => '1').join(', ')
    expect(() => rowsOf(database, `SELECT ${name}(${values})`)).toThrow(
      `wrong number of arguments to function ${name}()`,
    )
  })

  test('is null if one of its values is', () => {
    const names = [...ALLOWED_FUNCTIONS].filter((name) => name.startsWith('sky_'))
    expect(names).toHaveLength(12)
    const counts: Readonly<Record<string, number>> = { sky_distance: 4, sky_inside: 3, sky_circle: 3, sky_box: 4 }
    const two = ['sky_point', 'sky_contains', 'sky_intersects', 'sky_polygon']
    for (const name of names) {
      const count = counts[name] ?? (two.includes(name) ? 2 : 1)
      for (let at = 0; at < count; at += 1) {
        const values = Array.from({ length: count }, (_, i) => (i === at ? 'NULL' : '1'))
        expect([name, ...typedValue(`${name}(${values.join(', ')})`)]).toEqual([name, null, 'null'])
      }
    }
  })
})
