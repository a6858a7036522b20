import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { codeSetOf, distinctTexts, hasText, valueRange } from '../../../../src/core/pages/code-set.ts'
import { angularDistance, createConeSearch } from '../../../../src/core/pages/cone-search.ts'
import { nullCounts } from '../../../../src/core/pages/null-counts.ts'
import { isNameOf, noSuchName } from '../../../../src/core/pages/row-names.ts'
import { RowSets } from '../../../../src/core/pages/row-set.ts'
import { createValueSearch } from '../../../../src/core/pages/value-search.ts'
import type { PageColumn, PageTable } from '../../../../src/core/ports.ts'
import type { Condition } from '../../../../src/core/table-query/conditions.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'

/** So many rows that a value of a few rows is read from the order of its column, and a frequent one by a scan. */
const ROWS = 2_000

const rare = (row: number): string | null => (row % 250 === 7 ? `r${row % 4}` : row % 5 === 0 ? null : 'common')
const number = (row: number): number | null => (row % 7 === 0 ? null : (row * 37) % 500)
const wide = (row: number): bigint | null => (row % 3 === 0 ? null : 2n ** 60n + BigInt(row % 300))

function tableOf(types: Parameters<typeof makeTable>[1], rows: readonly (readonly Cell[])[]): PageTable {
  const table = makeTable('exoplanets', types, rows)
  return pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(table))), 'made up')
}

const TABLE = tableOf(
  { pl_name: 'text', hostname: 'text', rare: 'text', number: 'integer', wide: 'integer', none: 'real' },
  Array.from({ length: ROWS }, (_, row) => [`P ${row}`, `H "${row % 10}"`, rare(row), number(row), wide(row), null]),
)
const column = (name: string): PageColumn => TABLE.columns.get(name)!
const search = createValueSearch()
const setOf = (condition: Condition) => codeSetOf('exoplanets', column(condition.column), condition, search)

type Of<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>
type Value = number | bigint | string | null

/** Whether a value satisfies a condition, as in SQL. */
function satisfies(value: Value, condition: Condition): boolean {
  if (condition.kind === 'isnull') return (value === null) === condition.isNull
  if (value === null) return false
  switch (condition.kind) {
    case 'in':
      // biome-ignore lint/suspicious/noDoubleEquals: a number and a bigint of the same size are equal
      return condition.values.some((one) => one == value)
    case 'between':
      return value >= condition.low && value <= condition.high
    case 'text':
      return String(value).toUpperCase().includes(condition.text)
    case 'compare': {
      const wanted = condition.value
      // biome-ignore lint/suspicious/noDoubleEquals: as above
      const isEqual = value == wanted
      return {
        eq: isEqual,
        ne: !isEqual,
        lt: value < wanted,
        lte: value <= wanted,
        gt: value > wanted,
        gte: value >= wanted,
      }[condition.operator]
    }
  }
}

const VALUES: Readonly<Record<string, (row: number) => Value>> = { rare, number, wide }

const literal: Readonly<Record<string, fc.Arbitrary<number | bigint | string>>> = {
  rare: fc.constantFrom('r0', 'r1', 'r2', 'r3', 'common', 'r', 'zzz', ''),
  number: fc.oneof(fc.integer({ min: -2, max: 502 }), fc.constantFrom(250.5, 499)),
  wide: fc.oneof(fc.bigInt({ min: 2n ** 60n - 2n, max: 2n ** 60n + 302n }), fc.constantFrom(0, 2 ** 60)),
}

const condition: fc.Arbitrary<Condition> = fc.constantFrom('rare', 'number', 'wide').chain((name) => {
  const value = literal[name]!
  return fc.oneof(
    fc.record({ operator: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), value }).map(
      (rest): Of<'compare'> => ({
        column: name,
        kind: 'compare',
        ...(rest as Pick<Of<'compare'>, 'operator' | 'value'>),
      }),
    ),
    fc.record({ low: value, high: value }).map((rest): Of<'between'> => ({ column: name, kind: 'between', ...rest })),
    fc
      .array(value, { maxLength: 4 })
      .map((values): Of<'in'> => ({ column: name, kind: 'in', values: [...new Set(values)] })),
    fc.boolean().map((isNull): Of<'isnull'> => ({ column: name, kind: 'isnull', isNull })),
    fc
      .constantFrom('R1', '7', 'COMMON', '1152921504606847')
      .map((text): Of<'text'> => ({ column: name, kind: 'text', where: 'contains', text })),
  )
})

