import { describe, expect, test } from 'bun:test'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'

const manifest = manifestOf(
  [
    { name: 'pl_name', type: 'text' },
    { name: 'ra', type: 'real', unit: 'deg' },
  ],
  [{ name: 'hostname', type: 'text' }],
)
const { get } = fakeApp({ manifest })
const text = async (path: string) => (await get(path)).text()

describe('the documents of table access', () => {
  test.each([
    ['/tap/capabilities', 'text/xml', '<vosi:capabilities'],
    ['/tap/availability', 'text/xml', 'Data: made up for tests'],
    ['/tap/tables', 'text/xml', 'tableset'],
    ['/tap/examples', 'application/xhtml+xml', '<html'],
    ['/tap', 'application/xhtml+xml', '<html'],
    ['/tap/', 'application/xhtml+xml', '<html'],
    ['/tap//tables/', 'text/xml', 'tableset'],
    ['/TAP/tables', 'text/xml', 'tableset'],
  ])('%s is there', async (path, type, begin) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain(type)
    expect(response.headers.get('server')).not.toBeNull()
    expect(await response.text()).toContain(begin)
  })

  test('describe the tables with their columns, or without', async () => {
    expect(await text('/tap/tables')).toContain('<column')
    expect(await text('/tap/tables?detail=MIN')).not.toContain('<column')
    expect(await text('/tap/tables?DETAIL=max')).toContain('<column')
  })

  test('describe one table, by any of its names', async () => {
    for (const name of ['ps', 'PS', 'exoplanets']) expect(await text(`/tap/tables/${name}`)).toContain('pl_name')
    expect(await text('/tap/tables/stellarhosts')).not.toContain('pl_name')
    const unknown = await get('/tap/tables/exoplanet')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('Unknown table &quot;exoplanet&quot;. The tables are ps, stellarhosts,')
  })

  test('that do not exist are refused with the list of those that do', async () => {
    for (const path of ['/tap/x', '/tap/tables/ps/x', '/tap/capabilities/x', '/tap/async']) {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain(
        'The resources are /tap/sync, /tap/tables, /tap/capabilities, /tap/availability and /tap/examples.',
      )
    }
  })

  test('are only read', async () => {
    const response = await get('/tap/tables', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await get('/tap/sync', { method: 'OPTIONS' })).headers.get('allow')).toContain('POST')
  })
})
