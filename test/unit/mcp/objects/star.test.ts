import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { grouped, hasZeroError, leftOutNotice } from '../../../../src/mcp/objects/answer.ts'
import { planetFacts } from '../../../../src/mcp/objects/planet.ts'
import { isOfStar, listedPlanets, rowOfEachPlanet, starEntries, starRow } from '../../../../src/mcp/objects/star.ts'

const real = (name: string, unit?: string): Column => ({ name, type: 'real', ...(unit === undefined ? {} : { unit }) })
const text = (name: string): Column => ({ name, type: 'text' })

describe('a star', () => {
  test('has one row of each planet, the default one if there is, by name', () => {
    const rows = [
      { pl_name: 'A c', default_flag: 0, at: 1 },
      { pl_name: 'A b', default_flag: 0, at: 2 },
      { pl_name: 'A c', default_flag: 1, at: 3 },
      { pl_name: 'A b', default_flag: 0, at: 4 },
    ]
    expect(rowOfEachPlanet(rows).map(({ at }) => at)).toEqual([2, 3])
  })

  test('has the values of the row that tells most of it, the first of several alike', () => {
    const columns = ['st_teff', 'st_rad', 'pl_rade', 'pl_bmasse'].map((name) => real(name))
    const poor = { st_teff: 1, st_rad: null, pl_rade: 1, pl_bmasse: 1 }
    const rich = { st_teff: 2, st_rad: 0, pl_rade: null, pl_bmasse: null }
    expect(starRow([poor, rich, { ...rich, st_teff: 3 }], columns)).toBe(rich)
    expect(starRow([], columns)).toBeUndefined()
  })

  test('has the spread of the other table, which repeated rows do not change', () => {
    const columns = [real('st_teff', 'K'), real('sy_dist', 'pc'), text('st_spectype')]
    const row = { st_teff: 5_000, sy_dist: 10, st_spectype: 'G2' }
    const hosts = [
      { st_teff: 5_100, sy_dist: 10, st_spectype: 'G2' },
      { st_teff: 5_100, sy_dist: 10, st_spectype: 'G2' },
      { st_teff: 5_300, sy_dist: 10, st_spectype: 'K1' },
    ]
    const entries = Object.fromEntries(
      starEntries(columns, columns, row, hosts).map(({ column, entry }) => [column, entry]),
    )
    expect(entries).toMatchObject({
      st_teff: { value: 5_000, unit: 'K', spread: { rows: 2, min: 5_100, max: 5_300 } },
      sy_dist: { value: 10, unit: 'pc' },
      st_spectype: { value: 'G2', values: { G2: 1, K1: 1 } },
    })
    expect(entries.sy_dist).not.toHaveProperty('spread')
    const alone = starEntries([], columns, undefined, hosts)
    expect(alone.find(({ column }) => column === 'st_teff')!.entry).toMatchObject({ unit: 'K', spread: { rows: 2 } })
  })

  test('lists its planets with their limits as such, the kind of a mass, and what is disputed', () => {
    const columns = [real('pl_rade'), real('pl_bmasse')]
    const rows = [
      { pl_name: 'A b', pl_rade: 1, pl_radelim: 1, pl_bmasse: 2, pl_bmassprov: 'Msini' },
      { pl_name: 'A c', pl_rade: 3, pl_bmasse: 4, pl_bmassprov: 'Mass' },
    ]
    const all = [...rows, { pl_name: 'A c', pl_controv_flag: 1 }]
    expect(listedPlanets(rows, all, columns)).toEqual([
      { name: 'A b', values: { pl_rade: { upper_limit: 1 }, pl_bmasse: 2, pl_bmassprov: 'Msini' } },
      { name: 'A c', values: { pl_rade: 3, pl_bmasse: 4, pl_controv_flag: 1 } },
    ])
  })

  test.each([
    ['st_teff', true],
    ['sy_dist', true],
    ['ra', true],
    ['hostname', true],
    ['pl_rade', false],
    ['disc_year', false],
    ['default_flag', false],
    ['tran_flag', false],
    ['rowupdate', false],
  ])('%s is of the star: %p', (name, isIt) => {
    expect(isOfStar(name)).toBe(isIt)
  })
})

