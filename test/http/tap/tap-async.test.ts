import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readCommandLine } from '../../../src/settings.ts'
import { createJobService, type JobService } from '../../../src/tap/jobs/job-service.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

let service: CatalogApp
let jobs: JobService
const faults: unknown[] = []
let client = 'one'

beforeAll(async () => {
  jobs = await createJobService({
    dir: await temporaryFolder(),
    limits: { maxJobs: 60, maxBytes: 64 * 1_048_576, keepS: 1_000, timeoutS: 20 },
    most: 2,
    onFault: (error) => faults.push(error),
    sweepMs: 100,
  })
  service = await catalogApp({
    jobs,
    settings: readCommandLine({ SQL_PROCESSES: '1', SQL_TIMEOUT_MS: '1000' }, []).settings,
    clientOf: () => client,
  })
})
afterAll(async () => {
  await jobs.stop()
  await service.close()
  expect(faults).toEqual([])
})

type Form = Readonly<Record<string, string>>
const post = (path: string, form: Form): Promise<Response> =>
  service.get(path, { method: 'POST', body: new URLSearchParams(form) })
const text = async (path: string): Promise<string> => (await service.get(path)).text()

/** Makes a job and gives its path. */
async function make(form: Form): Promise<string> {
  const response = await post('/tap/async', form)
  expect(response.status, await response.clone().text()).toBe(303)
  const { pathname } = new URL(response.headers.get('location')!)
  expect(pathname).toMatch(/^\/tap\/async\/[0-9a-f]{32}$/)
  return pathname
}

async function phaseAfter(path: string, from: string): Promise<string> {
  await service.get(`${path}?WAIT=15&PHASE=${from}`)
  return text(`${path}/phase`)
}

async function finished(form: Form): Promise<string> {
  const path = await make({ ...form, PHASE: 'RUN' })
  await waitFor('the end', async () => (/COMPLETED|ERROR|ABORTED/.test(await text(`${path}/phase`)) ? true : undefined))
  return path
}

const QUERY = 'select top 5 pl_name, pl_rade from ps order by pl_name, pl_rade'
/** Runs until it is ended. */
const ENDLESS = `select count(*) from ps a, ps b, ps c, ps d, ps e, ps f where a.pl_rade < b.pl_rade + c.pl_rade * d.pl_rade - e.pl_rade + f.pl_rade`

