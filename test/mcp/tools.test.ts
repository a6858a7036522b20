import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import Ajv from 'ajv'
import { type CatalogApp, catalogApp } from '../fixtures/catalog-app.ts'
import { call, connectClient } from '../fixtures/mcp-client.ts'

let service: CatalogApp
let client: Client
const schemas = new Map<string, object>()
const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true })

beforeAll(async () => {
  service = await catalogApp()
  client = await connectClient(service.app.handle)
  for (const tool of (await client.listTools()).tools) schemas.set(tool.name, tool.outputSchema!)
})

afterAll(async () => {
  await client.close()
  await service.close()
})

/** Structured content, checked against the tool's schema, which also forbids what it does not name. */
async function structured(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const result = await call(client, name, args)
  expect(result.isError, result.text).toBe(false)
  const validate = ajv.compile(schemas.get(name)!)
  expect(validate(result.structured), JSON.stringify(validate.errors)).toBe(true)
  return { ...result.structured }
}

async function rest(path: string): Promise<Record<string, unknown>> {
  const response = await service.get(path)
  expect(response.status).toBe(200)
  return Object(await response.json())
}

test('health agrees with its REST twin', async () => {
  expect(await structured('health')).toEqual(await rest('/health'))
})

test('query_catalog agrees with its REST twin', async () => {
  const sql = 'SELECT pl_name, pl_rade, disc_year FROM exoplanets ORDER BY pl_name, rowid LIMIT 20'
  const { data, rows, columns, truncated } = await rest(`/rest/query?sql=${encodeURIComponent(sql)}`)
  expect(await structured('query_catalog', { sql })).toEqual({ data, rows, columns, truncated })
})
