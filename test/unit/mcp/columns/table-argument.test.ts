import { describe, expect, test } from 'bun:test'
import { tableArgument, tableOf } from '../../../../src/mcp/columns/table-argument.ts'
import { aboutTable } from '../../../../src/mcp/columns/table-facts.ts'
import { FAKE_MANIFEST, fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const manifest = {
  ...FAKE_MANIFEST,
  furtherTables: {
    ml: { rows: 1, date: '2026-01-01', source: 'https://example.org/ml', columns: [], keyColumns: ['x'], aliases: [] },
    zz: { rows: 1, date: null, source: 'a disk', columns: [], keyColumns: ['x'], aliases: [] },
  },
} as unknown as typeof FAKE_MANIFEST

describe('the table of an argument', () => {
  test('is found by name or alias, in any case', () => {
    const catalog = fakeCatalog({ manifest })
    expect(tableOf(catalog, ' Exoplanets ')).toBe('exoplanets')
    expect(tableOf(catalog, 'ps')).toBe('exoplanets')
    expect(tableOf(catalog, 'ML')).toBe('ml')
  })

  test('that does not exist is refused with the names of all', () => {
    const error = catalogError(() => tableOf(fakeCatalog(), 'exoplanet'))
    expect(error).toMatchObject({
      code: 'invalid_parameter',
      message:
        'Invalid argument "table": it must be "exoplanets" or "stellarhosts", but is "exoplanet". health lists the tables.',
      help: { suggestions: ['exoplanets'] },
    })
  })

  test('has 1 to 100 characters', () => {
    const isValid = (text: string) => tableArgument.safeParse(text).success
    expect(['', 'x', 'x'.repeat(100), 'x'.repeat(101)].map(isValid)).toEqual([false, true, true, false])
  })
})

test('a table is described by what its rows are; a further one by its title, date and source', () => {
  expect(aboutTable(manifest, 'exoplanets')).not.toBe(aboutTable(manifest, 'stellarhosts'))
  expect(aboutTable(manifest, 'exoplanets')).not.toMatch(/[`*]|further table/i)
  expect(aboutTable(manifest, 'stellarhosts')).toContain('stellarhosts')
  const rest = 'A further table: query_catalog reads it, tools for planets and stars do not.'
  expect(aboutTable(manifest, 'ml')).toEndWith(` (as of 2026-01-01, from https://example.org/ml). ${rest}`)
  expect(aboutTable(manifest, 'zz')).toBe(`zz (date unknown, from a disk). ${rest}`)
})
