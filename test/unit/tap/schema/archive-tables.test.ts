import { expect, test } from 'bun:test'
import { archiveTables } from '../../../../src/tap/schema/archive-tables.ts'

const table = (
  columns: readonly { readonly name: string; readonly unit?: string; readonly description?: string }[],
) => ({
  rows: 1,
  date: null,
  defaultColumns: ['pl_name'],
  columns: [{ name: 'pl_name', type: 'text' }, ...columns.map((column) => ({ type: 'real', ...column }))],
})

test("a unit that the archive spells differently is named once in a column's description", () => {
  const manifest = {
    tables: {
      exoplanets: table([
        { name: 'pl_orbper', unit: 'day', description: 'Orbital Period [day]' },
        { name: 'pl_tranmid', unit: 'days', description: 'Transit Midpoint' },
        { name: 'pl_trandur', unit: 'hours' },
        { name: 'st_teff', unit: 'K', description: 'Effective Temperature' },
        { name: 'pl_x' },
      ]),
      stellarhosts: table([]),
    },
    furtherTables: {},
  }
  const [exoplanets] = archiveTables(manifest as never, () => undefined)
  const described = exoplanets!.columns.map(({ name, unit, description }) => [name, unit, description] as const)
  expect(described.slice(1)).toEqual([
    ['pl_orbper', 'd', 'Orbital Period [day]'],
    ['pl_tranmid', 'd', 'Transit Midpoint [days]'],
    ['pl_trandur', 'h', '[hours]'],
    ['st_teff', 'K', 'Effective Temperature'],
    ['pl_x', undefined, undefined],
  ])
})
