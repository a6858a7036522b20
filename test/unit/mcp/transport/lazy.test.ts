import { expect, test } from 'bun:test'
import { createLazyMcp } from '../../../../src/mcp/transport/lazy.ts'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

test('a load that failed is tried again with the next request, and one that succeeded is not', async () => {
  let loads = 0
  const load = async () => {
    loads += 1
    if (loads === 1) throw new Error('too many open files')
    return { createMcp: () => async () => new Response(`load ${loads}`) }
  }
  const options = { catalog: () => fakeCatalog(), settings: readCommandLine({}, []).settings, observe: () => {} }
  const answer = createLazyMcp(options, load)
  const request = new Request('http://localhost/mcp')
  const failures = await Promise.allSettled([answer(request), answer(request)])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(loads).toBe(1)
  expect(await (await answer(request)).text()).toBe('load 2')
  expect(await (await answer(request)).text()).toBe('load 2')
})
