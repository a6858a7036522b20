import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AdqlDatabase, openAdqlDatabase, type Row, sortedRows } from '../../fixtures/tap/adql-database.ts'

const RADIANS = Math.PI / 180

/** By the haversine formula, in degrees. */
function distance(ra1: number, dec1: number, ra2: number, dec2: number): number {
  const h =
    Math.sin(((dec2 - dec1) * RADIANS) / 2) ** 2 +
    Math.cos(dec1 * RADIANS) * Math.cos(dec2 * RADIANS) * Math.sin(((ra2 - ra1) * RADIANS) / 2) ** 2
  return (2 * Math.asin(Math.min(1, Math.sqrt(h)))) / RADIANS
}

/** Tangents of the angles east and north of a center: the position is turned until the center is on the x axis. */
function tangentPlane(
  ra: number,
  dec: number,
  ra0: number,
  dec0: number,
): readonly [east: number, north: number, depth: number] {
  const [a, d, d0] = [(ra - ra0) * RADIANS, dec * RADIANS, dec0 * RADIANS]
  const [x, y, z] = [Math.cos(d) * Math.cos(a), Math.cos(d) * Math.sin(a), Math.sin(d)]
  const depth = x * Math.cos(d0) + z * Math.sin(d0)
  return [y / depth, (z * Math.cos(d0) - x * Math.sin(d0)) / depth, depth]
}

const CONES: readonly (readonly [ra: number, dec: number, radius: number])[] = [
  [0, 0, 1],
  [360, 0, 0.1],
  [0.05, 0, 0.11],
  [-0.05, 0.02, 0.03],
  [359.95, 0.02, 0],
  [180, 90, 0.05],
  [0, 90, 1],
  [77, 89.99, 0.04],
  [10, -90, 5],
  [192.5, -89.99, 0.05],
  [290.5, 44.25, 0.02],
  [290.5, 44.25, 1.3],
  [290.5, 44.25, 180],
  [0, 0, 90],
  [123, 45, 0],
  [200, -60, 60],
]