test('a job that is made, changed, run, read and deleted', async () => {
  const path = await make({ QUERY: 'select 1', LANG: 'ADQL', runid: 'mine', MAXREC: '3' })
  expect(await text(`${path}/phase`)).toBe('PENDING')
  expect((await post(`${path}/parameters`, { query: QUERY, format: 'csv' })).status).toBe(303)
  expect(await text(`${path}/parameters`)).toContain(`<uws:parameter id="query">${QUERY}</uws:parameter>`)
  expect((await post(`${path}/phase`, { PHASE: 'RUN' })).headers.get('location')).toEndWith(path)
  expect(await phaseAfter(path, 'PENDING')).not.toBe('PENDING')
  await waitFor('the end', async () => ((await text(`${path}/phase`)) === 'COMPLETED' ? true : undefined))
  const document = await text(path)
  expect(document).toContain('<uws:runId>mine</uws:runId>')
  expect(document).toContain(`xlink:href="http://localhost:3000${path}/results/result"`)
  const result = await service.get(`${path}/results/result`)
  expect(result.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(result.headers.get('cache-control')).toBe('no-store')
  const body = await result.text()
  expect(body).toBe(await text(`/tap/sync?${new URLSearchParams({ query: QUERY, format: 'csv', maxrec: '3' })}`))
  const part = await service.get(`${path}/results/result`, { headers: { range: 'bytes=3-9' } })
  expect([part.status, await part.text()]).toEqual([206, body.slice(3, 10)])
  expect((await post(`${path}/parameters`, { query: 'select 2' })).status).toBe(400)
  expect((await post(`${path}/phase`, { PHASE: 'RUN' })).status).toBe(400)
  expect((await service.get(path, { method: 'DELETE' })).headers.get('location')).toEndWith('/tap/async')
  for (const gone of [path, `${path}/phase`, `${path}/results/result`])
    expect((await service.get(gone)).status).toBe(404)
})

describe('results are those of /sync', () => {
  for (const format of ['votable', 'votable/td', 'csv', 'tsv', 'json', 'ipac'])
    for (const query of [QUERY, 'select * from ps', 'select * from stellarhosts where 1 = 0'])
      test(`${format}: ${query}`, async () => {
        const path = await finished({ QUERY: query, FORMAT: format })
        const wanted = await text(`/tap/sync?${new URLSearchParams({ query, format })}`)
        expect((await text(`${path}/results/result`)) === wanted).toBe(true)
        expect(await text(path)).toContain(`size="${Buffer.byteLength(wanted)}"`)
      })

  test('MAXREC=0 and a cut', async () => {
    expect(await text(`${await finished({ QUERY, FORMAT: 'csv', MAXREC: '0' })}/results/result`)).toBe(
      'pl_name,pl_rade\n',
    )
    expect(await text(`${await finished({ QUERY, MAXREC: '2' })}/results/result`)).toContain('OVERFLOW')
  })
})

describe('what goes wrong', () => {
  const faulty: readonly (readonly [Form, string])[] = [
    [{ QUERY: 'select pl_nam from ps' }, 'Did you mean pl_name?'],
    [{}, 'QUERY'],
    [{ QUERY: 'select 1', FORMAT: 'xlsx' }, 'xlsx'],
    [{ QUERY: 'select 1', UPLOAD: 'a,http://localhost/' }, 'UPLOAD'],
    [{ QUERY: 'select 1', LANG: 'PQL' }, 'PQL'],
  ]
  for (const [form, words] of faulty)
    test(`${JSON.stringify(form)} is an error of the job`, async () => {
      const path = await finished(form)
      expect(await text(`${path}/phase`)).toBe('ERROR')
      expect(await text(`${path}/error`)).toContain('value="ERROR"')
      expect(await text(`${path}/error`)).toContain(words)
      expect(await text(path)).toContain('<uws:errorSummary type="fatal" hasDetail="true">')
      expect((await service.get(`${path}/results/result`)).status).toBe(404)
      expect(await text(`${path}/results`)).not.toContain('<uws:result ')
    })

  test('a query that runs longer than it may is aborted, and one longer than a query of /sync may is not', async () => {
    const path = await make({ QUERY: ENDLESS, PHASE: 'RUN', EXECUTIONDURATION: '3' })
    await Bun.sleep(1_500)
    expect(await text(`${path}/phase`)).toBe('EXECUTING')
    await waitFor('the end', async () => ((await text(`${path}/phase`)) === 'ABORTED' ? true : undefined))
    expect(await text(`${path}/error`)).toContain('3 seconds')
  })

  test('a job is aborted, and one is deleted, in the middle', async () => {
    const [first, second] = [await make({ QUERY: ENDLESS, PHASE: 'RUN' }), await make({ QUERY: ENDLESS, PHASE: 'RUN' })]
    await waitFor('both', async () =>
      (await text(`${first}/phase`)) === 'EXECUTING' && (await text(`${second}/phase`)) === 'EXECUTING'
        ? true
        : undefined,
    )
    expect((await post(`${first}/phase`, { PHASE: 'ABORT' })).status).toBe(303)
    expect(await text(`${first}/phase`)).toBe('ABORTED')
    expect((await post(second, { ACTION: 'DELETE' })).status).toBe(303)
    expect((await service.get(second)).status).toBe(404)
    // Both have let go of what they had.
    expect(await text(`${await finished({ QUERY, FORMAT: 'csv' })}/phase`)).toBe('COMPLETED')
  })

  test('ids that are none, whatever they hold', async () => {
    for (const id of [
      'x',
      '..%2f..%2fetc%2fpasswd',
      `${'a'.repeat(32)}`,
      `${'A'.repeat(32)}`,
      '%00',
      'a'.repeat(9_000),
    ])
      for (const path of [id, `${id}/phase`, `${id}/results/result`]) {
        const response = await service.get(`/tap/async/${path}`)
        expect([404], path).toContain(response.status)
        expect(await response.text()).not.toContain('root:')
      }
    expect((await post(`/tap/async/${'a'.repeat(32)}/phase`, { PHASE: 'RUN' })).status).toBe(404)
    expect((await service.get(`/tap/async/${'a'.repeat(32)}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('values that mean nothing', async () => {
    const path = await make({ QUERY })
    const cases: readonly (readonly [string, Form])[] = [
      ['/phase', { PHASE: 'JUMP' }],
      ['/phase', {}],
      ['/executionduration', { EXECUTIONDURATION: 'long' }],
      ['/executionduration', { EXECUTIONDURATION: '-1' }],
      ['/destruction', { DESTRUCTION: 'tomorrow' }],
      ['', { ACTION: 'EAT' }],
      ['/parameters', { QUERY: 'x'.repeat(131_073) }],
    ]
    for (const [part, form] of cases) expect((await post(`${path}${part}`, form)).status, part).toBe(400)
    for (const list of ['PHASE=X', 'AFTER=noon', 'LAST=-1'])
      expect((await service.get(`/tap/async?${list}`)).status).toBe(400)
    expect((await post(`${path}/results`, { PHASE: 'RUN' })).status).toBe(405)
    expect((await post(`${path}/constructor`, { PHASE: 'RUN' })).status).toBe(405)
    expect((await service.get(path, { method: 'PUT' })).status).toBe(405)
    expect((await service.get(`${path}/nothing`)).status).toBe(404)
    expect((await service.get(`${path}/error`)).status).toBe(404)
  })

  test('a form that is too long', async () => {
    expect((await post('/tap/async', { QUERY: 'x'.repeat(600_000) })).status).toBe(400)
  })
})

test('times are kept within their bounds', async () => {
  const path = await make({ QUERY })
  expect(await text(`${path}/executionduration`)).toBe('20')
  await post(`${path}/executionduration`, { EXECUTIONDURATION: '9999' })
  expect(await text(`${path}/executionduration`)).toBe('20')
  await post(`${path}/executionduration`, { EXECUTIONDURATION: '7' })
  expect(await text(`${path}/executionduration`)).toBe('7')
  await post(`${path}/destruction`, { DESTRUCTION: '2999-01-01T00:00:00Z' })
  const latest = Date.parse(await text(`${path}/destruction`))
  expect(Math.abs(latest - Date.now() - 1_000_000)).toBeLessThan(60_000)
  const soon = new Date(Date.now() + 200).toISOString().replace('Z', '')
  await post(`${path}/destruction`, { DESTRUCTION: soon })
  await waitFor('its end', async () => ((await service.get(path)).status === 404 ? true : undefined))
})

test('lists have the jobs of the client, by phase, time and number', async () => {
  client = 'two'
  const first = await finished({ QUERY })
  await Bun.sleep(5)
  const between = new Date().toISOString()
  await Bun.sleep(5)
  const second = await make({ QUERY, RUNID: 'a <b>' })
  const ids = async (query: string): Promise<string[]> =>
    [...(await text(`/tap/async?${query}`)).matchAll(/<uws:jobref id="([0-9a-f]+)"/g)].map(
      ([, id]) => `/tap/async/${id}`,
    )
  expect(await ids('')).toEqual([first, second])
  expect(await ids('PHASE=COMPLETED')).toEqual([first])
  expect(await ids('PHASE=COMPLETED&phase=PENDING')).toEqual([first, second])
  expect(await ids('PHASE=HELD')).toEqual([])
  expect(await ids('LAST=1')).toEqual([second])
  expect(await ids(`AFTER=${between}`)).toEqual([second])
  expect(await text('/tap/async')).toContain('<uws:runId>a &lt;b&gt;</uws:runId>')
  // Whatever else the address carries, nothing is made by GET.
  expect(await ids(new URLSearchParams({ QUERY, PHASE: 'PENDING' }).toString())).toEqual([second])
  client = 'three'
  expect(await ids('')).toEqual([])
  expect((await service.get(first)).status).toBe(200)
  client = 'one'
})

test('WAIT ends with the phase, at once for a finished job, and at its time', async () => {
  const path = await make({ QUERY })
  let startMs = performance.now()
  await service.get(`${path}?WAIT=1`)
  expect(performance.now() - startMs).toBeGreaterThan(900)
  const waiting = service.get(`${path}?WAIT=30&PHASE=PENDING`)
  startMs = performance.now()
  await post(`${path}/phase`, { PHASE: 'ABORT' })
  expect(await (await waiting).text()).toContain('<uws:phase>ABORTED</uws:phase>')
  await service.get(`${path}?WAIT=-1`)
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('more jobs than may be kept get 503, until one is deleted', async () => {
  const made: string[] = []
  let refused: Response | undefined
  for (let i = 0; i < 70 && refused === undefined; i++) {
    const response = await post('/tap/async', { QUERY })
    if (response.status === 303) made.push(new URL(response.headers.get('location')!).pathname)
    else refused = response
  }
  expect(refused?.status).toBe(503)
  expect(refused?.headers.get('retry-after')).toBe('30')
  expect(await refused?.text()).toContain('60 jobs')
  await Promise.all(made.map((path) => service.get(path, { method: 'DELETE' })))
  await make({ QUERY })
})

test('capabilities say how long jobs are kept, and nothing of them where there are none', async () => {
  expect(await text('/tap/capabilities')).toContain('<executionDuration><default>20</default><hard>20</hard>')
  const without = await catalogApp()
  expect(await (await without.get('/tap/capabilities')).text()).not.toContain('executionDuration')
  expect((await without.get('/tap/async')).status).toBe(404)
  expect((await without.get('/tap/async', { method: 'POST', body: new URLSearchParams({ QUERY }) })).status).toBe(405)
  await without.close()
})
