import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ArchiveColumns } from '../../../../build/insights/parts/archive-columns.ts'
import { present, where } from '../../../../build/insights/parts/sql-parts.ts'
import { ALL_OBJECTS, type PlotDefinition } from '../../../../build/plots/definition.ts'
import { hosts } from '../../../../build/plots/definitions/hosts.ts'
import { PLOTS } from '../../../../build/plots/definitions/index.ts'
import { insolationTemperature } from '../../../../build/plots/definitions/insolation-temperature.ts'

/** All columns of an archive that has default rows and no others. */
const ALL: ArchiveColumns = { has: () => true, showsAll: false, isComposite: false }
const PLANET_COLUMNS = ['pl_name', 'default_flag', 'pl_controv_flag'].concat(
  ['pl_insol', 'st_teff', 'pl_rade', 'st_lum', 'st_rad', 'pl_orbsmax'].flatMap((name) => [name, `${name}lim`]),
)

const database = new Database(':memory:')
database.run(`CREATE TABLE exoplanets (${PLANET_COLUMNS.join(', ')})`)
database.run('CREATE TABLE stellarhosts (hostname, st_teff, st_tefflim, st_rad, st_radlim)')
afterAll(() => database.close())
beforeEach(() => {
  database.run('DELETE FROM exoplanets')
  database.run('DELETE FROM stellarhosts')
})

type Row = Readonly<Record<string, string | number | null>>

function insert(table: string, rows: readonly Row[]): void {
  for (const row of rows)
    database
      .query(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row))
}
const rowsOf = (plot: PlotDefinition) =>
  database.query<Record<string, unknown>, []>(plot.sql(ALL, where(present(plot.rules(ALL))))).all()

/** The cautions of a plot with this result. */
function cautionsOf(plot: PlotDefinition, data: readonly object[]): readonly string[] {
  const count = (sql: string) => Number(database.query(sql).values()[0]![0])
  return plot
    .caveats({ data, count, archive: ALL } as never)
    .filter((caveat) => caveat !== undefined) as readonly string[]
}

describe('the insolation of a planet', () => {
  const planet = (pl_name: string, more: Row = {}): Row => ({ pl_name, default_flag: 1, st_teff: 5_772, ...more })

  test('is the published one, or that of the luminosity, or that of the radius and temperature of the star', () => {
    insert('exoplanets', [
      planet('a', { pl_insol: 2, st_lum: 3, pl_orbsmax: 1 }),
      // 10^0 / 2^2
      planet('b', { st_lum: 0, st_rad: 9, pl_orbsmax: 2 }),
      // 2^2 · 1^4 / 1^2
      planet('c', { st_rad: 2, pl_orbsmax: 1 }),
      // 1^2 · 2^4 / 4^2
      planet('d', { st_rad: 1, st_teff: 11_544, pl_orbsmax: 4 }),
      // A limit is no measurement: 10^1 / 1^2
      planet('e', { pl_insol: 7, pl_insollim: 1, st_lum: 1, pl_orbsmax: 1 }),
    ])
    expect(rowsOf(insolationTemperature).map((row) => [row.pl_name, row.insolation, row.insolation_from])).toEqual([
      ['a', 2, 'pl_insol'],
      ['b', 0.25, 'st_lum, pl_orbsmax'],
      ['c', 4, 'st_rad, st_teff, pl_orbsmax'],
      ['d', 1, 'st_rad, st_teff, pl_orbsmax'],
      ['e', 10, 'st_lum, pl_orbsmax'],
    ])
  })

  test('must be above 0, and so must the temperature; rows of other references and disputed planets do not count', () => {
    insert('exoplanets', [
      planet('zero', { pl_insol: 0 }),
      planet('none'),
      planet('at the star', { st_lum: 0, pl_orbsmax: 0 }),
      planet('limited axis', { st_lum: 0, pl_orbsmax: 1, pl_orbsmaxlim: 1 }),
      planet('cold', { pl_insol: 1, st_teff: 0 }),
      planet('limited', { pl_insol: 1, st_tefflim: -1 }),
      planet('other reference', { pl_insol: 1, default_flag: 0 }),
      planet('disputed', { pl_insol: 1, pl_controv_flag: 1 }),
      planet('small', { pl_insol: 1e-9 }),
    ])
    expect(rowsOf(insolationTemperature).map(({ pl_name }) => pl_name)).toEqual(['small'])
  })

  test('is said to be computed, and of planets without a radius that they are gray', () => {
    const [first, ...others] = cautionsOf(insolationTemperature, [
      { insolation_from: 'pl_insol', pl_rade: 1 },
      { insolation_from: 'st_lum, pl_orbsmax', pl_rade: null },
    ])
    expect(first).toStartWith('The zone is where a planet like Earth could keep liquid water')
    expect(others).toEqual([
      'The insolation of 1 planet is computed from the luminosity of the star, for a circular orbit; insolation_from names the columns.',
      '1 planet without a radius is gray.',
    ])
    const two = cautionsOf(insolationTemperature, [{ insolation_from: 'pl_insol', pl_rade: null }, { insolation_from: 'pl_insol', pl_rade: null }]) // biome-ignore format: one line
    expect(two.slice(1)).toEqual(['2 planets without a radius are gray.'])
  })
})