describe('a planet', () => {
  const columns = [real('pl_rade', 'Rearth'), real('pl_eqt', 'K'), { name: 'tran_flag', type: 'integer' } as const]
  const facts = (...rows: readonly Record<string, number | null>[]) =>
    planetFacts(
      columns,
      rows.map((row) => ({ pl_name: 'A b', ...row })),
      true,
    )
  const entryOf = (told: ReturnType<typeof facts>, name: string) =>
    told.entries.find(({ column }) => column === name)?.entry

  test('has the spread of a value where references differ, or where its own row has none', () => {
    const differing = facts({ default_flag: 1, pl_rade: 1 }, { default_flag: 0, pl_rade: 2 })
    expect(entryOf(differing, 'pl_rade')).toMatchObject({ value: 1, spread: { rows: 2, min: 1, max: 2 } })
    const agreeing = facts({ default_flag: 1, pl_rade: 1 }, { default_flag: 0, pl_rade: 1 })
    expect(entryOf(agreeing, 'pl_rade')).toEqual({ value: 1, unit: 'Rearth' })
    const missing = facts({ default_flag: 1, pl_eqt: 300 }, { default_flag: 0, pl_rade: 2 })
    expect(entryOf(missing, 'pl_rade')).toMatchObject({ unit: 'Rearth', spread: { rows: 1, min: 2, max: 2 } })
    expect(missing.cautions).toContain(
      'An entry with only spread has no value in this row; rows of other references have one.',
    )
  })

  test('says which values one reference alone gives, if there are others', () => {
    const only = expect.stringContaining('no reference confirms it')
    expect(facts({ default_flag: 1, pl_rade: 1, pl_eqt: 3 }, { default_flag: 0, pl_eqt: 3 }).cautions).toContainEqual(
      only,
    )
    expect(facts({ default_flag: 1, pl_rade: 1 }).cautions).not.toContainEqual(only)
  })

  test('has no flag that is not set', () => {
    expect(entryOf(facts({ default_flag: 1, tran_flag: 0 }), 'tran_flag')).toBeUndefined()
    expect(entryOf(facts({ default_flag: 1, tran_flag: 1 }), 'tran_flag')).toBe(1)
  })

  test('is disputed if any row says so', () => {
    expect(facts({ default_flag: 1, pl_controv_flag: 0 }, { pl_controv_flag: 1 }).controversial).toBe(true)
    expect(facts({ default_flag: 1, pl_controv_flag: 0 }).controversial).toBe(false)
    expect(facts({ default_flag: 1, pl_controv_flag: null }).controversial).toBeNull()
  })
})

test('entries stand under their topics, each topic once', () => {
  const entry = (topic: string, column: string, reference?: string) => ({
    topic,
    column,
    entry: 1,
    ...(reference === undefined ? {} : { reference }),
  })
  expect(grouped([entry('Planet', 'a', 'X 2020'), entry('Star', 'b'), entry('Planet', 'c', 'X 2020')])).toEqual([
    { topic: 'Planet', reference: 'X 2020', values: { a: 1, c: 1 } },
    { topic: 'Star', values: { b: 1 } },
  ])
})

test.each([
  [15, ''],
  [16, ' and 1 more column'],
  [17, ' and 2 more columns'],
])('of %d columns that are left out, fifteen are named', (count, more) => {
  const names = Array.from({ length: count }, (_, at) => `c${at}`)
  const listed = names.slice(0, 15).join(', ')
  expect(leftOutNotice(names)).toBe(`Left out to keep the result short: ${listed}${more}. query_catalog returns them.`)
})

test('an uncertainty of zero is noticed on either side', () => {
  expect([{ err1: 0 }, { err2: 0 }, { err1: 1, err2: -1 }, { value: 0 }, 0, null].map(hasZeroError)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
