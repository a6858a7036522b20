import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import type { ArchiveColumns } from '../../../../build/insights/parts/archive-columns.ts'

/** All columns of an archive that has default rows and no others. */
const ALL: ArchiveColumns = { has: () => true, showsAll: false, isComposite: false }

const COLUMNS = [
  ...['pl_name', 'hostname', 'discoverymethod', 'disc_facility', 'pl_bmassprov', 'pl_refname'],
  ...['disc_year', 'default_flag', 'pl_controv_flag', 'ima_flag', 'sy_dist', 'st_rad', 'st_radlim'],
  ...['pl_orbper', 'pl_orbsmax', 'pl_orbeccen', 'pl_rade', 'pl_radj', 'pl_bmasse', 'pl_bmassj', 'pl_ratror'].flatMap(
    (name) => [name, `${name}err1`, `${name}err2`, `${name}lim`],
  ),
]
const database = new Database(':memory:')
database.run(`CREATE TABLE exoplanets (${COLUMNS.join(', ')})`)
afterAll(() => database.close())

type Row = Readonly<Record<string, string | number | null>>

/** The rows that an insight gives for these, without its rules. */
function rowsOf(slug: string, ...rows: readonly Row[]): Record<string, unknown>[] {
  database.run('DELETE FROM exoplanets')
  for (const row of rows) {
    const names = Object.keys(row)
    database
      .query(`INSERT INTO exoplanets (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
  }
  const definition = INSIGHTS.find((insight) => insight.slug === slug)!
  return database.query<Record<string, unknown>, []>(definition.sql(ALL, '')).all()
}

const planet = (name: string, more: Row = {}): Row => ({ pl_name: name, hostname: 'A', default_flag: 1, ...more })

test('periods of less than a day are in hours with three decimals, shortest first', () => {
  const rows = rowsOf(
    'ultra-short-period-planets',
    planet('b', { pl_orbper: 0.5 }),
    planet('a', { pl_orbper: 0.123456789 }),
  )
  // 0.123456789 · 24 = 2.962962936
  expect(rows.map(({ pl_name, period_hours }) => [pl_name, period_hours])).toEqual([
    ['a', 2.963],
    ['b', 12],
  ])
})

test('separations are in arc seconds: astronomical units over parsecs, widest first', () => {
  const rows = rowsOf(
    'directly-imaged-planets',
    planet('a', { pl_orbsmax: 10, sy_dist: 3 }),
    planet('b', { pl_orbsmax: 100, sy_dist: 7 }),
    planet('c', { pl_orbsmax: 50, pl_orbsmaxlim: 1, sy_dist: 7 }),
    planet('d', { pl_orbsmax: 1, sy_dist: null }),
  )
  expect(rows.map((row) => [row.pl_name, row.pl_orbsmax, row.projected_separation_arcsec])).toEqual([
    ['b', 100, 14.286],
    ['a', 10, 3.333],
    ['c', null, null],
    ['d', 1, null],
  ])
})

test('shares of methods are percents with two decimals', () => {
  const of = (method: string | null, disc_year: number, pl_controv_flag = 0): Row =>
    planet(`${method} ${disc_year}`, { discoverymethod: method, disc_year, pl_controv_flag })
  const rows = rowsOf(
    'discovery-methods',
    of('B', 2_000),
    of('A', 1_999),
    of('A', 2_003, 1),
    of(null, 2_010),
    of('C', 1),
    of('C', 2),
  )
  expect(rows.map(({ discoverymethod, planets, percent }) => [discoverymethod, planets, percent])).toEqual([
    ['A', 2, 33.33],
    ['C', 2, 33.33],
    ['B', 1, 16.67],
    [null, 1, 16.67],
  ])
  expect(rows[0]).toMatchObject({ first_year: 1_999, latest_year: 2_003, controversial: 1 })
})

test('ratios of radii are those of nominal radii, with six decimals', () => {
  // Jupiter before the Sun: 11.209 · 6378.1 km / 695,700 km = 0.10276 285…
  const rows = rowsOf(
    'largest-planet-to-host-ratios',
    planet('a', { pl_rade: 11.209, st_rad: 1 }),
    planet('b', { pl_rade: 11.209, st_rad: 0.5 }),
  )
  expect(rows.map(({ pl_name }) => pl_name)).toEqual(['b', 'a'])
  expect(rows[1]!.radius_ratio).toBe(Number(((11.209 * 6_378.1) / 695_700).toFixed(6)))
  expect(rows[0]!.radius_ratio).toBe(Number(((11.209 * 6_378.1) / 347_850).toFixed(6)))
})

test('an eccentric orbit has its nearest and farthest distance', () => {
  const [row, limit] = rowsOf(
    'most-eccentric-orbits',
    planet('a', { pl_orbeccen: 0.9, pl_orbeccenerr1: 0.1, pl_orbeccenerr2: -0.1, pl_orbsmax: 1.2345678 }),
    planet('b', { pl_orbeccen: 0.5, pl_orbeccenerr1: 0.1, pl_orbeccenerr2: 0, pl_orbsmax: 1, pl_orbsmaxlim: 1 }),
  )
  expect(row).toMatchObject({
    periastron_au: 0.123457,
    apastron_au: 2.345679,
    pl_orbeccenerr1: 0.1,
    pl_orbeccenerr2: -0.1,
  })
  expect(limit).toMatchObject({ periastron_au: null, apastron_au: null, pl_orbeccenerr1: null, pl_orbsmax: null })
})
