import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ANSWERS, type AnswerName } from '../../src/core/answers/answers.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

const sql = (text: string): string => `/rest/query?sql=${encodeURIComponent(text)}`

const REQUESTS: readonly (readonly [path: string, answer: AnswerName])[] = [
  ['/', 'EndpointList'],
  ['/health', 'Health'],
  ['/rest/exoplanets?limit=1000&columns=*', 'ExoplanetPage'],
  ['/rest/stellarhosts?limit=1000&columns=*', 'StellarhostPage'],
  ['/rest/exoplanets/schema', 'SchemaResponse'],
  ['/rest/stellarhosts/schema', 'SchemaResponse'],
  ['/rest/exoplanets/columns/pl_rade', 'ColumnStatistics'],
  ['/rest/exoplanets/columns/discoverymethod', 'ColumnStatistics'],
  ['/rest/stellarhosts/columns/sy_pnum', 'ColumnStatistics'],
  [sql("SELECT *, x'00ff' AS bytes FROM exoplanets"), 'SqlResponse'],
  ['/rest/functions', 'FunctionList'],
  ['/rest/insights', 'InsightList'],
  ['/exoplanets/Kepler-22%20b.json', 'ExoplanetDetail'],
  ['/stellarhosts/Kepler-22.json', 'StellarhostDetail'],
  ['/nowhere', 'Problem'],
  ['/rest/exoplanets?sort=x', 'Problem'],
  ['/exoplanets/nobody.json', 'Problem'],
  [sql('SELECT pl_radius FROM exoplanets'), 'Problem'],
]

test.each(REQUESTS)('%s is a valid %s, and not without one of its members', async (path, name) => {
  const body = (await (await service.get(path)).json()) as Record<string, unknown>
  expect(ANSWERS[name].safeParse(body).error?.issues).toBeUndefined()
  if (Array.isArray(body)) return
  const [first] = Object.keys(body)
  const { [first!]: _, ...rest } = body
  expect(ANSWERS[name].safeParse(rest).success).toBe(false)
  expect(ANSWERS[name].safeParse({ ...body, more: 1 }).success).toBe(false)
})

test('every insight is a valid InsightResult', async () => {
  const list = ANSWERS.InsightList.parse(await (await service.get('/rest/insights')).json())
  expect(list.length).toBeGreaterThan(20)
  for (const { slug } of list) {
    const { error } = ANSWERS.InsightResult.safeParse(await (await service.get(`/rest/insights/${slug}`)).json())
    expect(error?.issues, slug).toBeUndefined()
  }
})
