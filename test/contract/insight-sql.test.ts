import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSIGHTS } from '../../build/insights/definitions/index.ts'
import type { InsightResult } from '../../src/core/answers/insight.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../src/core/ports.ts'
import { createSqlPool } from '../../src/sql/pool/pool.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
import { awkwardArchive } from '../fixtures/archives/awkward-archive.ts'
import { call, connectClient } from '../fixtures/mcp/mcp-client.ts'
import { catalogApp } from '../fixtures/servers/catalog-app.ts'
import { fakeApp } from '../fixtures/servers/fake-app.ts'
import { buildInsightSnapshot } from '../fixtures/snapshots/insight-snapshot.ts'

/** What `/rest/query` gives without `limit`. */
const DEFAULT_ROWS = 1_000

let dataDir: string
let runner: SqlRunner
let catalog: Catalog

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exoplanet-insight-sql-'))
  await buildInsightSnapshot(dataDir, 51)
  const snapshot = await openSnapshot(dataDir)
  runner = createSqlPool({
    catalogPath: snapshot.catalogPath,
    processes: 1,
    queue: INSIGHTS.length,
    timeoutMs: 30_000,
    memoryMb: 256,
  })
  catalog = createCatalog(snapshot, runner)
})

afterAll(async () => {
  await runner?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask<T>(path: string, status = 200): Promise<T> {
  const response = await fakeApp(catalog).get(path)
  const body = await response.json()
  expect({ path, status: response.status, body }).toMatchObject({ path, status })
  return body as T
}

test.each(INSIGHTS.map(({ slug }) => slug))('the SQL of %s, sent to /rest/query, gives its rows', async (slug) => {
  const insight = await ask<InsightResult>(`/rest/insights/${slug}`)
  expect(insight.rows).toBeGreaterThan(0)
  const { sql } = insight.meta
  expect(await ask<unknown>(`/rest/query?sql=${encodeURIComponent(sql)}`)).toEqual({
    data: insight.data,
    rows: insight.rows,
    columns: insight.columns,
    query: sql,
    truncated: false,
  })
  expect((await catalog.select({ sql, maxRows: DEFAULT_ROWS })).isDeterministic).toBe(true)
})

test('integers beyond 2^53 have all their digits in an insight and in its SQL, in numbers; for agents they are texts', async () => {
  const service = await catalogApp({}, await awkwardArchive())
  const client = await connectClient(service.app.handle)
  try {
    const dataOf = async (path: string): Promise<string> =>
      (await (await service.get(path)).text()).match(/(?<="data":)\[\{.*\}\](?=,"rows":)/)![0]
    const list = (await (await service.get('/rest/insights')).json()) as InsightResult['meta'][]
    let wide = 0
    for (const { slug, sql } of list) {
      const data = await dataOf(`/rest/insights/${slug}`)
      expect(data).toBe(await dataOf(`/rest/query?sql=${encodeURIComponent(sql)}`))
      const { structured } = await call(client, 'run_insight', { slug })
      expect(structured!.data).toEqual((await call(client, 'query_catalog', { sql })).structured!.data)
      for (const [, digits] of data.matchAll(/:(-9223372036854775808|9007199254740993)[,}]/g)) {
        wide += 1
        expect((structured!.data as object[]).flatMap((row) => Object.values(row))).toContain(digits)
      }
    }
    expect(wide).toBeGreaterThan(0)
  } finally {
    await client.close()
    await service.close()
  }
})

test('the list holds the descriptor of every insight', async () => {
  const list = await ask<InsightResult['meta'][]>('/rest/insights')
  expect(list.map(({ slug }) => slug)).toEqual(INSIGHTS.map(({ slug }) => slug))
  for (const meta of list) expect((await ask<InsightResult>(`/rest/insights/${meta.slug}`)).meta).toEqual(meta)
})

test('an unknown slug is refused with the nearest ones', async () => {
  const { suggestions } = await ask<{ suggestions: string[] }>('/rest/insights/nearest-planet', 404)
  expect(suggestions[0]).toBe('nearest-planets')
})
