import { expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { planInsight } from '../../../../build/insights/describe.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import type { TableDates } from '../../../../src/format/table-dates.ts'
import { insightTables, type PartialRow } from '../../../fixtures/archives/insight-archive.ts'
import { catalogOf, openTables } from '../../../fixtures/insights/check-insight.ts'

const DATES: TableDates = { exoplanets: '2021-01-11', stellarhosts: null }

/** What each insight says of the rows that it finds in an archive of these planets and hosts. */
async function allCaveats(
  slugs: readonly string[],
  planets: readonly PartialRow[],
  hosts: readonly PartialRow[] = [{ hostname: 'Host' }],
  dates = DATES,
): Promise<readonly string[]> {
  const tables = insightTables(
    planets.map((planet, index) => ({ hostname: 'Host', pl_name: `Host ${index}`, default_flag: 1, ...planet })),
    hosts,
  )
  const database = await openTables(tables)
  try {
    return slugs.map((slug) => {
      const plan = planInsight(INSIGHTS.find((insight) => insight.slug === slug)!, catalogOf(tables))
      return runInsight(database, plan, { namesRepeat: false, dates }).meta.caveats
    })
  } finally {
    database.close()
  }
}

/** The same of one insight. */
async function caveatsOf(
  slug: string,
  planets: readonly PartialRow[],
  hosts?: readonly PartialRow[],
  dates?: TableDates,
): Promise<string> {
  const [text] = await allCaveats([slug], planets, hosts, dates)
  return text!
}

const SLUGS = INSIGHTS.map(({ slug }) => slug)

test('imaged planets are spoken of only where there are some', async () => {
  const slug = 'largest-exoplanets-radius'
  expect(await caveatsOf(slug, [{ pl_rade: 20, discoverymethod: 'Transit' }])).not.toContain('imaged')
  expect(
    await caveatsOf(slug, [
      { pl_rade: 20, discoverymethod: 'Transit' },
      { pl_rade: 15, discoverymethod: 'Imaging' },
    ]),
  ).toContain('1 imaged planet has a radius from evolutionary models')
})

test('masses are called what their provenance says, and true ones need no word', async () => {
  const masses = [
    { pl_bmassprov: 'Mass', pl_bmasse: 1 },
    { pl_bmassprov: 'Msini', pl_bmasse: 2 },
    { pl_bmassprov: 'Msini', pl_bmasse: 2 },
    { pl_bmassprov: null, pl_bmasse: 3 },
    { pl_bmassprov: 'Msini', pl_bmasse: null },
  ].map((row) => ({ sy_dist: 1, ...row }))
  expect(await caveatsOf('nearest-planets', masses)).toContain(
    'pl_bmassprov is: 2 Msini (minimum), 1 null (not stated).',
  )
  expect(await caveatsOf('nearest-planets', masses.slice(0, 1))).not.toContain('pl_bmassprov')
})

test('values of stellarhosts are said to differ from those of exoplanets where they do', async () => {
  const system = { sy_name: 'Sys', sy_pnum: 2, sy_snum: 2, sy_dist: 10 }
  const hosts = [
    { ...system, hostname: 'Host' },
    { ...system, hostname: 'Host B' },
    { ...system, sy_name: 'Other', sy_pnum: 3, hostname: 'Other' },
  ]
  const planets = [{}, {}, { hostname: 'Other', pl_name: 'Other b' }]
  for (const slug of ['systems-with-most-planets', 'nearest-multi-planet-systems', 'binary-star-systems'])
    expect(await caveatsOf(slug, planets, hosts)).toContain(
      'All values are those of stellarhosts (date unknown); exoplanets (2021-01-11) lists another number of planets for 1 of the 2 systems shown.',
    )
  expect(await caveatsOf('systems-with-most-planets', planets, hosts.slice(0, 2))).not.toContain('another number')
  expect(await caveatsOf('nearest-stellar-hosts', planets, hosts)).toContain(
    '1 of the 3 names shown has no planet in exoplanets',
  )
})

test('the latest year is incomplete by the date of exoplanets, and may be where that is unknown', async () => {
  const planets = [{ disc_year: 2020 }, { disc_year: 2021 }]
  const slug = 'discoveries-by-year-and-method'
  expect(await caveatsOf(slug, planets)).toContain('2021 is incomplete: exoplanets is of 2021-01-11.')
  expect(await caveatsOf(slug, planets.slice(0, 1))).not.toContain('incomplete')
  const undated = { exoplanets: null, stellarhosts: null }
  expect(await caveatsOf(slug, planets, undefined, undated)).toContain(
    'The date of exoplanets is unknown: 2021 may be incomplete.',
  )
})

test('the batches of Kepler are spoken of only where they make the peaks', async () => {
  const years = (...counts: readonly (readonly [year: number, count: number])[]) =>
    counts.flatMap(([disc_year, count]) => Array.from({ length: count }, () => ({ disc_year })))
  const slug = 'discoveries-by-year-and-method'
  expect(await caveatsOf(slug, years([2013, 1], [2014, 3], [2016, 4]))).toContain('The peaks of 2014 and 2016')
  expect(await caveatsOf(slug, years([2013, 4], [2014, 3], [2016, 4]))).not.toContain('The peaks')
})

test('disputed planets are counted as discoveries, and their number is told', async () => {
  const planets = [
    { pl_controv_flag: 1, disc_year: 2000 },
    { pl_controv_flag: 0, disc_year: 2000 },
  ]
  for (const slug of ['discovery-methods', 'discoveries-by-year-and-method'])
    expect(await caveatsOf(slug, planets)).toContain(
      '1 planet flagged as controversial (pl_controv_flag is 1) is counted.',
    )
  expect(await caveatsOf('discovery-methods', planets.slice(1))).not.toContain('controversial')
})

test('a radius that is another one in the other unit is said to be wrong, and a mass is called what it is', async () => {
  const slug = 'largest-exoplanets-radius'
  const right = { pl_rade: 22.4, pl_radj: 2, pl_bmassj: 1, pl_bmassprov: 'Mass' }
  expect(await caveatsOf(slug, [right])).not.toMatch(/wrong|pl_bmassprov/)
  const text = await caveatsOf(slug, [right, { ...right, pl_radj: 0.4, pl_bmassprov: 'Msini' }])
  expect(text).toContain('pl_rade and pl_radj of 1 row shown are not the same radius in two units')
  expect(text).toContain('pl_bmassprov is: 1 Msini (minimum).')
})

test('a median of temperatures that differ much is not to be quoted alone', async () => {
  const host = (hostname: string, ...values: readonly number[]) => values.map((st_teff) => ({ hostname, st_teff }))
  const slug = 'hottest-stellar-hosts'
  expect(await caveatsOf(slug, [{}], host('Host', 5000, 7500))).not.toContain('factor')
  expect(await caveatsOf(slug, [{}], [...host('Host', 5000, 7500), ...host('NN Ser', 8565, 57_000)])).toContain(
    'The published temperatures of 1 of the 2 stars shown differ by more than a factor of 1.5',
  )
})

test('companions of pulsars are found by name and by method', async () => {
  const planets = [
    { hostname: 'PSR J1719-1438' },
    { hostname: 'M62H', discoverymethod: 'Pulsar Timing' },
    { hostname: 'K2-137', discoverymethod: 'Transit' },
  ].map((planet) => ({ pl_orbper: 0.1, ...planet }))
  expect(await caveatsOf('ultra-short-period-planets', planets)).toContain('2 companions of pulsars are included.')
  expect(await caveatsOf('ultra-short-period-planets', planets.slice(2))).not.toContain('pulsar')
})

test('numbers of planets in systems are said to include disputed ones where they do', async () => {
  const hosts = [
    { sy_name: 'GJ 667', hostname: 'GJ 667 C', sy_pnum: 5, sy_snum: 3, sy_dist: 7 },
    { sy_name: 'Other', hostname: 'Other', sy_pnum: 5, sy_snum: 3, sy_dist: 7 },
  ]
  const planets = (flag: number) => [{ hostname: 'GJ 667 C', pl_controv_flag: flag }, { hostname: 'Other' }]
  const slugs = [
    'systems-with-most-planets',
    'nearest-multi-planet-systems',
    'binary-star-systems',
    'nearest-stellar-hosts',
  ]
  const [disputed, undisputed] = [
    await allCaveats(slugs, planets(1), hosts),
    await allCaveats(slugs, planets(0), hosts),
  ]
  for (const [index, text] of disputed.entries()) {
    expect(text).toMatch(/controversial, too: in exoplanets, 1 of the 2 (systems|hosts) shown has such planets[.]/)
    expect(undisputed[index]).not.toContain('controversial')
  }
})

test('a density that no planet has is doubted', async () => {
  const planet = { pl_rade: 1, pl_bmassprov: 'Mass', pl_bmasseerr1: 0.1, pl_bmasseerr2: -0.1 }
  const slug = 'densest-small-planets'
  expect(await caveatsOf(slug, [{ ...planet, pl_bmasse: 3 }])).not.toContain('hardly')
  expect(
    await caveatsOf(
      slug,
      [3, 4].map((pl_bmasse) => ({ ...planet, pl_bmasse })),
    ),
  ).toContain('1 of the 2 densities shown is above 20 g/cm3')
})

test('no insight without rows speaks of rows', async () => {
  const texts = await allCaveats(SLUGS, [{ pl_name: null, hostname: null }], [{ hostname: null }])
  for (const [index, { whenEmpty }] of INSIGHTS.entries())
    expect(texts[index]).toStartWith(`No rows in this archive: ${whenEmpty}.`)
})

test('every text has its numbers filled in', async () => {
  const texts = await allCaveats(
    SLUGS,
    [{ sy_dist: 1, pl_rade: 1, pl_orbper: 0.5 }],
    [{ hostname: 'Host', sy_dist: 1 }],
  )
  for (const text of texts) expect(text).not.toMatch(/undefined|NaN|\[object|[.] [.]/)
})
