import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSIGHTS } from '../../build/insights/index.ts'
import type { Catalog } from '../../src/core/catalog.ts'
import { catalogOf } from '../../src/core/catalog-of.ts'
import { CatalogError } from '../../src/core/errors.ts'
import type { SqlRunner } from '../../src/core/ports.ts'
import type { InsightResult } from '../../src/format/insight.ts'
import { createSqlPool } from '../../src/sql/pool.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
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

function json(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

test.each(INSIGHTS.map(({ slug }) => slug))('the SQL of %s gives the rows of the insight', async (slug) => {
  const insight = json(catalog.insight(slug).body()) as InsightResult
  expect(insight.rows).toBeGreaterThan(0)
  const answer = await catalog.select({ sql: insight.meta.sql, maxRows: DEFAULT_ROWS })
  expect(json(answer.body())).toEqual({
    data: insight.data,
    rows: insight.rows,
    columns: insight.columns,
    query: insight.meta.sql,
    truncated: false,
  })
  expect(answer.isDeterministic).toBe(true)
})

test('the list holds the descriptor of every insight', () => {
  const list = json(catalog.insightList().body()) as InsightResult['meta'][]
  expect(list.map(({ slug }) => slug)).toEqual(INSIGHTS.map(({ slug }) => slug))
  for (const meta of list) expect((json(catalog.insight(meta.slug).body()) as InsightResult).meta).toEqual(meta)
})

test('an unknown slug is refused with the nearest ones', () => {
  const lookUp = () => catalog.insight('nearest-planet')
  expect(lookUp).toThrow(CatalogError)
  try {
    lookUp()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'unknown_insight',
      help: { suggestions: expect.arrayContaining(['nearest-planets']) },
    })
  }
})
