import { afterAll, expect, test } from 'bun:test'
import { cp, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../fixtures/snapshots/built-snapshot.ts'
import { publishArchive } from '../../fixtures/snapshots/publish-archive.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
})

async function serve(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await startServer({ DATA_DIR: dataDir, SQL_PROCESSES: '2', BASE_URL: 'http://catalog.test', ...env })
  servers.push(server)
  // Until then `/health` says that SQL is starting.
  await fetch(`${server.url}/rest/query?sql=SELECT+1`)
  return server
}

interface LogLine {
  readonly kind: string
  readonly snapshotId?: string
  readonly detail?: string
}

function logged(server: TestServer, kind: string): LogLine[] {
  const lines = server.log().split('\n').filter((line) => line.startsWith('{')) // biome-ignore format: one chain
  return lines.map((line): LogLine => JSON.parse(line)).filter((line) => line.kind === kind)
}

function waitForLog(server: TestServer, kind: string, count: number): Promise<LogLine[]> {
  return waitFor(`${count} × ${kind}`, () => {
    const lines = logged(server, kind)
    return lines.length >= count ? lines : undefined
  })
}

interface Ask {
  readonly path: string
  readonly init?: RequestInit
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Ask => ({ path, init: { headers } })
const sql = (text: string): Ask => get(`/rest/query?sql=${encodeURIComponent(text)}`)
const tool = (name: string, args: object): Ask => ({
  path: '/mcp',
  init: {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  },
})

/** Requests whose answers differ between the two snapshots, and some that are refused in one or both. */
const ASKS: readonly Ask[] = [
  get('/health'),
  get('/', { accept: 'text/html' }),
  get('/rest/openapi.json'),
  get('/rest/exoplanets'),
  get('/rest/exoplanets?sort_by=pl_rade&order=desc&limit=1000&columns=*'),
  get('/rest/exoplanets?filter=51 peg', { 'accept-encoding': 'gzip' }),
  get('/rest/stellarhosts?limit=500', { 'accept-encoding': 'br' }),
  get('/rest/stellarhosts/schema'),
  get('/rest/exoplanets?sort_by=nonsense'),
  get('/rest/insights'),
  get('/rest/insights/systems-with-most-planets'),
  get('/rest/insights/nearest-planets', { 'accept-encoding': 'zstd' }),
  get('/exoplanets/51%20Peg%20b.json'),
  get('/exoplanets/51%20Peg%20b1.csv'),
  get('/stellarhosts/55%20Cnc.json', { 'accept-encoding': 'gzip' }),
  get('/stellarhosts/TRAPPIST-1.json'),
  sql('SELECT count(*) AS n, group_concat(DISTINCT pl_name) AS names FROM exoplanets'),
  sql('SELECT hostname, count(*) AS n FROM exoplanets GROUP BY hostname ORDER BY n DESC, hostname'),
  sql('SELECT e.pl_name, s.sy_dist FROM exoplanets e JOIN stellarhosts s USING (hostname) ORDER BY 1, 2'),
  sql("SELECT * FROM exoplanets WHERE pl_name LIKE '51 Peg%'"),
  sql('SELECT nothing FROM exoplanets'),
  tool('query_catalog', { sql: 'SELECT count(*) AS n, max(pl_name) AS last FROM exoplanets' }),
  tool('health', {}),
  tool('run_insight', { slug: 'systems-with-most-planets' }),
  tool('download_detail', { entity: 'exoplanet', name: '51 Peg b', format: 'json' }),
]

/** Everything of an answer that must come from one snapshot. */
async function answerTo(server: TestServer, { path, init }: Ask): Promise<string> {
  const response = await fetch(`${server.url}${path}`, { ...init, decompress: false })
  const body = new Bun.CryptoHasher('sha256').update(await response.arrayBuffer()).digest('hex')
  const headers = ['etag', 'content-encoding', 'content-type'].map((name) => response.headers.get(name))
  return JSON.stringify([response.status, ...headers, body])
}

async function answersOf(dataDir: string): Promise<readonly string[]> {
  const server = await serve(dataDir)
  const answers: string[] = []
  for (const ask of ASKS) answers.push(await answerTo(server, ask))
  await server.stop()
  return answers
}

test('three switches under load: nothing fails, nothing mixes two snapshots, and the old SQL processes end', async () => {
  const later = await changedArchive(1)
  const { dataDir: earlyDir, manifest: early } = await builtSnapshot()
  const { dataDir: lateDir, manifest: late } = await builtSnapshot(later)
  const expected = [await answersOf(earlyDir), await answersOf(lateDir)] as const
  const differing = ASKS.filter((_, index) => expected[0][index] !== expected[1][index])
  expect(differing.length).toBeGreaterThan(ASKS.length - 7)

  const dataDir = await temporaryFolder()
  await cp(earlyDir, dataDir, { recursive: true })
  const server = await serve(dataDir)
  let isDone = false
  const wrong: string[] = []
  const seen = ASKS.map(() => new Set<number>())
  let answered = 0
  const load = async (first: number): Promise<void> => {
    for (let at = first; !isDone; at = (at * 7 + 5) % 1_000_003, answered += 1) {
      const index = at % ASKS.length
      const answer = await answerTo(server, ASKS[index]!).catch(String)
      const from = [expected[0][index], expected[1][index]].indexOf(answer)
      if (from < 0) wrong.push(`${ASKS[index]!.path}: ${answer}`)
      seen[index]!.add(from)
    }
  }
  // Slow enough to be under way when the catalog changes; the comment keeps the answers from being cached.
  const rows = [early, late].map(({ tables }) => tables.exoplanets.rows)
  const slow = async (): Promise<void> => {
    for (let asked = 0; !isDone; asked += 1) {
      const text = `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) AS n, (SELECT count(*) FROM exoplanets) AS rows FROM n /* ${asked} */`
      const response = await fetch(`${server.url}/rest/query?sql=${encodeURIComponent(text)}`)
      const body = await response.text()
      const found = response.status === 200 ? JSON.parse(body).data[0] : undefined
      if (found?.n !== 300_000 || !rows.includes(found.rows)) wrong.push(`slow: ${response.status} ${body}`)
    }
  }
  const moreLoad = async (): Promise<void> => {
    const enough = answered + 3 * ASKS.length
    await waitFor('load', () => (answered >= enough ? true : undefined), 40_000)
  }
  const loops = [...Array.from({ length: 3 }, (_, index) => load(index * 1_009)), slow()]
  for (const [index, archive] of [later, SAMPLE_ARCHIVE, later].entries()) {
    await moreLoad()
    await publishArchive(archive, dataDir)
    await waitForLog(server, 'snapshot_switched', index + 1)
  }
  await moreLoad()
  isDone = true
  await Promise.all(loops)

  expect(wrong.slice(0, 3)).toEqual([])
  const ids = [late, early, late].map(({ snapshotId }) => snapshotId)
  expect(logged(server, 'snapshot_switched').map(({ snapshotId }) => snapshotId)).toEqual(ids)
  // The load was there before and after a switch.
  expect(seen.filter((from) => from.size === 2).length).toBeGreaterThan(ASKS.length / 2)

  await waitForLog(server, 'snapshot_released', 3)
  expect(logged(server, 'sql_process_failed')).toEqual([])
  if (hasProc) {
    const paths = engineProcesses(server.pid).map(({ catalogPath }) => basename(catalogPath))
    expect(paths).toEqual(Array.from({ length: 3 }, () => late.files.catalog.path))
  }
})

test('a snapshot that cannot be served is refused with one line, the old one goes on, and a mended one follows', async () => {
  const dataDir = await temporaryFolder()
  await cp((await builtSnapshot()).dataDir, dataDir, { recursive: true })
  const server = await serve(dataDir)
  const served = async (): Promise<string> => {
    const health = Object(await (await fetch(`${server.url}/health`)).json())
    return health.snapshot.id
  }
  const first = await served()

  const elsewhere = await temporaryFolder()
  const { dataDir: built, manifest } = await builtSnapshot(await changedArchive(1))
  await cp(built, elsewhere, { recursive: true })
  const { path } = manifest.files.pages.exoplanets
  const bytes = await Bun.file(join(elsewhere, path)).bytes()
  const middle = bytes.length >> 1
  bytes[middle]! ^= 1
  await Bun.write(join(elsewhere, path), bytes)
  const isManifest = (name: string): boolean => basename(name) === 'manifest.json'
  await cp(elsewhere, dataDir, { recursive: true, filter: (name) => !isManifest(name) })
  // By rename, as a build does: the watching server must not see half of it.
  await cp(join(elsewhere, 'manifest.json'), join(dataDir, 'manifest.part'))
  await rename(join(dataDir, 'manifest.part'), join(dataDir, 'manifest.json'))
  const refused = await waitForLog(server, 'snapshot_refused', 1)
  expect(refused[0]!.detail).toContain(basename(path))
  expect(await served()).toBe(first)
  if (hasProc) expect(engineProcesses(server.pid)).toHaveLength(3)

  // Asked by signal it looks again, and says so again.
  server.signal('SIGHUP')
  await waitForLog(server, 'snapshot_refused', 2)
  expect(await served()).toBe(first)

  // Unasked it looks again too, in silence.
  bytes[middle]! ^= 1
  await Bun.write(join(dataDir, path), bytes)
  await waitForLog(server, 'snapshot_switched', 1)
  expect(await served()).toBe(manifest.snapshotId)
  expect(logged(server, 'snapshot_refused')).toHaveLength(2)
})

skipUnless(hasProc, NO_PROC).test(
  'a server whose snapshot has been cleaned away goes on with it, also in SQL processes that start later',
  async () => {
    const dataDir = await temporaryFolder()
    const { dataDir: built, manifest: own } = await builtSnapshot()
    await cp(built, dataDir, { recursive: true })
    const server = await serve(dataDir, { SQL_PROCESSES: '1' })
    await rm(join(dataDir, 'manifest.json'))
    for (const file of ['pages', 'exports', 'insights', own.files.catalog.path])
      await rm(join(dataDir, file), { recursive: true })
    const ask = sql(`SELECT count(*) AS n FROM exoplanets WHERE random() IS NOT NULL`).path
    for (let round = 0; round < 3; round += 1) {
      const before = engineProcesses(server.pid).map(({ pid }) => pid)
      for (const pid of before) process.kill(pid, 'SIGKILL')
      await waitFor('new SQL processes', () => {
        const now = engineProcesses(server.pid)
        return now.length === 2 && now.every(({ pid }) => !before.includes(pid)) ? now : undefined
      })
      const response = await fetch(`${server.url}${ask}`)
      expect(await response.json()).toMatchObject({ data: [{ n: own.tables.exoplanets.rows }] })
    }
    expect((await fetch(`${server.url}/exoplanets/51%20Peg%20b.json`)).status).toBe(200)
    expect((await fetch(`${server.url}/rest/exoplanets?sort_by=pl_rade&limit=9`)).status).toBe(200)
  },
)