const rowsThat = (isIn: (row: number) => boolean): number[] =>
  Array.from({ length: ROWS }, (_, row) => row).filter(isIn)

describe('rows by conditions', () => {
  test('are those whose value satisfies it, in order, and are counted', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const expected = rowsThat((row) => satisfies(VALUES[one.column]!(row), one))
        const set = setOf(one)
        expect(set.rows).toBe(expected.length)
        expect([...RowSets.listOf(set)]).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('are those that satisfy all of several, also of a given start', () => {
    const start = Uint32Array.from(rowsThat((row) => row % 2 === 1))
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), fc.boolean(), (some, hasStart) => {
        const expected = rowsThat(
          (row) => (!hasStart || row % 2 === 1) && some.every((one) => satisfies(VALUES[one.column]!(row), one)),
        )
        expect([...RowSets.common(some.map(setOf), hasStart ? start : undefined)]).toEqual(expected)
      }),
    )
    expect([...RowSets.common([], start)]).toEqual([...start])
    expect([...RowSets.common([], undefined)]).toEqual([])
  })

  test('are counted by what they lack', () => {
    const names = ['rare', 'number', 'none', 'pl_name']
    expect(Object.fromEntries(nullCounts(TABLE, { kind: 'all', rows: ROWS }, names))).toEqual({
      rare: rowsThat((row) => rare(row) === null).length,
      number: rowsThat((row) => number(row) === null).length,
      none: ROWS,
      pl_name: 0,
    })
    const set = setOf({ column: 'rare', kind: 'compare', operator: 'eq', value: 'common' })
    const common = rowsThat((row) => rare(row) === 'common')
    const expected = {
      rare: 0,
      number: common.filter((row) => number(row) === null).length,
      none: common.length,
      pl_name: 0,
    }
    expect(Object.fromEntries(nullCounts(TABLE, { kind: 'codes', set, rows: set.rows }, names))).toEqual(expected)
    const list = Uint32Array.from(common)
    expect(Object.fromEntries(nullCounts(TABLE, { kind: 'list', list, rows: list.length }, names))).toEqual(expected)
  })
})

describe('a value that is not a number, where one is expected,', () => {
  const NUMERIC: readonly Condition[] = [
    ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const).map(
      (operator): Condition => ({ column: 'rare', kind: 'compare', operator, value: 5 }),
    ),
    { column: 'rare', kind: 'compare', operator: 'eq', value: 2n ** 60n },
    { column: 'rare', kind: 'in', values: [5] },
    { column: 'rare', kind: 'between', low: 1, high: 5 },
  ]

  test.each(NUMERIC.map((condition) => [Bun.inspect(condition, { compact: true }), condition] as const))(
    'stops the condition %s, which no row could satisfy or fail',
    (_, condition) => {
      expect(() => setOf(condition)).toThrow(/^exoplanets\.rare is read as numbers, but has the value ""r[13]""\.$/)
    },
  )

  test('stops a condition on a damaged file, too: not one row is returned', () => {
    const damaged = { ...column('number'), fragments: column('number').fragments.slice().fill(0x78) }
    const condition: Condition = { column: 'number', kind: 'compare', operator: 'gte', value: 5 }
    const read = () => codeSetOf('exoplanets', damaged, condition, search)
    expect(read).toThrow(/^exoplanets\.number is read as numbers, but has the value "x+"\.$/)
    const offsets = new Uint32Array(damaged.offsets.length)
    expect(() => codeSetOf('exoplanets', { ...damaged, offsets }, condition, search)).toThrow('has the value "".')
  })

  test('stops a cone', () => {
    const table = tableOf({ ra: 'real', dec: 'text' }, [[1, 'x']])
    expect(() => createConeSearch(table)!({ ra: 1, dec: 1, radius: 1 })).toThrow('exoplanets.dec is read as numbers')
  })
})

test('texts and the least and greatest values are known', () => {
  expect(distinctTexts(column('rare'))).toEqual(['common', 'r1', 'r3'])
  expect(distinctTexts(column('hostname'))).toEqual(Array.from({ length: 10 }, (_, host) => `H "${host}"`))
  expect(valueRange(column('number'))).toEqual(['0', '499'])
  expect(valueRange(column('wide'))).toEqual(['1152921504606846977', '1152921504606847275'])
  for (const host of ['H "0"', 'H "9"']) expect(hasText('exoplanets', column('hostname'), host)).toBe(true)
  for (const host of ['H "', 'H "0', 'H "00"', 'H "99"', 'h "0"', '', 'A', 'Z'])
    expect(hasText('exoplanets', column('hostname'), host)).toBe(false)
})

