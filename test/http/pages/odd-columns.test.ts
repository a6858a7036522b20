import { afterAll, beforeAll, expect, test } from 'bun:test'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

/** Columns that are called like parameters, like operators, and like a condition. */
const NAMES = [
  'limit',
  'page',
  'sort_by',
  'order',
  'columns',
  'filter',
  'cone',
  'format',
  'download',
  'gt',
  'isnull',
] as const
const ROWS = [
  ['A b', 1],
  ['B b', 2],
  ['C b', 3],
] as const

let service: CatalogApp
beforeAll(async () => {
  const header = ['pl_name', 'hostname', ...NAMES, 'x', 'x__gt'].join(',')
  const rows = ROWS.map(([name, n]) => [name, name[0], ...NAMES.map(() => n), n, 10 - n].join(','))
  const folder = await folderWith({
    'exoplanets.csv': [header, ...rows].join('\n'),
    'stellarhosts.csv': 'hostname,st_teff\nA,1\n',
  })
  service = await catalogApp({}, folder)
})
afterAll(() => service.close())

async function names(query: string): Promise<readonly string[] | { code: string; parameter: string }> {
  const response = await service.get(`/rest/exoplanets?${query}`)
  const body = (await response.json()) as { data: { pl_name: string }[]; code: string; parameter: string }
  return response.status === 200
    ? body.data.map(({ pl_name }) => pl_name)
    : { code: body.code, parameter: body.parameter }
}

test.each(NAMES)('the column %s is filtered with an operator, `eq` too', async (name) => {
  const more = 'columns=pl_name&'
  expect(await names(`${more}${name}__eq=2`)).toEqual(['B b'])
  expect(await names(`${more}${name}__gt=1`)).toEqual(['B b', 'C b'])
  expect(await names(`${more}${name}__in=1,3&${name}__lt=3`)).toEqual(['A b'])
  expect(await names(`${more}${name}__eq=2&${name}__eq=2`)).toMatchObject({ code: 'repeated_parameter' })
})

test('a parameter of such a name stays a parameter', async () => {
  expect(await names('columns=pl_name&limit=2')).toEqual(['A b', 'B b'])
  expect(await names('columns=pl_name&limit=1&page=2&sort_by=limit&order=desc')).toEqual(['B b'])
  expect(await names('columns=pl_name&limit=1&limit__gt=2')).toEqual(['C b'])
  expect(await names('columns=pl_name&filter=c&filter__eq=3')).toEqual(['C b'])
  expect(await names('format=2')).toEqual({ code: 'invalid_parameter', parameter: 'format' })
})

test('a column without an endpoint parameter of its name needs no operator', async () => {
  expect(await names('columns=pl_name&gt=2')).toEqual(['B b'])
  expect(await names('columns=pl_name&gt__gt=2')).toEqual(['C b'])
  expect(await names('columns=pl_name&isnull__isnull=0&isnull=1')).toEqual(['A b'])
})

test('a column that ends like an operator goes before the operator', async () => {
  expect(await names('columns=pl_name&x__gt=9')).toEqual(['A b'])
  expect(await names('columns=pl_name&x__gt__gt=8')).toEqual(['A b'])
  expect(await names('columns=pl_name&x__gte=3')).toEqual(['C b'])
})
