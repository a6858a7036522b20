import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { hostFacts, starColumns } from '../../../../src/pages/stars/star-facts.ts'

const column = (name: string, type: Column['type'] = 'real'): Column => ({ name, type })
const COLUMNS = [
  column('hostname', 'text'),
  column('st_mass'),
  column('st_zzz'),
  column('st_teff'),
  column('st_tefflim'),
  column('st_spectype', 'text'),
  column('st_nphot', 'integer'),
  column('sy_dist'),
  column('sy_pnum', 'integer'),
  column('ra'),
  column('rastr', 'text'),
]
const MANIFEST = {
  tables: { exoplanets: { columns: [] }, stellarhosts: { columns: COLUMNS } },
} as unknown as Parameters<typeof hostFacts>[0]
const factsOf = (...rows: readonly Row[]) => hostFacts(MANIFEST, 'stellarhosts', 'A', rows)

test('parameters of the star come in a fixed order, others behind them, and only those that have values', () => {
  const { parameters } = factsOf({ st_zzz: 1, st_mass: 2, st_teff: 3, st_nphot: 4 }, { st_mass: null })
  expect(parameters.map(({ column: { name } }) => name)).toEqual(['st_teff', 'st_mass', 'st_zzz'])
})

test('of the system, each value is that of the first row that has one, the very first included', () => {
  const { system } = factsOf({ sy_dist: 1, sy_pnum: null, ra: null }, { sy_dist: 2, sy_pnum: 7, ra: null })
  expect(system.map(({ column: { name }, row, rowNumber }) => [name, row[name], rowNumber])).toEqual([
    ['sy_dist', 1, 0],
    ['sy_pnum', 7, 1],
  ])
})

test('the star of the habitable zone has the medians of the measurements', () => {
  const { star } = factsOf(
    { st_teff: 5_000 },
    { st_teff: 5_200 },
    { st_teff: 6_000 },
    { st_teff: 9_000, st_tefflim: 1 },
  )
  expect(star).toEqual({ temperature: 5_200, logLuminosity: null, radius: null })
})

test('at most five spectral types are listed, the most frequent first', () => {
  const types = ['G2', 'K1', 'K1', 'A', 'B', 'C', 'D', null]
  const { spectralTypes } = factsOf(...types.map((st_spectype) => ({ st_spectype })))
  expect(spectralTypes).toEqual([
    ['K1', 2],
    ['A', 1],
    ['B', 1],
    ['C', 1],
    ['D', 1],
  ])
  expect(factsOf({ st_spectype: null }).spectralTypes).toEqual([])
})

test('a page reads what it shows, and no value twice in another form', () => {
  const wanted = [
    'hostname',
    'st_teff',
    'st_tefferr1',
    'sy_dist',
    'sy_disterr1',
    'rastr',
    'ra',
    'default_flag',
    'pl_name',
  ]
  const unwanted = ['st_teffstr', 'st_teffsymerr', 'pl_rade', 'disc_year', 'sy_bmag']
  const names = [...wanted, ...unwanted]
  expect(starColumns(names.map((name) => column(name))).toSorted()).toEqual(wanted.toSorted())
})
