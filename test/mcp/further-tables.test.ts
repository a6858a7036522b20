import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { folderWith } from '../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE } from '../fixtures/archives/further-tables.ts'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let client: Client
beforeAll(async () => {
  service = await catalogApp({}, await folderWith(FURTHER_ARCHIVE))
  client = await connectClient(service.app.handle)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

async function call(name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args })
  const [first] = result.content as { text: string }[]
  return {
    isError: result.isError === true,
    text: first!.text,
    structured: result.structuredContent as Record<string, unknown>,
  }
}

test('the instructions and health name the further tables', async () => {
  expect(client.getInstructions()).toContain(
    'Further tables for query_catalog and the describe tools: keplernames, pscomppars, toi.',
  )
  expect((await call('health')).structured.tables).toMatchObject({ toi: { rows: 3, columns: 6, date: '2025-10-04' } })
})

test.each(['toi', 'TOI'])('describe_catalog of %s', async (table) => {
  const { structured } = await call('describe_catalog', { table })
  expect(structured).toMatchObject({
    table: 'toi',
    about:
      'TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives (as of 2025-10-04, from Invented Archive https://archive.example). A further table: query_catalog reads it, tools for planets and stars do not.',
    rows: 3,
    names: 3,
    name_column: 'toi',
    default_columns: ['toi', 'tid'],
    total_columns: 6,
  })
  const groups = structured.groups as { columns: { name: string }[] }[]
  expect(groups.flatMap(({ columns }) => columns.map(({ name }) => name)).sort()).toEqual([
    'pl_rade',
    'pl_trandep',
    'st_note',
    'tfopwg_disp',
    'tid',
    'toi',
  ])
  const found = await call('describe_catalog', { table, search: 'transit depth' })
  expect(JSON.stringify(found.structured)).toContain('"unit":"ppm"')
})

test('an alias is the table that it names', async () => {
  expect((await call('describe_catalog', { table: 'ps' })).structured.table).toBe('exoplanets')
})

test('describe_column of a further table', async () => {
  expect((await call('describe_column', { table: 'toi', column: 'tfopwg_disp' })).structured).toMatchObject({
    table: 'toi',
    rows: 3,
    distinct: 3,
    values_complete: true,
  })
})

test('query_catalog gives rows with the units of the tables that are read', async () => {
  const { structured } = await call('query_catalog', {
    sql: 'SELECT pl_name, pl_rade FROM pscomppars ORDER BY 1 LIMIT 1',
  })
  expect(structured).toMatchObject({ data: [{ pl_name: 'Aso-1 b', pl_rade: 1.5 }], units: { pl_rade: 'Earth Radius' } })
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'describe_catalog',
    { table: 'toy' },
    'Invalid argument "table": it must be "exoplanets", "stellarhosts", "keplernames", "pscomppars" or "toi", but is "toy".',
  ],
  ['describe_column', { table: 'toi', column: 'tidd' }, 'Table "toi" has no column "tidd". Did you mean tid?'],
  [
    'query_catalog',
    { sql: 'SELECT * FROM toy' },
    'The tables are exoplanets, stellarhosts, keplernames, pscomppars and toi.',
  ],
])('%s of what is not there is told what is', async (name, args, words) => {
  const { isError, text } = await call(name, args)
  expect(isError).toBe(true)
  expect(text).toContain(words)
})

test('resources and completion know them', async () => {
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toContain('catalog://schema/toi')
  const { contents } = await client.readResource({ uri: 'catalog://schema/toi' })
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(
    await (await service.get('/rest/tables/toi/schema')).json(),
  )
  const column = await client.readResource({ uri: 'catalog://columns/toi/tid' })
  expect((column.contents[0] as { text: string }).text).toContain('"name":"tid"')
  const ref = { type: 'ref/resource', uri: 'catalog://columns/{table}/{column}' } as const
  const tables = await client.complete({ ref, argument: { name: 'table', value: 't' } })
  expect(tables.completion.values).toEqual(['toi'])
  const columns = await client.complete({
    ref,
    argument: { name: 'column', value: 'kep' },
    context: { arguments: { table: 'keplernames' } },
  })
  expect(columns.completion.values).toEqual(['kepid', 'kepler_name'])
})
