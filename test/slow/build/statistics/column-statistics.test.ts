import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { columnStatistics } from '../../../../build/statistics/column-statistics.ts'
import type { ArchiveTable } from '../../../../build/table/archive-table.ts'
import { rankCells } from '../../../../build/table/rank-cells.ts'
import type { ColumnStatistics } from '../../../../src/format/column-statistics.ts'
import { columnDifference } from '../../../../src/verify/check-statistics.ts'
import { SqlCatalog } from '../../../../src/verify/sql-catalog.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const COLUMNS = {
  hostname: 'text',
  pl_name: 'text',
  disc_year: 'integer',
  wide: 'integer',
  pl_rade: 'real',
  steep: 'real',
  tiny: 'real',
} as const
const HOSTS = makeTable('stellarhosts', { hostname: 'text' }, [['a']])

function statisticsOf(table: ArchiveTable): ColumnStatistics[] {
  return table.columns.map((column, index) => columnStatistics(column, rankCells(table.cells[index]!)))
}

/** The statistics of a column that holds these cells. */
function describe(type: 'text' | 'real' | 'integer', cells: readonly Cell[]): ColumnStatistics {
  const table = makeTable(
    'exoplanets',
    { value: type },
    cells.map((cell) => [cell]),
  )
  return statisticsOf(table)[0]!
}

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const steep = fc
  .tuple(fc.double({ min: 1, max: 9, noNaN: true }), fc.integer({ min: -9, max: 9 }))
  .map(([mantissa, exponent]) => mantissa * 10 ** exponent)
/** Doubles so small that half of one may be 0. */
const tiny = fc.integer({ min: -9, max: 9 }).map((steps) => steps * Number.MIN_VALUE + 0)
const row: fc.Arbitrary<Cell[]> = fc.tuple(
  orNull(fc.constantFrom('a', 'b', 'B', 'é', '')),
  orNull(fc.string({ unit: 'binary', maxLength: 3 })),
  orNull(fc.integer({ min: 1989, max: 2026 })),
  orNull(fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))),
  orNull(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
  orNull(steep),
  orNull(tiny),
)

test('statistics are what SQL says of the same cells', async () => {
  const path = join(await temporaryFolder(), 'catalog.sqlite')
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 120 }), async (rows) => {
      const table = makeTable('exoplanets', COLUMNS, rows)
      await Bun.write(path, await encodeCatalog({ exoplanets: table, stellarhosts: HOSTS }))
      const catalog = new SqlCatalog(path)
      try {
        for (const statistics of statisticsOf(table)) {
          const { name } = statistics
          expect([name, columnDifference(catalog, 'exoplanets', statistics)]).toEqual([name, undefined])
        }
      } finally {
        catalog.close()
      }
    }),
    { numRuns: 60 },
  )
})

test('the median of equal smallest doubles is that double, and the check against SQL accepts no other', async () => {
  const path = join(await temporaryFolder(), 'catalog.sqlite')
  const cells = [Number.MIN_VALUE, Number.MIN_VALUE]
  const table = makeTable(
    'exoplanets',
    { value: 'real' },
    cells.map((cell) => [cell]),
  )
  await Bun.write(path, await encodeCatalog({ exoplanets: table, stellarhosts: HOSTS }))
  const [statistics] = statisticsOf(table)
  expect(statistics!.quantiles!['0.5']).toBe(Number.MIN_VALUE)
  const catalog = new SqlCatalog(path)
  try {
    expect(columnDifference(catalog, 'exoplanets', statistics!)).toBeUndefined()
    const wrong = { ...statistics!, quantiles: { ...statistics!.quantiles!, '0.5': 0 } }
    expect(columnDifference(catalog, 'exoplanets', wrong)).toContain('the quantile 0.5 0')
  } finally {
    catalog.close()
  }
})

test('integers have a bin for each value while 50 are enough, then bins of a whole width', () => {
  const years = describe('integer', [1989, 1995, 1995, 2024, null])
  expect(years.histogram!.edges[0]).toBe(1989)
  expect(years.histogram!.edges.at(-1)).toBe(2025)
  expect(years.histogram!.counts.length).toBe(36)
  expect(years.histogram!.counts[6]).toBe(2)
  const wider = describe('integer', [0, 99, 7]).histogram!
  expect(wider.edges[1]).toBe(2)
  expect(wider.counts.length).toBe(50)
})

test('a column that spans magnitudes has a logarithmic histogram, which says what it has no place for', () => {
  const cells = [0, ...Array.from({ length: 200 }, (_, at) => 10 ** (at / 20))]
  const { histogram } = describe('real', cells)
  expect(histogram).toMatchObject({ scale: 'log', others: 1 })
  expect(histogram!.counts.reduce((sum, count) => sum + count)).toBe(200)
  expect(Math.max(...histogram!.counts)).toBeLessThan(20)
  const negative = cells.map((value) => 0 - value)
  expect(describe('real', negative).histogram!.scale).toBe('linear')
})

test('quantiles lie between neighboring values, the mean of very large numbers is finite', () => {
  expect(describe('real', [1, 2, 4, null]).quantiles).toMatchObject({ '0.25': 1.5, '0.5': 2, '0.75': 3 })
  expect(describe('real', [1e308, 1.5e308, 1.7e308]).mean! / 1.4e308).toBeCloseTo(1, 12)
  expect(describe('real', [-1e308, 1e308]).quantiles!['0.5']).toBe(0)
})

test('a column without values says so', () => {
  expect(describe('real', [null, null])).toMatchObject({ rows: 2, nulls: 2, distinct: 0, min: null, histogram: null })
  expect(describe('text', [null])).toMatchObject({ nulls: 1, values: [], values_complete: true })
})

test('texts are listed by frequency, and whether that is all of them is said', () => {
  const texts = [...Array.from({ length: 51 }, (_, at) => `name ${at}`), 'name 7']
  const { values, values_complete: isComplete } = describe('text', texts)
  expect(values!.slice(0, 2)).toEqual([
    { value: 'name 7', count: 2 },
    { value: 'name 0', count: 1 },
  ])
  expect([values!.length, isComplete]).toEqual([50, false])
  const numbers = texts.map((_, at) => at)
  expect(describe('integer', numbers).values).toBeUndefined()
})
