import { expect, test } from 'bun:test'
import { planInsight } from '../../../../build/insights/describe.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import { PLOTS } from '../../../../build/plots/definitions/index.ts'
import { insightTables, type PartialRow } from '../../../fixtures/archives/insight-archive.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import type { Tables } from '../../../fixtures/archives/plain-archive.ts'
import { catalogOf, DATES, openTables } from '../../../fixtures/insights/check-insight.ts'

/** The rows of a plot of the gallery and what it says of them. */
async function resultOf(slug: string, tables: Tables, isComposite = false) {
  const definition = {
    ...PLOTS.find((plot) => plot.slug === slug)!,
    category: 'population',
    kind: 'list',
    rank: [],
  } as const
  const database = await openTables(tables)
  try {
    return runInsight(database, planInsight(definition, catalogOf(tables), isComposite), {
      namesRepeat: false,
      dates: DATES,
    })
  } finally {
    database.close()
  }
}

function planets(...rows: readonly PartialRow[]): Tables {
  const named = rows.map((row, index) => ({ pl_name: `P ${index}`, hostname: 'Host', default_flag: 1, ...row }))
  return insightTables(named, [{ hostname: 'Host' }])
}

test('a limit gives a point no color', async () => {
  const planet = { pl_bmasse: 1, pl_bmassprov: 'Mass', pl_rade: 1, st_teff: 5000, pl_insol: 1 }
  const tables = planets(
    { ...planet, pl_eqt: 300, pl_eqtlim: 0 },
    { ...planet, pl_eqt: 900, pl_eqtlim: 1, pl_radelim: 1 },
    { ...planet, pl_eqt: 800, pl_eqtlim: 1 },
  )
  const { data, meta } = await resultOf('mass-radius', tables)
  expect(data.map(({ pl_eqt }) => pl_eqt)).toEqual([300, null])
  expect(meta.caveats).toContain('Values that are only upper or lower limits are shown as null: 1 pl_eqt.')
  expect((await resultOf('insolation-temperature', tables)).data.map(({ pl_rade }) => pl_rade)).toEqual([1, null, 1])
})

test('an insolation is published, or follows from the luminosity or from the radius and temperature of the star', async () => {
  const star = { st_teff: 5772, st_rad: 2, pl_orbsmax: 0.5 }
  const tables = planets(
    { ...star, st_lum: 1, pl_insol: 3 },
    { ...star, st_lum: 1 },
    { ...star, st_lum: 1, st_lumlim: 1 },
    { st_teff: 5772, st_lum: -1, pl_orbsmax: 0.5 },
    { ...star, st_lum: 1, pl_orbsmax: null },
    { st_teff: 5772, pl_orbsmax: 0.5 },
  )
  const { data, meta } = await resultOf('insolation-temperature', tables)
  expect(data.map(({ pl_name, insolation, insolation_from }) => [pl_name, insolation, insolation_from])).toEqual([
    ['P 0', 3, 'pl_insol'],
    ['P 1', 40, 'st_lum, pl_orbsmax'],
    ['P 2', 16, 'st_rad, st_teff, pl_orbsmax'],
    ['P 3', 0.4, 'st_lum, pl_orbsmax'],
  ])
  expect(meta.caveats).toContain('The insolation of 3 planets is computed from the luminosity of the star')
})

test('a point of a composite table has no calculated radius and no predicted mass', async () => {
  const planet = { pl_orbper: 10, pl_rade: 1, pl_bmasse: 1, discoverymethod: 'Transit', pl_bmassprov: 'Mass' }
  const tables = planets(
    planet,
    { ...planet, pl_rade_reflink: 'refstr=CALCULATED_VALUE' },
    { ...planet, pl_bmassprov: 'M-R relationship' },
  )
  const names = async (slug: string, isComposite: boolean) =>
    (await resultOf(slug, tables, isComposite)).data.map(({ pl_name }) => pl_name)
  expect(await names('radius-period', true)).toEqual(['P 0', 'P 2'])
  expect(await names('mass-period', true)).toEqual(['P 0', 'P 1'])
  expect(await names('mass-radius', true)).toEqual(['P 0'])
  expect(await names('mass-period', false)).toEqual(['P 0', 'P 1', 'P 2'])
})

test('hosts whose temperatures differ much between references are counted', async () => {
  const cells = [
    ['NN Ser', 8565, 0.2],
    ['NN Ser', 57_000, 0.2],
    ['Sun', 5700, 1],
    ['Sun', 5800, 1],
  ]
  const stellarhosts = makeTable('stellarhosts', { hostname: 'text', st_teff: 'real', st_rad: 'real' }, cells)
  const { data, meta } = await resultOf('hosts', { ...planets({}), stellarhosts })
  expect(data.map(({ median_st_teff }) => median_st_teff)).toEqual([32_782.5, 5750])
  expect(meta.caveats).toContain('The temperatures of 1 host differ by more than a factor of 1.5 between references')
})

test('a host stands at the medians of its values, each of the rows that have both, measured and positive', async () => {
  const columns = {
    hostname: 'text',
    st_teff: 'real',
    st_tefflim: 'integer',
    st_rad: 'real',
    st_radlim: 'integer',
  } as const
  const rowsOf = (host: string, values: readonly (readonly [number | null, number | null])[]) =>
    values.map(([temperature, radius]) => [host, temperature, 0, radius, null])
  const cells = [
    ...rowsOf('one', [[5000, 1]]),
    ...rowsOf('two', [
      [5000, 1],
      [5200, 2],
    ]),
    ...rowsOf('three', [
      [5000, 9],
      [5100, 2],
      [5900, 1],
    ]),
    ...rowsOf('four', [
      [4000, 1],
      [4100, 2],
      [4300, 5],
      [9000, 10],
    ]),
    // Rows that do not count.
    ...rowsOf('four', [
      [1, null],
      [null, 1],
      [0, 1],
      [5000, 0],
    ]),
    ['four', 1, 1, 1, 0],
    ['four', 1, 0, 1, -1],
    [null, 1, 0, 1, 0],
  ]
  const { data } = await resultOf('hosts', { ...planets({}), stellarhosts: makeTable('stellarhosts', columns, cells) })
  expect(data).toEqual([
    { hostname: 'four', median_st_teff: 4200, median_st_rad: 3.5, rows_used: 4 },
    { hostname: 'one', median_st_teff: 5000, median_st_rad: 1, rows_used: 1 },
    { hostname: 'three', median_st_teff: 5100, median_st_rad: 2, rows_used: 3 },
    { hostname: 'two', median_st_teff: 5100, median_st_rad: 1.5, rows_used: 2 },
  ])
})
