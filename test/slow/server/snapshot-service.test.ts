import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { Observation } from '../../../src/observe.ts'
import { createSnapshotService, warmUp } from '../../../src/server/snapshot-service.ts'
import { createPoolCounts } from '../../../src/sql/pool/pool-counts.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { openFilesBelow } from '../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const ENDLESS = 'WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'

/** A folder with a snapshot of its own, what serves it, and the SQL processes that read it. */
async function folderWithSnapshot() {
  const dataDir = await temporaryFolder()
  await cp((await builtSnapshot()).dataDir, dataDir, { recursive: true })
  const settings = { dataDir, sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 600_000, sqlMemoryMb: 256, cacheMb: 16 }
  return {
    dataDir,
    open: async (change: Partial<Awaited<ReturnType<typeof openSnapshot>>> = {}) =>
      createSnapshotService({ ...(await openSnapshot(dataDir)), ...change }, settings, () => {}),
    processes: () => engineProcesses(process.pid).filter(({ catalogPath }) => catalogPath.startsWith(dataDir)),
  }
}

const inProc = skipUnless(hasProc, NO_PROC).test

test('a snapshot that is served no more keeps nothing of its answers, and goes on answering', async () => {
  const { open } = await folderWithSnapshot()
  const service = await open()
  try {
    const ask = async (catalog: Catalog) => {
      catalog.page('exoplanets', 'filter=e&limit=1').body()
      catalog.page('exoplanets', 'pl_name__contains=b&limit=1').body()
      return (await catalog.select({ sql: 'SELECT 1 AS one', maxRows: 1 })).rows
    }
    expect(await ask(service.catalog)).toBe(1)
    expect(service.cacheBytes().sql).toBeGreaterThan(0)
    expect(service.cacheBytes().filters).toBeGreaterThan(0)
    service.retire()
    expect(service.cacheBytes()).toEqual({ sql: 0, filters: 0 })
    expect(await ask(service.catalog)).toBe(1)
    expect(service.cacheBytes()).toEqual({ sql: 0, filters: 0 })
  } finally {
    await service.close()
  }
})

test('it is idle when the last of its queries has ended, whichever way', async () => {
  const { open } = await folderWithSnapshot()
  const service = await open()
  try {
    await service.idle()
    const [first, second] = [new AbortController(), new AbortController()]
    const queries = [first, second].map(({ signal }, n) =>
      service.catalog.select({ sql: `${ENDLESS} -- ${n}`, maxRows: 1 }, signal).catch((reason: unknown) => reason),
    )
    let isIdle = false
    const idle = service.idle().then(() => {
      isIdle = true
    })
    first.abort('left')
    expect(await queries[0]).toBe('left')
    await Bun.sleep(0)
    expect(isIdle).toBe(false)
    second.abort('left')
    expect(await queries[1]).toBe('left')
    await idle
  } finally {
    await service.close()
  }
})

test('a successor is of a later second than the one before it, also where both were published at once', async () => {
  const { open } = await folderWithSnapshot()
  const [former, next] = [await open(), await open()]
  try {
    next.succeed(former.catalog)
    expect(next.catalog.publishedAt.getTime()).toBeGreaterThanOrEqual(former.catalog.publishedAt.getTime() + 1_000)
    expect(next.catalog.publishedAt.getTime()).toBeLessThan(Date.now() + 10_000)
  } finally {
    await Promise.all([former.close(), next.close()])
  }
})

inProc('the end of its service leaves no process and no open file', async () => {
  const { dataDir, open, processes } = await folderWithSnapshot()
  const service = await open()
  await warmUp(service)
  expect(processes().length).toBeGreaterThan(0)
  await service.close()
  await waitFor('the end of the processes', () => processes().length === 0 || undefined)
  expect(openFilesBelow(dataDir)).toEqual([])
})

inProc('one that cannot be assembled leaves no process and no open file', async () => {
  const { dataDir, open, processes } = await folderWithSnapshot()
  const pageTable = (): never => {
    throw new Error('a fault')
  }
  await expect(open({ pageTable })).rejects.toThrow('a fault')
  await waitFor('the end of the processes', () => processes().length === 0 || undefined)
  expect(openFilesBelow(dataDir)).toEqual([])
})

test('a service answers, counts its reads and queries, is idle then, and closes its file in the end', async () => {
  const { dataDir } = await builtSnapshot(await tinyArchive())
  const settings = { dataDir, sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 60_000, sqlMemoryMb: 64, cacheMb: 16 }
  const seen: Observation[] = []
  const counts = createPoolCounts()
  const observe = (observation: Observation) => seen.push(observation)
  const service = await createSnapshotService(await openSnapshot(dataDir), settings, observe, counts)
  try {
    await warmUp(service)
    const { body } = await service.catalog.select({ sql: 'SELECT count(*) AS n FROM exoplanets', maxRows: 1 })
    expect(JSON.parse(new TextDecoder().decode(body())).data).toEqual([{ n: 2 }])
    const readsOf = (cache: string) =>
      seen.flatMap((one) => (one.kind === 'cache_read' && one.cache === cache ? [one.isHit] : []))
    // Another limit of rows would be another query; this one was asked while the service warmed up.
    expect(readsOf('sql')).toEqual([false, false, true])
    service.catalog.page('exoplanets', 'filter=peg').body()
    expect(readsOf('filters').length).toBeGreaterThan(0)
    const left = new AbortController()
    const endless = 'WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'
    const asked = service.catalog.select({ sql: endless, maxRows: 1 }, left.signal).catch((reason: unknown) => reason)
    await Bun.sleep(0)
    left.abort('left')
    expect(await asked).toBe('left')
    await service.idle()
    expect(counts.ended.cancelled).toBe(1)
    expect(service.cacheBytes().sql).toBeGreaterThan(0)
    service.retire()
    expect(service.cacheBytes()).toEqual({ sql: 0, filters: 0 })
    if (hasProc) expect(openFilesBelow(dataDir).length).toBeGreaterThan(0)
  } finally {
    await service.close()
  }
  expect(seen.filter(({ kind }) => kind === 'sql_process_failed')).toEqual([])
  if (hasProc) expect(openFilesBelow(dataDir)).toEqual([])
})
