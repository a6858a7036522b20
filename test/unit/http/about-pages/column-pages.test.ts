import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { columnPages } from '../../../../src/http/about-pages/column-pages.tsx'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const TABLES = [
  { name: 'exoplanets', aliases: ['ps'], title: 'Planets' },
  { name: 'ml', aliases: [], title: 'Microlensing' },
]

function service() {
  const asked: unknown[] = []
  const { get } = fakeApp({
    tables: () => textAnswer('tables', JSON.stringify(TABLES)),
    schema(name) {
      if (!TABLES.some((table) => table.name === name || table.aliases.includes(name as never)))
        throw new CatalogError('table_not_found', `No table ${name}.`, { suggestions: ['ml'] })
      const columns = [
        { name: 'pl_rade', data_type: 'Float64', nulls: 0, description: 'Planet Radius' },
        { name: 'a/b', data_type: 'Float64', nulls: 0 },
      ]
      return textAnswer(name, JSON.stringify({ columns, total_rows: 5 }))
    },
    column(table, name) {
      asked.push([table, name])
      return textAnswer(name, JSON.stringify({ name, data_type: 'Float64', rows: 5, nulls: 0, distinct: 1 }))
    },
  })
  return { asked, get: (path: string, accept = 'text/html') => get(path, { headers: { accept } }) }
}
const shared = service()
const seen = async (path: string) => {
  const response = await shared.get(path)
  return [response.status, response.headers.get('location')]
}
const heading = async (path: string) => /<h1>(.*?)<\/h1>/.exec(await (await shared.get(path)).text())?.[1]

test(`the folder leads to the columns of planets (${columnPages.name})`, async () => {
  expect(await seen('/columns')).toEqual([302, './columns/exoplanets'])
})

test('a table has a page, and each of its columns, whose names may be encoded', async () => {
  expect(await heading('/columns/ml')).toBe('Columns of <code>ml</code>')
  expect(await heading('/columns/ml/')).toBe('Columns of <code>ml</code>')
  expect(await heading('/columns/ml/pl_rade')).toBe('<code>pl_rade</code>')
  expect(await heading('/columns/ml/a%2Fb/')).toBe('<code>a/b</code>')
  const { asked, get } = service()
  await (await get('/columns/ml/a%2Fb')).text()
  expect(asked).toEqual([['ml', 'a/b']])
})

test('an alias leads to the name of its table', async () => {
  expect(await seen('/columns/ps')).toEqual([308, '../columns/exoplanets'])
  expect(await seen('/columns/ps/a%2Fb')).toEqual([308, '../../columns/exoplanets/a%2Fb'])
  expect(await seen('/columns/exoplanets')).toEqual([200, null])
})

test('an unknown table is not found', async () => {
  const response = await shared.get('/columns/zz')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('href="../columns/ml"')
})

describe('a search', () => {
  test('shows the columns that it finds', async () => {
    const html = await (await shared.get('/columns/ml?q=+radius+')).text()
    expect(html).toContain('1 of 2 columns have “radius”')
    expect(html).toContain('name="q" value="radius"')
  })

  test('is for tables only, and other parameters are refused', async () => {
    expect((await shared.get('/columns/ml/pl_rade?q=x')).status).toBe(400)
    expect((await shared.get('/columns/ml?zz=x')).status).toBe(400)
  })
})

test('programs are told the address of the JSON', async () => {
  const detail = async (path: string) =>
    ((await (await shared.get(path, 'application/json')).json()) as { detail: string }).detail
  expect(await detail('/columns')).toContain('JSON is at /rest/tables.')
  expect(await detail('/columns/exoplanets')).toContain('JSON is at /rest/exoplanets/schema.')
  expect(await detail('/columns/ml/a%2Fb')).toContain('JSON is at /rest/tables/ml/columns/a%2Fb.')
})
