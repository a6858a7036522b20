import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

// biome-ignore lint/suspicious/noExplicitAny: a body of any form
const json = async (path: string): Promise<any> => (await service.get(path)).json()

test('a column is described by its values, as SQL counts them', async () => {
  const column = await json('/rest/exoplanets/columns/disc_year')
  const sql =
    'SELECT COUNT(*) AS "rows", COUNT(*) - COUNT(disc_year) AS nulls, COUNT(DISTINCT disc_year) AS "distinct", MIN(disc_year) AS min, MAX(disc_year) AS max FROM exoplanets'
  const { data } = await json(`/rest/query?sql=${encodeURIComponent(sql)}`)
  expect(column).toMatchObject({ name: 'disc_year', data_type: 'Int64', ...data[0] })
  expect(Object.keys(column.quantiles)).toEqual(['0.01', '0.05', '0.25', '0.5', '0.75', '0.95', '0.99'])
})

test('the schema has the nulls and the range of every column', async () => {
  for (const table of ['exoplanets', 'stellarhosts']) {
    const { columns } = await json(`/rest/${table}/schema`)
    for (const column of columns) {
      const { nulls, min, max } = await json(`/rest/${table}/columns/${column.name}`)
      expect([column.name, column.nulls, column.min, column.max]).toEqual([column.name, nulls, min, max])
    }
  }
})

test('a column that is not there is 404 with the nearest, a parameter is refused', async () => {
  const unknown = await service.get('/rest/exoplanets/columns/pl_raid')
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({
    code: 'column_not_found',
    suggestions: expect.arrayContaining(['pl_rade']),
  })
  const withParameter = await service.get('/rest/exoplanets/columns/pl_rade?bins=3')
  expect(withParameter.status).toBe(400)
  expect(await withParameter.json()).toMatchObject({ code: 'unknown_parameter' })
  expect((await service.get('/rest/exoplanets/columns/%zz')).status).toBe(400)
})

test('a column answers with a validator that gives 304', async () => {
  const first = await service.get('/rest/stellarhosts/columns/st_teff')
  const again = await service.get('/rest/stellarhosts/columns/st_teff', {
    headers: { 'if-none-match': first.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})