describe('geometry', () => {
  let database: AdqlDatabase
  let rows: (readonly [name: string, ra: number | null, dec: number | null])[]
  beforeAll(async () => {
    database = await openAdqlDatabase()
    rows = (await database.sql('SELECT pl_name, ra, dec FROM exoplanets')) as unknown as typeof rows
  })
  afterAll(() => database.close())

  const where = async (condition: string): Promise<Row[]> =>
    sortedRows((await database.adql(`select pl_name, ra, dec from ps where ${condition}`)).rows)
  const placed = (test: (ra: number, dec: number) => boolean): Row[] =>
    sortedRows(rows.filter(([, ra, dec]) => ra !== null && dec !== null && test(ra, dec)))

  test('a row on the border of a circle belongs to it, whatever rounding says', async () => {
    for (const [ra0, dec0] of [
      [10, 20],
      [290.1, 46.3],
      [180, 89.9],
      [360, -90],
    ] as const)
      for (const [, ra, dec] of rows.filter(([, ra, dec]) => ra !== null && dec !== null).slice(0, 20)) {
        const radius = distance(ra!, dec!, ra0, dec0)
        const circles = [`circle(${ra0}, ${dec0}, ${radius})`, `circle(${ra0} + 0 * ra, ${dec0}, ${radius} + 0 * ra)`]
        for (const circle of circles) {
          const found = await where(`1 = contains(point(ra, dec), ${circle})`)
          expect(found.some(([, a, d]) => a === ra && d === dec)).toBe(true)
        }
      }
  })

  test.each(CONES)('cone around %p %p of %p degrees', async (ra, dec, radius) => {
    const inside = placed((a, d) => distance(a, d, ra, dec) <= radius + 1e-12)
    const outside = placed((a, d) => distance(a, d, ra, dec) > radius + 1e-12)
    for (const condition of [
      `contains(point('icrs',ra,dec),circle('icrs',${ra},${dec},${radius}))=1`,
      `1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', ${ra}, ${dec}, ${radius}))`,
      `contains(point(ra,dec),circle(${ra},${dec},${radius})) = '1'`,
      `contains(point('',ra,dec),circle('FK5 GEOCENTER',${ra},${dec},${radius} degree))=1`,
      `contains(point(ra,dec),circle(point(${ra},${dec}), ${radius * 60} arcmin)) > 0`,
      `contains(point(ra,dec),circle(${ra},${dec},${radius}))`,
      `intersects(point(ra,dec),circle(${ra},${dec},${radius})) = 1`,
      `intersects(circle(${ra},${dec},${radius}), point(ra,dec)) = 1`,
      `contains(point(${ra},${dec}),circle(ra,dec,${radius})) = 1`,
      `distance(point('icrs',ra,dec), point('icrs',${ra},${dec})) <= ${radius + 1e-12}`,
      `${radius + 1e-12} >= distance(ra, dec, ${ra}, ${dec})`,
      `distance(ra, dec, ${ra}, ${dec}) - ${radius} <= 1e-12`,
      `contains(p, circle('icrs',${ra},${dec},${radius})) = 1`,
    ]) {
      const found = condition.startsWith('contains(p,')
        ? sortedRows(
            (
              await database.adql(
                `select pl_name, ra, dec from (select pl_name, ra, dec, point(ra, dec) as p from ps) where ${condition}`,
              )
            ).rows,
          )
        : await where(condition)
      expect([condition, found]).toEqual([condition, inside])
    }
    for (const condition of [
      `contains(point(ra,dec),circle(${ra},${dec},${radius}))=0`,
      `contains(point(ra,dec),circle(${ra},${dec},${radius})) <> 1`,
      `not distance(ra,dec,${ra},${dec}) <= ${radius + 1e-12}`,
    ])
      expect([condition, await where(condition)]).toEqual([condition, outside])
  })

  test.each([
    [0, 0, 2, 2],
    [360, 0.5, 0.5, 3],
    [180, 90, 1, 0.1],
    [10, -89, 5, 5],
    [290.5, 44.5, 0.2, 2.5],
    [100, 10, 170, 100],
  ])('box around %p %p of %p by %p', async (ra, dec, width, height) => {
    const inside = placed((a, d) => {
      const [x, y, depth] = tangentPlane(a, d, ra, dec)
      return (
        depth > 0 && Math.abs(x) <= Math.tan((width * RADIANS) / 2) && Math.abs(y) <= Math.tan((height * RADIANS) / 2)
      )
    })
    expect(await where(`contains(point('icrs',ra,dec),box('icrs',${ra},${dec},${width},${height}))=1`)).toEqual(inside)
    expect(await where(`1=intersects(point(ra,dec),box(point(${ra},${dec}),${width},${height}))`)).toEqual(inside)
  })

  test.each([
    ['around 0/360', [359, -1, 1, -1, 1, 1, 359, 1]],
    ['the other way round', [359, -1, 359, 1, 1, 1, 1, -1]],
    ['around the pole', [0, 89.9, 120, 89.9, 240, 89.9]],
    ['around the south pole, with corners inward', [0, -80, 60, -89.99, 120, -80, 180, -89.99, 240, -80, 300, -89.99]],
    ['large', [250, 0, 330, 0, 330, 70, 250, 70]],
  ])('polygon %s', async (_name, positions) => {
    const polar =
      Math.abs(positions[1]!) > 70
        ? Math.sign(positions[1]!) * 90
        : positions.filter((_, i) => i % 2).reduce((a, b) => a + b) / (positions.length / 2)
    const center = [Math.abs(polar) === 90 ? 0 : positions[0]! > 300 ? 0 : 290, polar] as const
    const corners = Array.from({ length: positions.length / 2 }, (_, i) =>
      tangentPlane(positions[2 * i]!, positions[2 * i + 1]!, ...center),
    )
    const inside = placed((a, d) => {
      const [x, y, depth] = tangentPlane(a, d, ...center)
      if (depth <= 0) return false
      let isInside = false
      for (const [i, [x1, y1]] of corners.entries()) {
        const [x2, y2] = corners[(i + 1) % corners.length]!
        if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside
      }
      return isInside
    })
    expect(inside.length).toBeGreaterThan(0)
    expect(await where(`contains(point('icrs',ra,dec),polygon('icrs',${positions.join(',')}))=1`)).toEqual(inside)
    const points = Array.from(
      { length: positions.length / 2 },
      (_, i) => `point(${positions[2 * i]}, ${positions[2 * i + 1]})`,
    )
    expect(await where(`contains(point(ra,dec),polygon(${points.join(',')})) = 1`)).toEqual(inside)
  })

  test('crossmatch of two tables', async () => {
    const hosts = (await database.sql('SELECT hostname, ra, dec FROM stellarhosts')) as [string, number, number][]
    const expected = hosts.flatMap(([host, ra, dec]) =>
      placed((a, d) => distance(a, d, ra, dec) <= 10).map(([name]) => [name!, host]),
    )
    for (const condition of [
      "contains(point('icrs', p.ra, p.dec), circle('icrs', s.ra, s.dec, 10)) = 1",
      'distance(point(p.ra, p.dec), point(s.ra, s.dec)) < 10',
      'contains(point(p.ra, p.dec), circle(s.ra, s.dec, 5 + 5)) = 1',
    ]) {
      const { rows } = await database.adql(`select p.pl_name, s.hostname from ps p join stellarhosts s on ${condition}`)
      expect(sortedRows(rows)).toEqual(sortedRows(expected))
    }
  })

  test.each([
    ["area(circle('icrs', 0, 0, 180))", 129_600 / Math.PI],
    ["area(box('icrs', 10, 20, 0.01, 0.01))", 0.0001],
    ['area(polygon(0, 0, 90, 0, 0, 90))', 16_200 / Math.PI],
    ['coord1(point(10, 20))', 10],
    ["coord2(point('icrs', 10, -20))", -20],
    ['coord1(centroid(circle(350, 20, 5)))', 350],
    ['coord2(centroid(polygon(0, 0, 90, 0, 0, 90)))', 35.264_389_682_754_66],
    ['coord1(centroid(circle(175 * 2, 20, 5)))', 350],
    ['distance(point(0, 90), point(123, -90))', 180],
    ['distance(0, 0, 0, 1)', 1],
    ['contains(point(0, 0), circle(0, 0, 1))', 1],
    ['contains(circle(0, 0, 1), circle(0, 0, 2))', 1],
    ['contains(circle(0, 0, 2), circle(0, 0, 1))', 0],
    ['contains(polygon(0, 0, 1, 0, 0, 1), circle(0, 0, 5))', 1],
    ['contains(circle(0, 0, 1 + 0), box(0, 0, 3, 3))', 1],
    ['intersects(circle(0, 0, 1), circle(1.5, 0, 1))', 1],
    ['intersects(circle(0, 0, 1), circle(2.5, 0, 1))', 0],
    ['intersects(box(0, 0, 10, 1), box(0, 0, 1, 10))', 1],
    ['intersects(circle(0, 0, 1), polygon(2, 0, 3, 0, 3, 1))', 0],
    ['area(circle(0, 0, 90 degree)) - area(circle(0, 0, 5400 arcmin))', 0],
    ['contains(point(0, 0), circle(0, 0, null))', null],
  ])('%s', async (expression, value) => {
    const { rows } = await database.adql(`select ${expression} from dual`)
    expect(rows[0]![0]).toEqual(value === null ? null : (expect.closeTo(value as number, 6) as unknown as number))
  })

  test('shapes in the select list are texts of STC-S', async () => {
    const { rows: found, query } = await database.adql(
      "select point(ra, dec) p, circle('icrs', ra, dec, 1) c, coordsys(point(ra, dec)) s from ps where pl_name in (select min(pl_name) from ps where ra = 90)",
    )
    expect(found).toContainEqual(['Position ICRS 90 90', 'Circle ICRS 90 90 1', 'ICRS'])
    expect(query.columns.map(({ datatype, arraysize, xtype }) => [datatype, arraysize, xtype])).toEqual([
      ['char', '*', 'adql:POINT'],
      ['char', '*', 'adql:REGION'],
      ['char', '*', undefined],
    ])
  })

  test('a cone tests the latitude before the distance, and only there', async () => {
    const { query } = await database.adql(
      "select pl_name from ps where contains(point('icrs',ra,dec),circle('icrs',10,20,0.5))=1",
    )
    expect(query.sql).toContain(
      't1."dec" BETWEEN 19.499999999 AND 20.500000001 AND sky_distance(t1."ra", t1."dec", 10, 20) <= 0.5',
    )
    expect((await database.adql('select contains(point(ra,dec),circle(10,20,0.5)) from ps')).query.sql).not.toContain(
      'BETWEEN',
    )
  })
})
