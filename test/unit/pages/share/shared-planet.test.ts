import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { planetColumns } from '../../../../src/pages/planets/planet-columns.ts'
import { planetFacts } from '../../../../src/pages/planets/planet-facts.ts'
import { sharedPlanet } from '../../../../src/pages/share/shared-planet.ts'

const NAMES = ['pl_orbper', 'pl_rade', 'pl_bmasse', 'pl_eqt', 'sy_dist', 'pl_dens']
const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'default_flag', type: 'integer' },
  { name: 'pl_bmassprov', type: 'text' },
  ...NAMES.flatMap((name): Column[] => [
    { name, type: 'real', unit: 'unit' },
    { name: `${name}lim`, type: 'integer' },
  ]),
]
const MANIFEST = {
  tables: { exoplanets: { columns: COLUMNS, defaultColumns: [] }, stellarhosts: { columns: [], defaultColumns: [] } },
} as unknown as Parameters<typeof planetFacts>[0]

function shared(row: Row, ...others: readonly Row[]) {
  const base = { pl_name: 'A b', hostname: 'A', default_flag: 1 }
  const rows = [{ ...base, ...row }, ...others.map((other) => ({ ...base, default_flag: 0, ...other }))]
  return sharedPlanet(planetFacts(MANIFEST, planetColumns(COLUMNS), rows), '2026-01-02')
}

test('a picture is of the measured radius, and of none where that is a limit or missing', () => {
  expect(shared({ pl_rade: 2, pl_radelim: 0 }).radius).toBe(2)
  expect(shared({ pl_rade: 2 }).radius).toBe(2)
  expect(shared({ pl_rade: 2, pl_radelim: 1 }).radius).toBeUndefined()
  expect(shared({ pl_rade: 2, pl_radelim: -1 }).radius).toBeUndefined()
  expect(shared({ pl_rade: null }).radius).toBeUndefined()
})

test('it shows the values of the chosen row, limits as such, and none of another row', () => {
  const { values } = shared({ pl_orbper: 3.5, pl_rade: 2, pl_radelim: 1 }, { pl_orbper: 9, pl_eqt: 300 })
  expect(values.map(({ value }) => value.replace(/ .*$/, ''))).toEqual(['3.5', '<2'])
})

test('it says where the planet is, how and when it was found, and whose data these are', () => {
  expect(shared({})).toMatchObject({
    name: 'A b',
    subtitle: 'Planet of A',
    source: 'NASA Exoplanet Archive, 2026-01-02',
  })
  expect(shared({ discoverymethod: 'Radial Velocity', disc_year: 1995 }).subtitle).toBe(
    'Planet of A, radial velocity, 1995',
  )
  expect(shared({ disc_year: 1995 }).subtitle).toBe('Planet of A, 1995')
})
