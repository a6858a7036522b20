import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { isLargePlanet, planetColumns } from '../../../../src/pages/planets/planet-columns.ts'
import { massLabel, planetFacts } from '../../../../src/pages/planets/planet-facts.ts'

const real = (...names: readonly string[]) => names.map((name): Column => ({ name, type: 'real' }))

test.each([
  [6, null, true],
  [5.99, 1_000, false],
  [null, 50, true],
  [null, 49.9, false],
  [null, null, false],
])('a planet of %p Earth radii and %p Earth masses is large: %p', (radius, mass, isLarge) => {
  expect(isLargePlanet(radius, mass)).toBe(isLarge)
})

describe('the parameters of a planet', () => {
  const namesOf = (columns: readonly Column[], kind: 'ofSmall' | 'ofLarge' = 'ofSmall') =>
    planetColumns(columns)[kind].map(({ heading, columns: members }) => [
      heading,
      ...members.map(({ column, twin }) => (twin === undefined ? column.name : `${column.name} ${twin.name}`)),
    ])

  test('are in groups, each once, those of no group last, and without texts and flags', () => {
    const columns = [
      ...real('pl_zzz', 'pl_rade', 'pl_orbper', 'pl_eqt', 'st_teff', 'pl_nnotes'),
      { name: 'pl_letter', type: 'text' } as const,
      { name: 'tran_flag', type: 'integer' } as const,
      { name: 'pl_controv_flag', type: 'integer' } as const,
    ]
    expect(namesOf(columns)).toEqual([
      ['Orbit', 'pl_orbper'],
      ['Size and mass', 'pl_rade'],
      ['Light and temperature', 'pl_eqt'],
      ['Other parameters', 'pl_zzz'],
    ])
  })

  test('stand in the units that suit the planet, the other ones beside them', () => {
    const both = real('pl_radj', 'pl_rade')
    expect(namesOf(both)).toEqual([['Size and mass', 'pl_rade pl_radj']])
    expect(namesOf(both, 'ofLarge')).toEqual([['Size and mass', 'pl_radj pl_rade']])
    expect(namesOf(real('pl_radj'))).toEqual([['Size and mass', 'pl_radj']])
  })

  test('stand in the units that have uncertainties, if only one has', () => {
    const ofEarth = real('pl_rade', 'pl_radj', 'pl_radeerr1')
    const ofJupiter = real('pl_rade', 'pl_radj', 'pl_radjerr1')
    for (const kind of ['ofSmall', 'ofLarge'] as const) {
      expect(namesOf(ofEarth, kind)).toEqual([['Size and mass', 'pl_rade pl_radj']])
      expect(namesOf(ofJupiter, kind)).toEqual([['Size and mass', 'pl_radj pl_rade']])
    }
  })
})

test('a page reads the columns that it shows, and no others', () => {
  const shown = ['pl_name', 'hostname', 'pl_rade', 'pl_radeerr1', 'pl_radeerr2', 'pl_radelim', 'pl_rade_reflink']
  const facts = ['pl_refname', 'st_refname', 'pl_controv_flag', 'sy_pnum', 'st_teff', 'st_tefferr1', 'rowupdate']
  const others = ['tran_flag', 'st_letter', 'pl_nnotes', 'hd_name', 'ra', 'pl_radestr', 'st_teffstr', 'glat']
  expect(planetColumns(real(...shown, ...others, ...facts)).read).toEqual([...shown, ...facts])
})

describe('the facts of a planet', () => {
  const columns = [
    ...real('pl_rade', 'pl_radj', 'pl_bmasse', 'pl_radelim'),
    { name: 'default_flag', type: 'integer' } as const,
  ]
  const manifest = {
    tables: { exoplanets: { columns, defaultColumns: [] }, stellarhosts: { columns: [], defaultColumns: [] } },
  } as unknown as Parameters<typeof planetFacts>[0]
  const factsOf = (...rows: readonly Row[]) =>
    planetFacts(
      manifest,
      planetColumns(columns),
      rows.map((row) => ({ pl_name: 'A b', hostname: 'A', ...row })),
    )
  const shownOf = (facts: ReturnType<typeof factsOf>) =>
    facts.groups.flatMap(({ parameters }) => parameters.map(({ column, shown }) => [column.name, shown?.value]))

  test('are of the default row, wherever it stands, else of the first', () => {
    const marked = factsOf({ default_flag: 0, pl_rade: 1 }, { default_flag: 1, pl_rade: 2 })
    expect([marked.chosen, marked.hasDefault, shownOf(marked)]).toEqual([1, true, [['pl_rade', 2]]])
    const unmarked = factsOf({ default_flag: 0, pl_rade: 1 }, { default_flag: 0, pl_rade: 2 })
    expect([unmarked.chosen, unmarked.hasDefault, shownOf(unmarked)]).toEqual([0, false, [['pl_rade', 1]]])
  })

  test('are in the other units where only these have values', () => {
    expect(shownOf(factsOf({ default_flag: 1, pl_radj: 0.1 }))).toEqual([['pl_radj', 0.1]])
    expect(shownOf(factsOf({ default_flag: 1 }))).toEqual([])
  })

  test('say which values are limits, or of another row', () => {
    const limit = 'A value with < or > is an upper or lower limit, not a measurement.'
    expect(factsOf({ default_flag: 1, pl_rade: 1, pl_radelim: 1 }).cautions).toContain(limit)
    expect(factsOf({ default_flag: 1, pl_rade: 1, pl_radelim: 0 }).cautions).not.toContain(limit)
    const other = expect.stringContaining('the value of another reference is shown')
    expect(factsOf({ default_flag: 1 }, { default_flag: 0, pl_rade: 1 }).cautions).toContainEqual(other)
    expect(factsOf({ default_flag: 1, pl_rade: 1 }, { default_flag: 0, pl_rade: 2 }).cautions).not.toContainEqual(other)
  })
})

test.each([
  ['Mass', 'Mass', 'Mass'],
  ['Msini', 'Minimum mass (M\u00a0sin\u00a0i)', 'Minimum mass'],
  ['M-R relationship', 'Mass', 'Mass'],
  [null, 'Mass or M\u00a0sin\u00a0i', 'Mass or M\u00a0sin\u00a0i'],
])('a mass of the kind %p is called %p', (kind, label, short) => {
  expect(massLabel({ pl_bmassprov: kind })).toEqual({ label, short })
})
