import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { compileErrors, validate } from '@readme/openapi-parser'
import type { OpenAPIV3 } from 'openapi-types'
import { ERRORS } from '../../../../src/core/errors.ts'
import { TABLE_PARAMETERS } from '../../../../src/core/table-query/table-parameters.ts'
import { TABLE_NAMES } from '../../../../src/format/table.ts'
import { FORMATS } from '../../../../src/formats/formats.ts'
import { QUERY_PARAMETERS } from '../../../../src/http/request/query-parameters.ts'
import { operationsOf } from '../../../fixtures/openapi/openapi-operations.ts'
import { type CatalogApp, catalogApp } from '../../../fixtures/servers/catalog-app.ts'
import { startServer } from '../../../fixtures/servers/test-server.ts'

let service: CatalogApp
let document: OpenAPIV3.Document
beforeAll(async () => {
  service = await catalogApp()
  document = (await (await service.get('/rest/openapi.json')).json()) as OpenAPIV3.Document
})
afterAll(() => service.close())

/** What `$ref` points at within the document. */
function resolve(reference: unknown): Record<string, unknown> {
  const { $ref } = reference as { $ref?: string }
  if ($ref === undefined) return reference as Record<string, unknown>
  return $ref
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], document) as Record<string, unknown>
}

describe('the document', () => {
  test('is valid by a strict validator, without a warning', async () => {
    const result = await validate(structuredClone(document))
    expect(result.valid ? '' : compileErrors(result)).toBe('')
    expect(result.warnings).toEqual([])
  })

  test('a document with a fault in it would not be', async () => {
    const broken = structuredClone(document)
    Object.assign(broken.paths['/health']!.get!.responses['200']!, { schema: {} })
    expect((await validate(broken)).valid).toBe(false)
  })

  test('names version, license and the address it is asked under', () => {
    expect(document.openapi).toBe('3.0.3')
    expect(document.info).toMatchObject({
      version: '2.0.0',
      license: { name: 'MIT (of the service, not of the data)' },
    })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  test('the public address is the server of the document', async () => {
    const published = await catalogApp({ settings: { ...service.settings, baseUrl: 'https://example.org/catalog' } })
    const other = (await (await published.get('/rest/openapi.json')).json()) as OpenAPIV3.Document
    expect(other.servers).toEqual([{ url: 'https://example.org/catalog' }])
    await published.close()
  })

  test('without a public address, the one that it listens on is the server, where that can be asked', async () => {
    const serverOf = async (env: Record<string, string>): Promise<[string, unknown]> => {
      const server = await startServer(env)
      const described = await fetch(`http://127.0.0.1:${server.port}/rest/openapi.json`)
      const { servers } = (await described.json()) as OpenAPIV3.Document
      await server.stop()
      return [server.url, servers]
    }
    const [url, servers] = await serverOf({})
    expect(servers).toEqual([{ url }])
    expect((await serverOf({ HOST: '0.0.0.0' }))[1]).toEqual([{ url: '/' }])
  })

  test('has the operations of the contract under their names', () => {
    const ids = operationsOf(document).map(({ id, method, path }) => `${id} ${method} ${path}`)
    expect(ids).toEqual(
      expect.arrayContaining([
        'get_stellarhosts get /rest/stellarhosts',
        'get_exoplanets get /rest/exoplanets',
        'get_stellarhosts_schema get /rest/stellarhosts/schema',
        'get_exoplanets_schema get /rest/exoplanets/schema',
        'execute_sql get /rest/query',
      ]),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('each operation has a summary, a declared tag, and one media type for each answer that has a body', () => {
    const tags = document.tags!.map(({ name }) => name)
    for (const { id, operation } of operationsOf(document)) {
      expect(operation.summary, id).toMatch(/\w{3}/)
      expect(operation.tags, id).toHaveLength(1)
      expect(tags).toContain(operation.tags![0]!)
      for (const [status, response] of Object.entries(operation.responses)) {
        const { content, description } = resolve(response) as unknown as OpenAPIV3.ResponseObject
        expect(description.length, `${id} ${status}`).toBeGreaterThan(5)
        const types = Object.keys(content ?? {})
        // Rows can be had in every format; anything else has one.
        if (types.length > 1)
          expect(types, `${id} ${status}`).toEqual(Object.values(FORMATS).map(({ mediaType }) => mediaType))
        else expect(types, `${id} ${status}`).toHaveLength(['202', '304', '431'].includes(status) ? 0 : 1)
      }
    }
    expect(tags.every((tag) => operationsOf(document).some(({ operation }) => operation.tags![0] === tag))).toBe(true)
  })

  test.each([
    ...TABLE_NAMES.map((table) => [`get_${table}`, TABLE_PARAMETERS] as const),
    ['execute_sql', QUERY_PARAMETERS] as const,
  ])('%s has the parameters that the code reads, with type, default, range and example', (id, specs) => {
    const { operation } = operationsOf(document).find((candidate) => candidate.id === id)!
    const described = operation.parameters!.map((one) => resolve(one) as unknown as OpenAPIV3.ParameterObject)
    expect(described.map(({ name }) => name)).toEqual(specs.map(({ name }) => name))
    for (const [i, spec] of specs.entries()) {
      const { schema, description, example, required, in: place } = described[i]!
      expect(place).toBe('query')
      expect(description).toBe(spec.description)
      expect(required).toBe('required' in spec)
      // The formats are shown by no example, since answers are shown in JSON.
      if (!['cone', 'format', 'download'].includes(spec.name)) expect(example).toBeDefined()
      const { type, default: fallback, minimum, maximum } = resolve(schema) as OpenAPIV3.SchemaObject
      expect<string | undefined>(type as string).toBe(spec.type)
      expect<unknown>(fallback ?? null).toBe(spec.default)
      if (spec.type === 'integer')
        expect({ minimum, maximum }).toEqual({ minimum: spec.minimum, maximum: spec.maximum })
    }
  })

  test('each row schema has the columns of the table, each with its type, unit and description', () => {
    for (const [table, name] of [
      ['exoplanets', 'Exoplanet'],
      ['stellarhosts', 'Stellarhost'],
    ] as const) {
      const { columns } = service.catalog.manifest.tables[table]
      const { properties } = document.components!.schemas![name] as OpenAPIV3.SchemaObject
      expect(Object.keys(properties!)).toEqual(columns.map((column) => column.name))
      for (const { name: column, type, unit, description } of columns) {
        const cell = properties![column] as OpenAPIV3.SchemaObject
        expect(cell).toMatchObject({
          type: { text: 'string', real: 'number', integer: 'integer' }[type],
          nullable: true,
        })
        if (unit !== undefined) expect(cell.description).toContain(unit)
        if (description !== undefined) expect(cell.description).toContain(description)
      }
    }
  })

  test('speaks of every error code but those of pages and of jobs, and of no other', () => {
    const codes = operationsOf(document).flatMap(({ codes }) => codes.map(({ code }) => code))
    const elsewhere = ['jobs_unavailable', 'not_acceptable', 'too_many_jobs', 'unknown_job']
    expect([...codes].filter((code) => elsewhere.includes(code))).toEqual([])
    expect([...new Set(codes), ...elsewhere].sort()).toEqual(Object.keys(ERRORS).sort())
  })

  test('refers to every component that it has', () => {
    const text = JSON.stringify(document)
    for (const [kind, components] of Object.entries(document.components!))
      for (const name of Object.keys(components))
        expect(text, `${kind} ${name}`).toContain(`"#/components/${kind}/${name}"`)
  })

  test('carries a tag that changes with its content, and is kept like a page', async () => {
    const response = await service.get('/rest/openapi.json')
    const etag = response.headers.get('etag')!
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
    const again = await service.get('/rest/openapi.json', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const slower = await catalogApp({ settings: { ...service.settings, sqlTimeoutMs: 5_000 } })
    expect((await slower.get('/rest/openapi.json')).headers.get('etag')).not.toBe(etag)
    await slower.close()
  })
})