test('a name is looked for in all tables that have the column', () => {
  const other = tableOf({ hostname: 'text' }, [['only here']])
  const snapshot = { pageTable: (name: string) => (name === 'exoplanets' ? TABLE : other) }
  expect(isNameOf(snapshot, 'hostname', 'only here')).toBe(true)
  expect(isNameOf(snapshot, 'hostname', 'H "3"')).toBe(true)
  expect(isNameOf(snapshot, 'hostname', 'nowhere')).toBe(false)
  expect(isNameOf(snapshot, 'pl_name', 'only here')).toBe(false)
  expect(isNameOf(snapshot, 'hostname', 'only here', ['exoplanets'])).toBe(false)
  expect(noSuchName('pl_name', '"x"')).toBe('No row has the pl_name "x". Names must match exactly, including case.')
  expect(noSuchName('hostname', '"x"', '"X"')).toBe(
    'No row has the hostname "x". Did you mean "X"? Names must match exactly, including case.',
  )
})

describe('a cone', () => {
  const position = (row: number): readonly [number | null, number | null] =>
    row % 41 === 0 ? [null, 3] : row % 43 === 0 ? [7, null] : [(row * 7.1) % 360, ((row * 1.7) % 180) - 90]
  const sky = tableOf(
    { ra: 'real', dec: 'real' },
    Array.from({ length: ROWS }, (_, row) => [...position(row)]),
  )
  const find = createConeSearch(sky)!

  /** The haversine formula, which is exact enough away from its edge. */
  function distance(ra1: number, dec1: number, ra2: number, dec2: number): number {
    const radians = Math.PI / 180
    const half = (a: number, b: number): number => Math.sin(((b - a) * radians) / 2) ** 2
    const h = half(dec1, dec2) + Math.cos(dec1 * radians) * Math.cos(dec2 * radians) * half(ra1, ra2)
    return (2 * Math.asin(Math.min(1, Math.sqrt(h)))) / radians
  }

  test.each([
    [0, 0, 0, 0, 0],
    [10, 0, 20, 0, 10],
    [350, 0, 10, 0, 20],
    [0, 90, 123, 90, 0],
    [0, 90, 77, -90, 180],
    [0, 0, 180, 0, 180],
    [5, 60, 185, 60, 60],
    [0, 45, 0, -45, 90],
  ])('the angle from (%d, %d) to (%d, %d) is %d degrees', (ra1, dec1, ra2, dec2, degrees) => {
    expect(angularDistance(ra1, dec1, ra2, dec2)).toBeCloseTo(degrees, 10)
  })

  test('finds the rows within its radius, in order, whether they are many or few', () => {
    const radius = fc.constantFrom(0, 0.5, 2, 10, 60, 90, 120, 179, 180)
    const circle = fc.record({
      ra: fc.double({ min: 0, max: 359, noNaN: true }),
      dec: fc.double({ min: -90, max: 90, noNaN: true }),
      radius,
    })
    fc.assert(
      fc.property(circle, (cone) => {
        const found = new Set(find(cone))
        expect([...find(cone)]).toEqual([...found].sort((a, b) => a - b))
        for (let row = 0; row < ROWS; row++) {
          const [ra, dec] = position(row)
          const away = ra === null || dec === null ? Number.POSITIVE_INFINITY : distance(cone.ra, cone.dec, ra, dec)
          // The formula above is not exact at the edge.
          if (Math.abs(away - cone.radius) > 1e-6) expect(found.has(row)).toBe(away < cone.radius)
        }
      }),
    )
  })

  test('of radius 0 finds a row at its center, and that of 180 all with a position', () => {
    const [ra, dec] = position(5) as [number, number]
    expect([...find({ ra, dec, radius: 0 })]).toEqual([5])
    expect(find({ ra: 1, dec: 2, radius: 180 })).toHaveLength(
      rowsThat((row) => position(row).every((coordinate) => coordinate !== null)).length,
    )
    expect(createConeSearch(TABLE)).toBeUndefined()
  })
})
