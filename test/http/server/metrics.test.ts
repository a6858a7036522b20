import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SERVERS: '2', SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

/** On a connection of its own, so that the system may choose another process. */
async function get(path: string): Promise<Response> {
  const response = await fetch(`${server.url}${path}`, { headers: { connection: 'close' }, keepalive: false })
  await response.clone().arrayBuffer()
  return response
}

async function metrics(): Promise<{ text: string; sampleOf: (series: string) => number }> {
  const text = await (await get('/metrics')).text()
  const sampleOf = (series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1) ?? Number.NaN,
    )
  return { text, sampleOf }
}

describe('one scrape of several server processes', () => {
  test('adds up what each of them has counted, and is never kept', async () => {
    await waitFor('two servers', async () => ((await metrics()).sampleOf('catalog_servers') === 2 ? true : undefined))
    for (let i = 0; i < 20; i += 1) expect((await get('/rest/exoplanets?limit=1')).status).toBe(200)
    for (let i = 0; i < 5; i += 1) expect((await get('/rest/exoplanets?limit=-1')).status).toBe(400)
    for (let i = 0; i < 3; i += 1) expect((await get(`/rest/query?sql=SELECT+${i}`)).status).toBe(200)
    expect((await get('/nothing/here')).status).toBe(404)
    const response = await get('/metrics')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
    // A server that is starved for a second is left out of a scrape; its SQL process may still be starting.
    const { sampleOf } = await waitFor('both servers, each with an idle SQL process', async () => {
      const scraped = await metrics()
      const complete =
        scraped.sampleOf('catalog_servers') === 2 && scraped.sampleOf('catalog_sql_processes{state="idle"}') >= 2
      return complete ? scraped : undefined
    })
    const requests = (route: string, status: number) =>
      sampleOf(`catalog_http_requests_total{route="${route}",status="${status}"}`)
    expect(requests('/rest/exoplanets', 200)).toBe(20)
    expect(requests('/rest/exoplanets', 400)).toBe(5)
    expect(requests('/rest/query', 200)).toBe(3)
    expect(requests('other', 404)).toBe(1)
    expect(sampleOf('catalog_refusals_total{code="invalid_parameter"}')).toBe(5)
    expect(sampleOf('catalog_http_request_duration_seconds_count{route="/rest/query"}')).toBe(3)
    expect(sampleOf('catalog_http_request_duration_seconds_bucket{le="+Inf",route="/rest/query"}')).toBe(3)
    expect(sampleOf('catalog_cache_reads_total{cache="sql",result="miss"}')).toBe(3)
    expect(sampleOf('catalog_http_sent_bytes_total')).toBeGreaterThan(20 * 100)
    expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(50e6)
    expect(sampleOf('catalog_snapshot_last_switch_success')).toBe(1)
  })

  test('has exactly the metrics that the documentation lists, with their types', async () => {
    const { text } = await metrics()
    const shown = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name!)
    const page = await Bun.file(join(import.meta.dir, '../../../docs/operations.md')).text()
    const listed = page.slice(page.indexOf('\n## Metrics\n')).match(/(?<=^\| `)[a-z_]+(?=` \|)/gm)
    expect(shown).toEqual([...listed!])
    // Every line is a comment or a sample of a metric that has been announced.
    for (const line of text.split('\n'))
      expect(line).toMatch(/^(|# (HELP|TYPE) .*|[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? -?[0-9.e+-]+)$/)
  })
})

test('METRICS=off leaves the path out', async () => {
  const silent = await startServer({ METRICS: 'off' })
  try {
    expect((await fetch(`${silent.url}/metrics`)).status).toBe(404)
  } finally {
    await silent.stop()
  }
})
