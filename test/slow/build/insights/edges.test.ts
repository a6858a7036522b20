import { expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import type { InsightResult } from '../../../../src/core/answers/insight.ts'
import { insightTables, type PartialRow } from '../../../fixtures/archives/insight-archive.ts'
import { keepColumns } from '../../../fixtures/archives/plain-archive.ts'
import { catalogOf, openTables, run } from '../../../fixtures/insights/check-insight.ts'

async function insightOf(
  slug: string,
  planets: readonly PartialRow[],
  hosts: readonly PartialRow[] = [],
): Promise<InsightResult['data']> {
  const chosen = planets.map((planet) => ({ hostname: 'Host', default_flag: 1, ...planet }))
  const tables = insightTables(chosen, hosts.length > 0 ? hosts : [{ hostname: 'Host' }])
  const database = await openTables(tables)
  try {
    return run(database, INSIGHTS.find((definition) => definition.slug === slug)!, catalogOf(tables)).data
  } finally {
    database.close()
  }
}

test('a radius on the edge of a bin counts in the bin above it, 6 in the last, and a limit in none', async () => {
  const planet = { tran_flag: 1, pl_orbper: 10 }
  const radii = [0.2, 0.6, 1.2, 1.4, 1.7999, 1.8, 2.4, 5.8, 6]
  const planets = radii.map((pl_rade) => ({ ...planet, pl_name: `P ${pl_rade}`, pl_rade }))
  const others = [
    { pl_rade: 6.01 },
    { pl_rade: 1, pl_radelim: 1 },
    { pl_rade: 1, pl_radelim: -1 },
    { pl_rade: 1, pl_orbper: 100 },
    { pl_rade: 1, pl_orbper: 10, pl_orbperlim: -1 },
    { pl_rade: 1, tran_flag: 0 },
    { pl_rade: 1, pl_controv_flag: 1 },
    { pl_rade: 1, default_flag: 0 },
  ].map((other, index) => ({ ...planet, pl_name: `Q ${index}`, ...other }))
  const bins = await insightOf('radius-valley', [...planets, ...others])
  expect(bins.map(({ rade_bin_lo, rade_bin_hi, planets: count }) => [rade_bin_lo, rade_bin_hi, count])).toEqual([
    [0.2, 0.4, 1],
    [0.6, 0.8, 1],
    [1.2, 1.4, 1],
    [1.4, 1.6, 1],
    [1.6, 1.8, 1],
    [1.8, 2, 1],
    [2.4, 2.6, 1],
    [5.8, 6, 2],
  ])
})

test('the scale factor of the transmission metric changes at 1.5, 2.75 and 4 Earth radii, and ends at 10', async () => {
  const planet = { tran_flag: 1, pl_bmasse: 1, pl_bmassprov: 'Mass', st_rad: 1, sy_jmag: 0, pl_eqt: 1 }
  const radii = [1.4, 1.5, 2.7, 2.75, 3.9, 4, 9.9, 10]
  const rows = await insightOf(
    'transmission-spectroscopy-targets',
    radii.map((pl_rade) => ({ ...planet, pl_name: `P ${pl_rade}`, pl_rade })),
  )
  // Everything else is 1, so the metric is the factor times the cube of the radius.
  expect(rows.map(({ pl_rade, tsm }) => [pl_rade, tsm])).toEqual([
    [9.9, 1115.8],
    [3.9, 75.9],
    [4, 73.6],
    [2.75, 26.6],
    [2.7, 24.8],
    [1.5, 4.3],
    [1.4, 0.5],
  ])
})

test('the Earth around the Sun at 1 au has an equilibrium temperature of 278 K, whatever a paper gives', async () => {
  const planet = { tran_flag: 1, pl_rade: 1, pl_bmasse: 1, pl_bmassprov: 'Mass', st_rad: 1, sy_jmag: 0 }
  const rows = await insightOf('transmission-spectroscopy-targets', [
    { ...planet, pl_name: 'own', st_teff: 5772, pl_orbsmax: 1, pl_eqt: 255 },
    { ...planet, pl_name: 'published', pl_eqt: 255 },
    { ...planet, pl_name: 'limit', pl_eqt: 255, pl_eqtlim: 1 },
    { ...planet, pl_name: 'axis is a limit', st_teff: 5772, pl_orbsmax: 1, pl_orbsmaxlim: 1, pl_eqt: 254 },
  ])
  expect(rows.map(({ pl_name, teq }) => [pl_name, teq])).toEqual([
    ['own', 278],
    ['published', 255],
    ['axis is a limit', 254],
  ])
})

test('the luminosity is the published one, else that of radius and temperature, and each row names its way', async () => {
  const planet = { pl_rade: 1, pl_orbsmax: 1 }
  const sun = { st_rad: 1, st_teff: 5772 }
  const rows = await insightOf('habitable-zone-candidates', [
    { ...planet, pl_name: 'published', pl_insol: 0.9, st_lum: 0, ...sun },
    { ...planet, pl_name: 'luminosity', st_lum: 0.1, ...sun },
    { ...planet, pl_name: 'star', ...sun },
    { ...planet, pl_name: 'cool star', st_rad: 1, st_teff: 5772 / 2 ** 0.25 },
    {
      ...planet,
      pl_name: 'insolation is a limit',
      pl_insol: 0.9,
      pl_insollim: 1,
      ...sun,
      pl_orbsmax: 2 ** -0.5 / 1.1 ** 0.5,
    },
    { ...planet, pl_name: 'luminosity is a limit', st_lum: 3, st_lumlim: 1, ...sun, pl_orbsmax: 1.2 },
    { ...planet, pl_name: 'radius is a limit', ...sun, st_radlim: 1 },
    { ...planet, pl_name: 'no temperature', st_rad: 1 },
    { ...planet, pl_name: 'no axis', ...sun, pl_orbsmax: null },
  ])
  expect(rows.map(({ pl_name, insolation, insolation_from }) => [pl_name, insolation, insolation_from])).toEqual([
    ['star', 1, 'st_rad, st_teff, pl_orbsmax'],
    ['published', 0.9, 'pl_insol'],
    ['luminosity', 1.258925, 'st_lum, pl_orbsmax'],
    ['luminosity is a limit', 0.694444, 'st_rad, st_teff, pl_orbsmax'],
    ['cool star', 0.5, 'st_rad, st_teff, pl_orbsmax'],
  ])
})

test('a pair of planets is near a resonance up to 2 % from it, exclusive', async () => {
  const pair = (hostname: string, ratio: number) => [
    { hostname, pl_name: `${hostname} b`, pl_orbper: 1 },
    { hostname, pl_name: `${hostname} c`, pl_orbper: ratio },
  ]
  const ratios = [1.46, 1.48, 1.5, 1.52, 1.54, 1.75, 1.95, 1.97, 2.04, 2.05]
  const rows = await insightOf(
    'near-resonant-pairs',
    ratios.flatMap((ratio) => pair(`H${ratio}`, ratio)),
  )
  expect(rows.map(({ period_ratio, resonance, offset_percent }) => [period_ratio, resonance, offset_percent])).toEqual([
    [1.5, '3:2', 0],
    [1.48, '3:2', 1.333],
    [1.52, '3:2', 1.333],
    [1.97, '2:1', 1.5],
  ])
})

test('an orbit is misaligned by how far its angle is from 0, beyond half a turn too', async () => {
  const angles = [60, 60.1, -61, 180, 251.6, -155, 300, 299, 410, 182.5]
  const rows = await insightOf(
    'retrograde-and-polar-orbits',
    angles.map((pl_projobliq) => ({ pl_name: `P ${pl_projobliq}`, pl_projobliq })),
  )
  expect(rows.map(({ pl_projobliq }) => pl_projobliq)).toEqual([180, 182.5, -155, 251.6, -61, 299, 60.1])
})

test('a misaligned orbit has the default row if that measures the angle, else the latest update', async () => {
  const rows = await insightOf('retrograde-and-polar-orbits', [
    { pl_name: 'a', default_flag: 0, pl_projobliq: 100, rowupdate: '2024-01-01' },
    { pl_name: 'a', default_flag: 1, pl_projobliq: 90, rowupdate: '2014-01-01' },
    { pl_name: 'b', default_flag: 1, rowupdate: '2024-01-01' },
    { pl_name: 'b', default_flag: 0, pl_projobliq: 70, rowupdate: '2019-01-01' },
    { pl_name: 'b', default_flag: 0, pl_projobliq: 80, rowupdate: '2020-01-01' },
    { pl_name: 'b', default_flag: 0, pl_projobliq: 85 },
    { pl_name: 'c', default_flag: 0, pl_projobliq: 120 },
    { pl_name: 'c', default_flag: 1, pl_controv_flag: 1 },
  ])
  expect(rows.map(({ pl_name, pl_projobliq, default_flag }) => [pl_name, pl_projobliq, default_flag])).toEqual([
    ['a', 90, 1],
    ['b', 80, 0],
  ])
})

test('a mass needs an error on both sides that is not 0, and the larger one decides whether a density counts', async () => {
  const planet = { pl_rade: 1, pl_bmasse: 10, pl_bmassprov: 'Mass' }
  const rows = await insightOf('densest-small-planets', [
    { ...planet, pl_name: 'both small', pl_bmasseerr1: 2.9, pl_bmasseerr2: -2.9 },
    { ...planet, pl_name: 'lower large', pl_bmasseerr1: 1, pl_bmasseerr2: -8 },
    { ...planet, pl_name: 'upper large', pl_bmasseerr1: 3, pl_bmasseerr2: -1 },
    { ...planet, pl_name: 'upper only', pl_bmasseerr1: 1 },
    { ...planet, pl_name: 'none' },
    { ...planet, pl_name: 'lower only', pl_bmasseerr2: -1 },
    { ...planet, pl_name: 'upper 0', pl_bmasseerr1: 0, pl_bmasseerr2: -1 },
    { ...planet, pl_name: 'both 0', pl_bmasseerr1: 0, pl_bmasseerr2: 0 },
    { ...planet, pl_name: 'published', pl_bmasseerr1: 1, pl_bmasseerr2: -1, pl_dens: 60 },
    { ...planet, pl_name: 'density is a limit', pl_bmasseerr1: 1, pl_bmasseerr2: -1, pl_dens: 60, pl_denslim: -1 },
  ])
  expect(rows.map(({ pl_name, density_g_cm3, density_from }) => [pl_name, density_g_cm3, density_from])).toEqual([
    ['published', 60, 'pl_dens'],
    ['both small', 54.95022, 'pl_bmasse, pl_rade'],
    ['density is a limit', 54.95022, 'pl_bmasse, pl_rade'],
  ])
})

test('a row that repeats another is not one more published mass', async () => {
  const value = (pl_refname: string | null, pl_bmasse: number) => ({ pl_bmassprov: 'Mass', pl_refname, pl_bmasse })
  const rows = await insightOf('most-disputed-masses', [
    ...[value('A', 1), value('A', 1), value('B', 3)].map((row) => ({ pl_name: 'two', ...row })),
    ...[value('A', 1), value('B', 1), value(null, 4)].map((row) => ({ pl_name: 'three', ...row })),
  ])
  expect(rows).toEqual([{ pl_name: 'three', published_values: 3, min_mass: 1, max_mass: 4, max_over_min: 4 }])
})

test('a method or year that the archive does not name is counted for what it is', async () => {
  const planets = [
    { pl_name: 'a', disc_year: 1995, discoverymethod: 'Radial Velocity' },
    { pl_name: 'b', disc_year: 1995 },
    { pl_name: 'c', discoverymethod: 'Transit' },
    { pl_name: 'd', disc_year: 1996, discoverymethod: 'Astrometry' },
  ]
  const none = { transit: 0, radial_velocity: 0, microlensing: 0, imaging: 0, controversial: 0 }
  expect(await insightOf('discoveries-by-year-and-method', planets)).toEqual([
    { disc_year: 1995, planets: 2, ...none, radial_velocity: 1, other: 1, cumulative: 2 },
    { disc_year: 1996, planets: 1, ...none, other: 1, cumulative: 3 },
  ])
  expect(await insightOf('discovery-methods', planets)).toEqual([
    { discoverymethod: 'Astrometry', planets: 1, percent: 25, first_year: 1996, latest_year: 1996, controversial: 0 },
    {
      discoverymethod: 'Radial Velocity',
      planets: 1,
      percent: 25,
      first_year: 1995,
      latest_year: 1995,
      controversial: 0,
    },
    { discoverymethod: 'Transit', planets: 1, percent: 25, first_year: null, latest_year: null, controversial: 0 },
    { discoverymethod: null, planets: 1, percent: 25, first_year: 1995, latest_year: 1995, controversial: 0 },
  ])
})

test('systems without a name are no system together, and an unknown distance comes last', async () => {
  const rows = await insightOf(
    'binary-star-systems',
    [],
    [
      { hostname: 'A', sy_snum: 2, sy_pnum: 1, sy_dist: 1 },
      { hostname: 'B', sy_snum: 2, sy_pnum: 1, sy_dist: 1, sy_name: '' },
      { hostname: 'C', sy_snum: 2, sy_pnum: 1, sy_name: 'far away' },
      { hostname: 'D', sy_snum: 2, sy_pnum: 1, sy_name: 'near', sy_dist: 4 },
      { hostname: 'E', sy_snum: 1, sy_pnum: 1, sy_name: 'single', sy_dist: 1 },
    ],
  )
  expect(rows.map(({ sy_name }) => sy_name)).toEqual(['near', 'far away'])
})

/** A database of these planets, in whose archive no row is the default one, and what an insight finds in it. */
async function withoutDefaultFlag(planets: Parameters<typeof insightTables>[0]) {
  const all = insightTables(planets, [{ hostname: 'Host' }])
  const tables = { ...all, exoplanets: keepColumns(all.exoplanets, (name) => name !== 'default_flag') }
  const database = await openTables(tables)
  const rowsOf = (slug: string) =>
    run(database, INSIGHTS.find((definition) => definition.slug === slug)!, catalogOf(tables)).data
  return { database, rowsOf }
}

test('where no row is the default, a planet never pairs with itself, and counts once for all of its references', async () => {
  const planets = [
    { pl_name: 'b', pl_orbper: 10, pl_rade: 1, disc_year: 2001 },
    { pl_name: 'b', pl_orbper: 20, pl_rade: 1.01, disc_year: 2001 },
    { pl_name: 'c', pl_orbper: 40, pl_rade: 1.1, disc_year: 2002 },
  ].map((planet) => ({ hostname: 'Host', discoverymethod: 'Transit', tran_flag: 1, ...planet }))
  const { database, rowsOf } = await withoutDefaultFlag(planets)
  try {
    expect(rowsOf('near-resonant-pairs')).toMatchObject([{ inner_planet: 'b', outer_planet: 'c', period_ratio: 2 }])
    expect(rowsOf('discovery-methods')).toMatchObject([{ discoverymethod: 'Transit', planets: 2, percent: 100 }])
    expect(rowsOf('discoveries-by-year-and-method')).toMatchObject([
      { disc_year: 2001, planets: 1, transit: 1, cumulative: 1 },
      { disc_year: 2002, planets: 1, transit: 1, cumulative: 2 },
    ])
    expect(rowsOf('radius-valley')).toMatchObject([{ rade_bin_lo: 1, planets: 2 }])
  } finally {
    database.close()
  }
})

test('where no row is the default, a planet that one of its references marks as controversial is ranked by none but counted as a discovery', async () => {
  const planets = [
    { pl_name: 'b', pl_orbper: 10, sy_dist: 1, pl_controv_flag: 0 },
    { pl_name: 'c', pl_orbper: 20, sy_dist: 1, pl_controv_flag: 1 },
    { pl_name: 'c', pl_orbper: 20, sy_dist: 1, pl_controv_flag: null },
    { pl_name: 'c', pl_orbper: 20, sy_dist: 1, pl_controv_flag: 0 },
  ].map((planet) => ({ hostname: 'Host', ...planet }))
  const { database, rowsOf } = await withoutDefaultFlag(planets)
  try {
    expect(rowsOf('controversial-planets')).toMatchObject([{ pl_name: 'c' }])
    expect(rowsOf('nearest-planets')).toMatchObject([{ pl_name: 'b' }])
    expect(rowsOf('near-resonant-pairs')).toEqual([])
    // Counts of discoveries count it, once, and say so.
    expect(rowsOf('discovery-methods')).toMatchObject([{ planets: 2, controversial: 1 }])
  } finally {
    database.close()
  }
})

test('rows without a name do not make a planet or a host together', async () => {
  const planet = { tran_flag: 1, pl_bmassprov: 'Mass', sy_vmag: 5, pl_projobliq: 90 }
  const planets = [
    { ...planet, pl_name: null, hostname: 'A', pl_bmasse: 1, pl_orbper: 10 },
    { ...planet, pl_name: null, hostname: 'A', pl_bmasse: 10, pl_orbper: 20 },
    { ...planet, pl_name: null, hostname: null, pl_bmasse: 100, pl_orbper: 10 },
    { ...planet, pl_name: 'X b', hostname: null, pl_bmasse: 1, pl_orbper: 15 },
    { ...planet, pl_name: 'Y b', hostname: null, pl_bmasse: 2, pl_orbper: 10.1 },
  ]
  const hosts = [
    { hostname: null, st_teff: 9000, sy_dist: 1 },
    { hostname: null, st_teff: 1000, sy_dist: 2 },
    { hostname: 'A', st_teff: 5000, sy_dist: 3 },
  ]
  const names = async (slug: string, column: string) =>
    (await insightOf(slug, planets, hosts)).map((row) => row[column])
  expect(await names('most-disputed-masses', 'pl_name')).toEqual([])
  expect(await names('near-resonant-pairs', 'hostname')).toEqual([])
  expect(await names('brightest-transit-hosts', 'hostname')).toEqual([])
  expect(await names('retrograde-and-polar-orbits', 'pl_name')).toEqual(['X b', 'Y b'])
  expect(await names('hottest-stellar-hosts', 'hostname')).toEqual(['A'])
  expect(await names('nearest-stellar-hosts', 'hostname')).toEqual(['A'])
})
