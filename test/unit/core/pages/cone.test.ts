import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { planetCatalog } from '../../../fixtures/snapshots/table-catalog.ts'

/** Positions at the poles, at 0/360, on a grid, and rows without one. */
const POSITIONS: readonly (readonly [number | null, number | null])[] = [
  [0, 90],
  [123, 90],
  [77, -90],
  [0, 0],
  [359.9999, 0.0001],
  [0.0001, -0.0001],
  [180, 0],
  [null, 5],
  [5, null],
  [null, null],
  ...Array.from({ length: 36 * 17 }, (_, i): [number, number] => [(i % 36) * 10 + 0.123, Math.floor(i / 36) * 10 - 80]),
]

const RADIANS = Math.PI / 180

/** The angle between two positions in degrees, by the chord between two points on the unit sphere. */
function angle(a: readonly [number, number], b: readonly [number, number]): number {
  const [u, v] = [a, b].map(([ra, dec]) => [
    Math.cos(dec * RADIANS) * Math.cos(ra * RADIANS),
    Math.cos(dec * RADIANS) * Math.sin(ra * RADIANS),
    Math.sin(dec * RADIANS),
  ])
  const chord = Math.hypot(u![0]! - v![0]!, u![1]! - v![1]!, u![2]! - v![2]!)
  return (2 * Math.asin(Math.min(1, chord / 2))) / RADIANS
}

const COLUMNS = { pl_name: 'text', hostname: 'text', ra: 'real', dec: 'real' } as const

let catalog: Catalog
beforeAll(() => {
  catalog = planetCatalog(
    COLUMNS,
    POSITIONS.map(([ra, dec], i) => [`P${i} b`, `P${i}`, ra, dec]),
  )
})

function inside(cone: string, more = ''): string[] {
  const answer = catalog.page('exoplanets', `cone=${cone}&limit=1000&columns=pl_name${more}`)
  const { data, total } = JSON.parse(new TextDecoder().decode(answer.body()))
  expect(total).toBe(data.length)
  return data.map(({ pl_name }: { pl_name: string }) => pl_name)
}

const expected = (ra: number, dec: number, radius: number): string[] =>
  POSITIONS.flatMap(([rowRa, rowDec], i) =>
    rowRa !== null && rowDec !== null && angle([ra, dec], [rowRa, rowDec]) <= radius ? [`P${i} b`] : [],
  ).toSorted()

describe('a cone', () => {
  test.each([
    ['0,90,0', ['P0 b', 'P1 b']],
    ['200,90,0', ['P0 b', 'P1 b']],
    ['10,-90,0', ['P2 b']],
    ['0,0,0', ['P3 b']],
    ['360,0,0.001', ['P3 b', 'P4 b', 'P5 b']],
    ['-360,0,0.001', ['P3 b', 'P4 b', 'P5 b']],
    ['359.9999,0.0001,0', ['P4 b']],
  ])('%s is right at poles and at 0/360', (cone, names) => {
    expect(inside(cone).toSorted()).toEqual(names)
  })

  test('of 180 degrees has every row with a position', () => {
    expect(inside('12,34,180')).toHaveLength(POSITIONS.length - 3)
  })

  test('includes its edge', () => {
    expect(inside('0,80,10')).toContain('P0 b')
    expect(inside('90,0,90')).toContain('P3 b')
    expect(inside('90,0,90')).toContain('P6 b')
  })

  test('has the rows within the angle, for random cones', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -720, max: 720, noNaN: true }),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: 0, max: 180, noNaN: true }),
        (ra, dec, radius) => {
          // A row closer to the edge than rounding may lie on either side of it.
          const isNearEdge = POSITIONS.some(
            ([rowRa, rowDec]) =>
              rowRa !== null && rowDec !== null && Math.abs(angle([ra, dec], [rowRa, rowDec]) - radius) < 1e-5,
          )
          fc.pre(!isNearEdge)
          const cone = [ra, dec, radius].map((value) => (Math.abs(value) < 1e-6 ? 0 : value)).join(',')
          expect(inside(cone).toSorted()).toEqual(expected(ra, dec, radius))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('is combined with conditions and sorting', () => {
    const names = inside('0,0,30', '&dec__gte=0&sort_by=dec&order=desc')
    expect(names.toSorted()).toEqual(
      expected(0, 0, 30).filter((name) => POSITIONS[Number(name.slice(1, -2))]![1]! >= 0),
    )
    const decs = names.map((name) => POSITIONS[Number(name.slice(1, -2))]![1]!)
    expect(decs).toEqual(decs.toSorted((a, b) => b - a))
  })
})

describe('a cone along a meridian', () => {
  const ROWS = 901
  /** The declination of each row in tenths of a degree, from -450 to 450 in no order. */
  const TENTHS = Array.from({ length: ROWS }, (_, row) => ((row * 317) % ROWS) - 450)
  let page: (query: string) => string[]
  let all: readonly string[]

  beforeAll(() => {
    const made = planetCatalog(
      COLUMNS,
      TENTHS.map((dec) => [`d${dec}`, 'A', 40, dec / 10]),
    )
    page = (query) => {
      const { data } = JSON.parse(
        new TextDecoder().decode(made.page('exoplanets', `${query}&limit=1000&columns=pl_name`).body()),
      )
      return data.map(({ pl_name }: { readonly pl_name: string }) => pl_name)
    }
    all = page('')
  })

  test('has the rows up to both of its edges, in the order of the table', () => {
    expect(all).toHaveLength(ROWS)
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.nat(200), fc.boolean(), (center, tenths, isSmall) => {
        const radius = isSmall ? tenths % 9 : tenths
        const names = page(`cone=40,${center / 10},${radius / 10}`)
        expect(names).toEqual(all.filter((name) => Math.abs(Number(name.slice(1)) - center) <= radius))
      }),
      { numRuns: 400 },
    )
  })
})
