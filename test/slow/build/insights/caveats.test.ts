import { expect, setDefaultTimeout, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { planInsight } from '../../../../build/insights/describe.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import type { TableDates } from '../../../../src/format/table-dates.ts'
import { insightTables, type PartialRow } from '../../../fixtures/archives/insight-archive.ts'
import { catalogueOf, openTables } from '../../../fixtures/insights/check-insight.ts'

// Each test builds a database; a busy machine takes a while.
setDefaultTimeout(30_000)

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
      const plan = planInsight(INSIGHTS.find((insight) => insight.slug === slug)!, catalogueOf(tables))
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

test('no insight without rows speaks of rows', async () => {
  const texts = await allCaveats(SLUGS, [{ pl_name: null, hostname: null }], [{ hostname: null }])
  for (const [index, { whenEmpty }] of INSIGHTS.entries())
    expect(texts[index]).toStartWith(`There are no rows for it in this archive: ${whenEmpty}.`)
})

test('every text has its numbers filled in', async () => {
  const texts = await allCaveats(
    SLUGS,
    [{ sy_dist: 1, pl_rade: 1, pl_orbper: 0.5 }],
    [{ hostname: 'Host', sy_dist: 1 }],
  )
  for (const text of texts) expect(text).not.toMatch(/undefined|NaN|\[object|[.] [.]/)
})
