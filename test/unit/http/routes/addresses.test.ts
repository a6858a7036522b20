import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'

describe('the address of a column', () => {
  test.each([
    ['/rest/exoplanets/columns/pl_name', 'exoplanets', 'pl_name'],
    ['/rest/exoplanets/columns/pl_name/', 'exoplanets', 'pl_name'],
    ['/rest/stellarhosts/columns/st%5Fteff', 'stellarhosts', 'st_teff'],
    ['/rest/tables/toi/columns/a%2Fb', 'toi', 'a/b'],
    ['/rest/tables/TOI/columns/tid/', 'TOI', 'tid'],
  ])('%s is that of %s.%s', async (path, table, column) => {
    const response = await fakeApp().get(path)
    expect([response.status, await response.json()]).toEqual([200, { column: [table, column] }])
  })

  test('takes no parameters but those of tools', async () => {
    const { get } = fakeApp()
    expect((await get('/rest/exoplanets/columns/pl_name?x=1')).status).toBe(400)
    expect((await get('/rest/tables/toi/columns/tid?limit=1')).status).toBe(400)
    expect((await get('/rest/exoplanets/columns/pl_name?_=1&utm_source=a')).status).toBe(200)
  })
})

test('the list of endpoints says that it depends on the headers that chose it', async () => {
  const { get } = fakeApp()
  for (const accept of ['application/json', '*/*', 'text/html,*/*;q=0.8']) {
    const response = await get('/', { headers: { accept } })
    expect([accept, response.headers.get('vary')]).toEqual([accept, 'Accept, Accept-Encoding'])
  }
})

test('an error of a table is one at each of its addresses', async () => {
  const refuse = (): never => {
    throw new CatalogError('table_not_found', 'No.')
  }
  const { get } = fakeApp({ schema: refuse, column: refuse, tables: refuse })
  for (const path of ['/rest/tables', '/rest/tables/x/schema', '/rest/tables/x/columns/y', '/rest/exoplanets/schema'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})
