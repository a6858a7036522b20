import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { exchange, mcpRequest } from '../fixtures/mcp/mcp-post.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let section: string

beforeAll(async () => {
  service = await catalogApp()
  const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text()
  section = /^## For AI agents$.*?(?=^## )/ms.exec(readme)?.[0] ?? ''
})

afterAll(() => service.close())

/** The fenced blocks of a language in README's section. */
function blocks(language: string): string[] {
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!)
}

test('README lists every tool with its arguments', () => {
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name, args]) => [
    name,
    // What stands in brackets says something about the argument before them.
    [...args!.replaceAll(/\(.*?\)/g, '').matchAll(/`(\w+)`/g)].map(([, argument]) => argument),
  ])
  const tools = TOOLS.map(({ name, input }) => [name, Object.keys(input.shape)])
  expect(rows.sort()).toEqual(tools.sort())
})

test('README names every resource, prompt and revision', async () => {
  const client = await connectClient(service.app.handle)
  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()
  const { prompts } = await client.listPrompts()
  const names = [
    ...resources.map(({ uri }) => uri),
    ...resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ...prompts.map(({ name }) => name),
  ]
  for (const name of names) expect(section).toContain(`\`${name}\``)
  for (const version of [...SUPPORTED_PROTOCOL_VERSIONS, '2026-07-28']) expect(section).toContain(version)
  await client.close()
})

test('the configurations for clients are JSON and name the address', () => {
  expect(blocks('json')).toHaveLength(3)
  for (const block of blocks('json')) expect(JSON.stringify(JSON.parse(block))).toContain('"http://127.0.0.1:3000/mcp"')
  expect(Bun.TOML.parse(blocks('toml')[0]!)).toEqual({
    mcp_servers: { exoplanets: { url: 'http://127.0.0.1:3000/mcp' } },
  })
})

test('the request that README sends by hand works', async () => {
  const body = /-d '(.*?)'/s.exec(blocks('sh').join(''))![1]!
  const answer = await exchange(service.app.handle, mcpRequest(body, { accept: '*/*' }))
  const planets = service.catalog.manifest.tables.exoplanets.names
  expect(answer).toMatchObject({
    status: 200,
    body: { result: { structuredContent: { rows: 1, data: [{ planets }] } } },
  })
})