describe('a host star', () => {
  const host = (hostname: string, st_teff: number | null, st_rad: number | null, more: Row = {}): Row => ({ hostname, st_teff, st_rad, ...more }) // biome-ignore format: one line

  test('has the medians of the rows with both values', () => {
    insert('stellarhosts', [
      host('A', 5_000, 1),
      host('A', 6_000, 3),
      host('A', 9_000, 2),
      host('B', 4_000, 1),
      host('B', 5_000, 2),
      host('B', 7_000, 8),
      host('B', 6_000, 4),
      host('C', 3_000, 0.5),
      host('C', 9_999, null),
      host('C', null, 7),
      host('C', 9_999, 9, { st_tefflim: 1 }),
      host('C', 9_999, 9, { st_radlim: 1 }),
      host('D', 0, 1),
    ])
    expect(rowsOf(hosts)).toEqual([
      { hostname: 'A', median_st_teff: 6_000, median_st_rad: 2, rows_used: 3 },
      { hostname: 'B', median_st_teff: 5_500, median_st_rad: 3, rows_used: 4 },
      { hostname: 'C', median_st_teff: 3_000, median_st_rad: 0.5, rows_used: 1 },
    ])
  })

  test('whose temperatures differ widely is counted', () => {
    insert('stellarhosts', [host('A', 1_000, 1), host('A', 100_000, 1), host('B', 1_000, 1), host('B', 1_001, 1)])
    expect(cautionsOf(hosts, []).filter((caution) => caution.startsWith('The temperatures of'))).toEqual([
      expect.stringMatching(/^The temperatures of 1 host differ by more than a factor of [\d.]+ between references/),
    ])
  })
})

test('a plot of all objects says that it is cut only if it is', () => {
  const some = (count: number) => Array.from({ length: count }, () => ({ pl_name: 'a', hostname: 'a' }))
  const ofPlanets = PLOTS.find(({ slug }) => slug === 'mass-radius')!
  for (const [plot, what] of [
    [hosts, 'hosts'],
    [ofPlanets, 'planets'],
  ] as const) {
    const cut = (count: number) => {
      // What else is counted does not matter here.
      const caveats = plot.caveats({ data: some(count), count: () => 0, archive: ALL, rows: () => [] } as never)
      return caveats.filter((caveat) => typeof caveat === 'string' && caveat.startsWith('Only the first'))
    }
    expect(ALL_OBJECTS).toBe(10_000)
    expect(cut(ALL_OBJECTS)).toEqual([`Only the first 10,000 ${what} by name are shown.`])
    expect(cut(ALL_OBJECTS - 1)).toEqual([])
  }
})
