import { expect, test } from 'bun:test'
import { planInsight } from '../../../../../build/insights/describe.ts'
import { isRadiusMeasured } from '../../../../../build/insights/parts/radius-origin.ts'
import { readRows } from '../../../../../build/insights/run.ts'
import { insightTables, type PartialRow } from '../../../../fixtures/archives/insight-archive.ts'
import { keepColumns } from '../../../../fixtures/archives/plain-archive.ts'
import { catalogOf } from '../../../../fixtures/insights/check-insight.ts'
import { smallDatabase } from '../../../../fixtures/insights/small-database.ts'

/** The planets whose radius counts as measured in a composite table without these columns. */
async function measuredOf(rows: readonly PartialRow[], without: readonly string[], isComposite = true) {
  const all = insightTables(rows, [{ hostname: 'Host' }])
  const tables = { ...all, exoplanets: keepColumns(all.exoplanets, (name) => !without.includes(name)) }
  const database = await smallDatabase(tables)
  try {
    const plan = planInsight(
      {
        slug: 'x',
        title: 'x',
        category: 'exoplanets',
        description: 'x',
        kind: 'list',
        limit: 100,
        rank: [],
        reads: 'exoplanets',
        alsoNeeds: {},
        uses: { exoplanets: ['pl_rade_reflink', 'pl_radeerr1', 'pl_radeerr2', 'tran_flag', 'discoverymethod'] },
        columns: [{ name: 'pl_name', table: 'exoplanets' }],
        rules: (archive) => [isRadiusMeasured(archive)],
        sql: (_archive, where) => `SELECT pl_name FROM exoplanets${where} ORDER BY pl_name`,
        caveats: () => [],
        whenEmpty: 'none',
      },
      catalogOf(tables),
      isComposite,
    )
    return readRows(database, plan).map(({ pl_name }) => pl_name)
  } finally {
    database.close()
  }
}
const planet = (pl_name: string, more: PartialRow = {}): PartialRow => ({
  pl_name,
  hostname: 'Host',
  pl_rade: 1,
  ...more,
})

const ROWS = [
  planet('a upper uncertainty', { pl_radeerr1: 0.1 }),
  planet('b lower uncertainty', { pl_radeerr2: -0.1 }),
  planet('c transit', { tran_flag: 1 }),
  planet('d found by transit', { discoverymethod: 'Transit' }),
  planet('e none', { tran_flag: 0, discoverymethod: 'Radial Velocity' }),
  planet('f zeros', { pl_radeerr1: 0, pl_radeerr2: 0 }),
]
const letters = (names: readonly unknown[]) => names.map((name) => String(name)[0]).join('')

test('without references, a radius is measured if it has an uncertainty or the planet transits', async () => {
  expect(letters(await measuredOf(ROWS, ['pl_rade_reflink']))).toBe('abcd')
  expect(letters(await measuredOf(ROWS, ['pl_rade_reflink', 'tran_flag']))).toBe('abd')
  expect(letters(await measuredOf(ROWS, ['pl_rade_reflink', 'discoverymethod']))).toBe('abc')
})

test('where that cannot be told, or the table is not composite, every radius counts', async () => {
  expect(letters(await measuredOf(ROWS, ['pl_rade_reflink', 'pl_radeerr1']))).toBe('abcdef')
  expect(letters(await measuredOf(ROWS, ['pl_rade_reflink', 'tran_flag', 'discoverymethod']))).toBe('abcdef')
  expect(letters(await measuredOf(ROWS, [], false))).toBe('abcdef')
})

test('a reference says whether a radius was calculated', async () => {
  const rows = [
    planet('a', { pl_rade_reflink: 'refstr=CALCULATED_VALUE' }),
    planet('b', { pl_rade_reflink: '<a>Calculated Value</a>', pl_radeerr1: 1 }),
    planet('c', { pl_rade_reflink: 'refstr=MAYO_ET_AL__2018' }),
    planet('d'),
  ]
  expect(letters(await measuredOf(rows, []))).toBe('cd')
})
