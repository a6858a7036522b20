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

test('requests that come while it loads share what is loaded', async () => {
  let made = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const load = async () => {
    await promise
    return {
      createMcp() {
        made += 1
        return async () => new Response(`made ${made}`)
      },
    }
  }
  const options = { catalog: () => fakeCatalog(), settings: readCommandLine({}, []).settings, observe: () => {} }
  const answer = createLazyMcp(options, load)
  const answers = [1, 2, 3].map(() => answer(new Request('http://localhost/mcp')))
  resolve()
  expect(await Promise.all((await Promise.all(answers)).map((response) => response.text()))).toEqual([
    'made 1',
    'made 1',
    'made 1',
  ])
})
