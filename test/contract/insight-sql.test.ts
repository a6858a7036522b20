import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSIGHTS } from '../../build/insights/index.ts'
import type { Catalog } from '../../src/core/catalog.ts'
import { catalogOf } from '../../src/core/catalog-of.ts'
import type { SqlRunner } from '../../src/core/ports.ts'
import type { InsightResult } from '../../src/format/insight.ts'
import { createSqlPool } from '../../src/sql/pool.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
import { fakeApp } from '../fixtures/fake-app.ts'
import { buildInsightSnapshot } from '../fixtures/insight-snapshot.ts'

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
  catalog = catalogOf(snapshot, runner)
}, 30_000)

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

test('the list holds the descriptor of every insight', async () => {
  const list = await ask<InsightResult['meta'][]>('/rest/insights')
  expect(list.map(({ slug }) => slug)).toEqual(INSIGHTS.map(({ slug }) => slug))
  for (const meta of list) expect((await ask<InsightResult>(`/rest/insights/${meta.slug}`)).meta).toEqual(meta)
})

test('an unknown slug is refused with the nearest ones', async () => {
  const { suggestions } = await ask<{ suggestions: string[] }>('/rest/insights/nearest-planet', 404)
  expect(suggestions[0]).toBe('nearest-planets')
})
