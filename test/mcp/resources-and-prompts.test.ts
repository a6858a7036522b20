import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let client: Client

beforeAll(async () => {
  service = await catalogApp()
  client = await connectClient(service.app.handle)
})

afterAll(async () => {
  await client.close()
  await service.close()
})

async function read(uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }])
  const [content] = contents
  return content !== undefined && 'text' in content ? content.text : ''
}

describe('resources', () => {
  test('every listed one can be read', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'catalog://schema/exoplanets',
      'catalog://schema/stellarhosts',
      'catalog://insights',
    ])
    for (const { uri } of resources) expect(JSON.parse(await read(uri))).toBeObject()
  })

  test.each([
    ['catalog://schema/exoplanets', '/rest/exoplanets/schema'],
    ['catalog://schema/stellarhosts', '/rest/stellarhosts/schema'],
    ['catalog://insights', '/rest/insights'],
    ['catalog://insights/nearest-planets', '/rest/insights/nearest-planets'],
    ['catalog://columns/exoplanets/pl_rade', '/rest/exoplanets/columns/pl_rade'],
    ['catalog://detail/exoplanets/HAT-P-7%20b', '/exoplanets/HAT-P-7%20b.json'],
    ['catalog://detail/stellarhosts/HAT-P-7%20B', '/stellarhosts/HAT-P-7%20B.json'],
  ])('%s is what %s gives', async (uri, path) => {
    expect(await read(uri)).toBe(await (await service.get(path)).text())
  })

  test('the templates are those of what can be read beyond the list', async () => {
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'catalog://insights/{slug}',
      'catalog://columns/{table}/{column}',
      'catalog://detail/exoplanets/{pl_name}',
      'catalog://detail/stellarhosts/{hostname}',
    ])
  })

  test.each([
    ['catalog://schema/planets', /resources\/list/],
    ['catalog://insights/nearest-planet', /nearest-planets/],
    ['catalog://columns/exoplanets/pl_radius', /pl_rade/],
    ['catalog://columns/planets/pl_rade', /resources\/list/],
    ['catalog://insights/%ZZ', /resources\/list/],
    ['catalog://detail/exoplanets/Kepler-22b', /Kepler-22 b/],
    ['catalog://detail/exoplanets/..%2F..%2Fmanifest', /exactly/],
    ['file:///etc/passwd', /resources\/list/],
    ['nonsense', /resources\/list/],
  ])('%s is not found, and the error says what is near', async (uri, message) => {
    const error = await client.readResource({ uri }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: -32_002, data: { uri }, message: expect.stringMatching(message) })
  })
})

describe('prompts', () => {
  test('each is listed with its arguments', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name, arguments: args }) => [name, args?.map((argument) => argument.name)])).toEqual([
      ['profile_planet', ['planet']],
      ['find_planets', ['criteria', 'count']],
      ['check_claim', ['claim']],
    ])
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['profile_planet', { planet: 'TRAPPIST-1 e' }, ['TRAPPIST-1 e', 'download_detail']],
    ['find_planets', { criteria: 'rocky and near' }, ['rocky and near', 'first 10', 'default_flag = 1']],
    ['find_planets', { criteria: 'rocky', count: '3' }, ['first 3']],
    ['find_planets', { criteria: 'rocky', count: ' ' }, ['first 10']],
    ['check_claim', { claim: 'Transits win' }, ['"Transits win"', 'query_catalog']],
  ])('%s with %j is a question that names the tools', async (name, args, parts) => {
    const { messages } = await client.getPrompt({ name, arguments: args })
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }])
    const [message] = messages
    const text = message?.content.type === 'text' ? message.content.text : ''
    for (const part of parts) expect(text).toContain(part)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['profile_planet', {}, /"planet"/],
    ['profile_planet', { planet: '  ' }, /"planet"/],
    ['profile_star', {}, /profile_planet/],
    ['find_planets', { criteria: 'x', count: 'abc' }, /"count" must be an integer from 1 to 100, but is "abc"/],
    ['find_planets', { criteria: 'x', count: '0' }, /"count"/],
    ['find_planets', { criteria: 'x', count: '1e3' }, /"count"/],
    [
      'find_planets',
      { criteria: 'x', counts: '3' },
      /Unknown argument "counts" of the prompt find_planets\. Did you mean count\?/,
    ],
    ['check_claim', { claim: 'x'.repeat(2_001) }, /2001 characters long/],
  ])('%s with %j is refused with what it needs', async (name, args, message) => {
    const error = await client.getPrompt({ name, arguments: args }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: -32_602, message: expect.stringMatching(message) })
  })
})
