import { afterEach, expect, spyOn, test } from 'bun:test'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import { createService } from '../../../../src/mcp/service/service.ts'
import { answerLegacy } from '../../../../src/mcp/transport/legacy.ts'
import type { Observation } from '../../../../src/observe.ts'
import { mcpRequest, rpc } from '../../../fixtures/mcp/mcp-post.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

const QUERY = { name: 'query_catalog', arguments: { sql: 'SELECT 1' } }
const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

/** A service over a catalog whose queries end so, and what it has logged. */
function serviceOf(select: Catalog['select'], request = mcpRequest(null)) {
  const seen: Observation[] = []
  const service = createService({
    catalog: fakeCatalog({ select }),
    baseUrl: 'http://localhost',
    request,
    observe: (observation) => seen.push(observation),
  })
  return { service, seen }
}

test('a fault of the service is logged, and the client learns a number to quote alone', async () => {
  const { service, seen } = serviceOf(async () => {
    throw new CatalogError('internal', 'Secret.')
  })
  const fault = await service.callTool(QUERY).catch((thrown: unknown) => thrown)
  const [problem, ...more] = seen
  if (problem?.kind !== 'problem') throw new Error('Nothing was logged.')
  expect(more).toEqual([])
  expect(fault).toMatchObject({
    kind: 'internal',
    message: `Internal error, not caused by the request. Quote ${problem.requestId} when you report it.`,
  })
  expect(String(problem.error)).toContain('Secret.')
})

test('what a client asked for wrongly is a result that it can mend', async () => {
  const { service, seen } = serviceOf(async () => {
    throw new CatalogError('invalid_sql', 'There is no column pl_radius.')
  })
  const result = await service.callTool(QUERY)
  expect(result).toMatchObject({ isError: true, content: [{ text: 'There is no column pl_radius.' }] })
  expect(seen.map(({ kind }) => kind)).toEqual(['refused'])
})

test('a client that left is no fault of the service', async () => {
  const gone = new AbortController()
  const request = new Request(mcpRequest(null), { signal: gone.signal })
  const { service, seen } = serviceOf(async () => {
    gone.abort()
    throw gone.signal.reason
  }, request)
  await expect(service.callTool(QUERY)).rejects.toMatchObject({ kind: 'internal', message: 'The client disconnected.' })
  expect(seen).toEqual([])
})

test('each request of an older revision closes the server that was made for it', async () => {
  const closed = spyOn(Server.prototype, 'close')
  spies.push(closed)
  const { service } = serviceOf(async () => {
    throw new CatalogError('internal', 'Secret.')
  })
  for (const params of [{ name: 'health' }, QUERY, { name: 'nothing' }]) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const response = await answerLegacy(service, mcpRequest(rpc('tools/call', params)), message)
    expect(Object(await response.json())).toHaveProperty('id', 1)
  }
  expect(closed).toHaveBeenCalledTimes(3)
})
