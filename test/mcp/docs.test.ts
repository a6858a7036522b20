import { afterAll, beforeAll, expect, test } from 'bun:test'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { blocksOf, pageAt, section, tableRows } from '../fixtures/docs/docs.ts'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { exchange, mcpRequest } from '../fixtures/mcp/mcp-post.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

const AGENTS = pageAt('docs/agents.md')

let service: CatalogApp

beforeAll(async () => {
  service = await catalogApp()
})

afterAll(() => service.close())

/** The fenced blocks of a language on the page. */
function blocks(language: string): string[] {
  return blocksOf([AGENTS])
    .filter((block) => block.language === language)
    .map(({ text }) => text)
}

test('the documentation lists every tool with its arguments', () => {
  const rows = tableRows(section('Tools')).map(([name, args]) => [
    name!.replaceAll('`', ''),
    // What stands in brackets says something about the argument before them.
    [...args!.replaceAll(/\(.*?\)/g, '').matchAll(/`(\w+)`/g)].map(([, argument]) => argument),
  ])
  const tools = TOOLS.map(({ name, input }) => [name, Object.keys(input.shape)])
  expect(rows.sort()).toEqual(tools.sort())
})

test('the documentation names every resource, prompt and revision', async () => {
  const client = await connectClient(service.app.handle)
  const { resources } = await client.listResources()
  const { resourceTemplates } = await client.listResourceTemplates()
  const { prompts } = await client.listPrompts()
  const names = [
    ...resources.map(({ uri }) => uri),
    ...resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ...prompts.map(({ name }) => name),
  ]
  for (const name of names) expect(AGENTS.text).toContain(`\`${name}\``)
  for (const version of [...SUPPORTED_PROTOCOL_VERSIONS, '2026-07-28']) expect(AGENTS.text).toContain(version)
  await client.close()
})

test('the configurations for clients are JSON and name the address', () => {
  expect(blocks('json')).toHaveLength(3)
  for (const block of blocks('json')) expect(JSON.stringify(JSON.parse(block))).toContain('"http://127.0.0.1:3000/mcp"')
  expect(Bun.TOML.parse(blocks('toml')[0]!)).toEqual({
    mcp_servers: { exoplanets: { url: 'http://127.0.0.1:3000/mcp' } },
  })
})

test('the request that is sent by hand works', async () => {
  const body = /-d '(.*?)'/s.exec(blocks('sh').join(''))![1]!
  const answer = await exchange(service.app.handle, mcpRequest(body, { accept: '*/*' }))
  const planets = service.catalog.manifest.tables.exoplanets.names
  expect(answer).toMatchObject({
    status: 200,
    body: { result: { structuredContent: { rows: 1, data: [{ planets }] } } },
  })
})
