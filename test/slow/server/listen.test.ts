import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Observation } from '../../../src/observe.ts'
import { listen, type RunningServer } from '../../../src/server/listen.ts'
import { PortInUseError, readCommandLine } from '../../../src/settings.ts'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { openFilesBelow } from '../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

let server: RunningServer
let snapshotId: string
const seen: Observation[] = []

beforeAll(async () => {
  const { dataDir, manifest } = await builtSnapshot(await tinyArchive())
  snapshotId = manifest.snapshotId
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, SQL_PROCESSES: '1' }
  const { settings } = readCommandLine(env, [])
  server = await listen({ settings, observe: (observation) => void seen.push(observation) })
})
afterAll(() => server.stop('the end of the test'))

const get = (path: string) => fetch(`${server.url}${path}`, { keepalive: false })
const countOf = (kind: Observation['kind']) => seen.filter((one) => one.kind === kind).length

test('a server listens at its address, and serves its snapshot', async () => {
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  expect(server.manifest.snapshotId).toBe(snapshotId)
  const health = await get('/health')
  expect([health.status, Object(await health.json()).snapshot.id]).toEqual([200, snapshotId])
  const page = await get('/rest/exoplanets?limit=1&columns=pl_name')
  expect(Object(await page.json()).data).toEqual([{ pl_name: '51 Peg b' }])
  const query = await get(`/rest/query?${new URLSearchParams({ sql: 'SELECT count(*) AS n FROM exoplanets' })}`)
  expect(Object(await query.json()).data).toEqual([{ n: 2 }])
  await server.refresh('SIGHUP')
  expect(server.manifest.snapshotId).toBe(snapshotId)
})

test('it says that it stops before it does, and stops once, however often it is asked', async () => {
  const startMs = performance.now()
  const stopped = server.stop('told')
  expect(server.stop('again')).toBe(stopped)
  const health = await get('/health')
  expect(health.status).toBe(503)
  await stopped
  const tookMs = performance.now() - startMs
  expect(seen.filter(({ kind }) => kind === 'stopping')).toEqual([{ kind: 'stopping', reason: 'told' }])
  const [end] = seen.filter(({ kind }) => kind === 'stopped')
  expect(end).toEqual({ kind: 'stopped', ms: expect.any(Number), cut: 0 })
  expect(Object(end).ms).toBeWithin(200, tookMs + 1)
  expect(countOf('snapshot_opened')).toBe(1)
  await waitFor('a refused connection', () =>
    get('/health').then(
      () => undefined,
      () => true,
    ),
  )
})

skipUnless(hasProc, NO_PROC).test(
  'a server whose port is taken leaves no process, no open file and no sign of itself',
  async () => {
    const { dataDir } = await builtSnapshot()
    const jobsDir = await temporaryFolder()
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    try {
      const env = {
        HOST: '127.0.0.1',
        PORT: String(taken.port),
        DATA_DIR: dataDir,
        JOBS_DIR: jobsDir,
        SQL_PROCESSES: '1',
      }
      const { settings } = readCommandLine(env, [])
      await expect(listen({ settings, observe: () => {} })).rejects.toBeInstanceOf(PortInUseError)
      const own = engineProcesses(process.pid).filter(({ catalogPath }) => catalogPath.startsWith(dataDir))
      expect(own).toEqual([])
      expect(openFilesBelow(dataDir)).toEqual([])
      expect(await readdir(join(jobsDir, 'servers'))).toEqual([])
    } finally {
      await taken.stop(true)
    }
  },
)
