import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import { examplesFor } from '../../../../src/http/endpoints/examples.ts'
import { FAKE_MANIFEST, fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

interface Archive {
  readonly names?: readonly string[]
  readonly first?: string | null
  readonly columns?: readonly string[]
  readonly insights?: readonly string[]
}

/** A catalog with these planets and hosts by name, first row, columns and insights. */
function catalogOf({ names = [], first = null, columns = [], insights = [] }: Archive): Catalog {
  const { tables, files } = FAKE_MANIFEST
  const described = columns.map((name) => ({ name, type: 'real' as const }))
  const manifest = {
    ...FAKE_MANIFEST,
    tables: {
      exoplanets: { ...tables.exoplanets, columns: described, defaultColumns: ['pl_name', 'hostname', 'ra', 'dec'] },
      stellarhosts: { ...tables.stellarhosts, columns: [], defaultColumns: ['hostname'] },
    },
    files: { ...files, insights: Object.fromEntries(insights.map((slug) => [slug, files.catalog])) },
  }
  return fakeCatalog({
    manifest,
    export(entity, name, format) {
      if (!names.includes(name)) throw new CatalogError('unknown_name', 'There is none.')
      return textAnswer(`${entity}|${name}|${format}`, '{}')
    },
    page: (table) =>
      textAnswer('page', JSON.stringify({ data: [{ [table === 'exoplanets' ? 'pl_name' : 'hostname']: first }] })),
  })
}

describe('the names of examples', () => {
  test.each([
    [
      { names: ['Kepler-22 b', '51 Peg b', '51 Peg'], first: 'x' },
      { exoplanets: 'Kepler-22 b', stellarhosts: '51 Peg' },
    ],
    [{ first: 'Some name' }, { exoplanets: 'Some name', stellarhosts: 'Some name' }],
    // Nothing in the archive has a name: those that most archives have.
    [{}, { exoplanets: 'TRAPPIST-1 e', stellarhosts: 'TRAPPIST-1' }],
  ])('of %j are %j', (archive, names) => {
    expect(examplesFor(catalogOf(archive)).names).toEqual(names)
  })
})

describe('an example of rows', () => {
  test('shows the names, three default columns and the one that sorts, with its limits', () => {
    const { tables } = examplesFor(
      catalogOf({ first: 'Some Name', columns: ['pl_bmasse', 'pl_bmasselim', 'disc_year'] }),
    )
    expect(tables.exoplanets).toEqual({
      page: 1,
      limit: 5,
      sort_by: 'pl_bmasse',
      order: 'desc',
      columns: 'pl_name,hostname,ra,pl_bmasse,pl_bmasselim',
      filter: 'some',
    })
    expect(tables.stellarhosts).toMatchObject({ sort_by: 'hostname', columns: 'hostname' })
  })

  test.each([
    [['pl_rade'], 'The ten smallest planet radii', 'columns=pl_name,hostname,ra,pl_rade'],
    [
      ['pl_rade', 'default_flag'],
      'The ten smallest planet radii (one row per planet: default_flag is 1)',
      'columns=default_flag,pl_name,hostname,ra,pl_rade&filter=1',
    ],
    [
      ['pl_rade', 'pl_radelim', 'default_flag'],
      'The ten smallest planet radii (one row per planet: default_flag is 1; limits included: their flag is 1 or -1)',
      'columns=default_flag,pl_name,hostname,ra,pl_rade,pl_radelim&filter=1',
    ],
    [[], 'Ten rows by pl_name', 'columns=pl_name,hostname,ra'],
  ])('of the columns %j is titled %j', (columns, title, query) => {
    const [first] = examplesFor(catalogOf({ columns })).requests
    expect(first!.title).toBe(title)
    expect(first!.path).toEndWith(`&limit=10&${query}`)
  })
})

test.each([
  [['discoverymethod', 'default_flag'], 'WHERE default_flag = 1'],
  [['discoverymethod'], 'SELECT discoverymethod, COUNT(DISTINCT pl_name)'],
  [['default_flag'], 'SELECT hostname, COUNT(DISTINCT pl_name)'],
])('the query for the columns %j needs no others', (columns, part) => {
  expect(examplesFor(catalogOf({ columns })).sql).toContain(part)
})

test.each([
  [['radius-valley', 'discovery-methods', 'nearest-planets'], 'nearest-planets', '/rest/insights/nearest-planets'],
  [['radius-valley'], 'radius-valley', '/rest/insights/radius-valley'],
  [[], null, '/rest/insights'],
])('of the insights %j, %p is an example', (insights, slug, path) => {
  const examples = examplesFor(catalogOf({ insights }))
  expect(examples.slug).toBe(slug)
  expect(examples.requests.some((request) => request.path === path)).toBe(true)
})

test('paths are encoded', () => {
  const paths = examplesFor(catalogOf({ first: 'A&B/c d' })).requests.map(({ path }) => path)
  expect(paths).toContain('/exoplanets/A%26B%2Fc%20d.csv')
  expect(paths).toContain('/rest/stellarhosts?filter=A%26B%2Fc+d')
})
