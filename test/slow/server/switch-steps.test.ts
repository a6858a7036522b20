import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, serializeManifest } from '../../../src/format/manifest.ts'
import type { Observation } from '../../../src/observe.ts'
import { openSnapshotSwitch, type SnapshotSwitch } from '../../../src/server/snapshot-switch.ts'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const LIMITS = { sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 60_000, sqlMemoryMb: 64, cacheMb: 16 }

let dataDir: string
let former: Manifest
let later: Manifest
let serving: SnapshotSwitch
const seen: Observation[] = []

/** Pauses before a refused snapshot is tried again. They never end, however slow the machine. */
const RETRIES: readonly unknown[] = [2_000, 4_000, 8_000]
const held = new Map<unknown, number>()
const retries = (): number[] => [...held.values()]

function holdRetries(): () => void {
  const { setTimeout, clearTimeout } = globalThis
  Object.assign(globalThis, {
    setTimeout(call: () => void, ms?: number, ...args: unknown[]) {
      if (!RETRIES.includes(ms)) return setTimeout(call, ms, ...args)
      const timer = { unref: () => timer }
      held.set(timer, ms!)
      return timer
    },
    clearTimeout(timer?: Timer) {
      if (!held.delete(timer)) clearTimeout(timer)
    },
  })
  return () => void Object.assign(globalThis, { setTimeout, clearTimeout })
}
let release = (): void => {}

/** Puts a manifest into the folder, in one step. */
async function publish(text: string): Promise<void> {
  await Bun.write(join(dataDir, 'manifest.part'), text)
  await rename(join(dataDir, 'manifest.part'), join(dataDir, 'manifest.json'))
}

// A folder with the files of two snapshots, of which the former is published.
beforeAll(async () => {
  const [one, two] = [await builtSnapshot(await tinyArchive()), await builtSnapshot(await tinyArchive(2005))]
  ;[former, later] = [one.manifest, two.manifest]
  dataDir = await temporaryFolder()
  await cp(two.dataDir, dataDir, { recursive: true })
  await cp(one.dataDir, dataDir, { recursive: true })
  release = holdRetries()
  serving = await openSnapshotSwitch({ ...LIMITS, dataDir }, (observation) => seen.push(observation))
})
afterAll(async () => {
  release()
  await serving.close()
})

const kinds = (kind: Observation['kind']): Observation[] => seen.filter((one) => one.kind === kind)
const servedId = (): string => serving.catalog().manifest.snapshotId
describe('what is served', () => {
  test('is the published snapshot, and stays so while no other is published', async () => {
    expect(seen).toEqual([{ kind: 'snapshot_opened', snapshotId: former.snapshotId, ms: expect.any(Number) }])
    expect(servedId()).toBe(former.snapshotId)
    await serving.refresh('published', false)
    await serving.refresh('SIGHUP', true)
    expect(seen).toHaveLength(1)
    expect(serving.history()).toMatchObject({
      switched: 0,
      refused: 0,
      lastSwitched: undefined,
      lastRefused: undefined,
    })
    expect(serving.history().servedSince).toBeWithin(Date.now() - 600_000, Date.now() + 1)
  })

  test('is not changed by one that cannot be served, which is tried again after pauses that double', async () => {
    await publish('{"formatVersion": 99}')
    await serving.refresh('published', false)
    expect(servedId()).toBe(former.snapshotId)
    expect(kinds('snapshot_refused')).toEqual([
      {
        kind: 'snapshot_refused',
        serving: former.snapshotId,
        detail: expect.stringContaining('has format version 99'),
      },
    ])
    expect([serving.history().refused, retries()]).toEqual([1, [2_000]])
    // Another notice of the same one is no reason to look at it.
    await serving.refresh('published', false)
    expect([serving.history().refused, retries()]).toEqual([1, [2_000]])
    // Someone who asks is told again.
    await serving.refresh('SIGHUP', true)
    expect([serving.history().refused, kinds('snapshot_refused').length, retries()]).toEqual([2, 2, [4_000]])
    expect(serving.history().lastRefused).toBeWithin(Date.now() - 600_000, Date.now() + 1)
  })

  test('another one that cannot be served begins with a short pause', async () => {
    await publish('{"formatVersion": 98}')
    await serving.refresh('published', false)
    expect([serving.history().refused, kinds('snapshot_refused').length, retries()]).toEqual([3, 3, [2_000]])
  })

  test('no pause is left once what is served is published again', async () => {
    await publish(serializeManifest(former))
    await serving.refresh('published', false)
    expect([retries(), serving.history().refused, seen.length]).toEqual([[], 3, 4])
  })

  test('is not changed by a snapshot whose tables have other rows than its manifest says', async () => {
    const files = { ...later.files, catalog: former.files.catalog }
    await publish(serializeManifest({ ...later, files }))
    await serving.refresh('published', false)
    expect([servedId(), serving.history().refused, retries()]).toEqual([former.snapshotId, 4, [2_000]])
    const { rows } = former.tables.exoplanets
    expect(kinds('snapshot_refused').at(-1)).toMatchObject({
      detail: `Table "exoplanets" has ${rows} rows, but the manifest says ${rows + 1}.`,
    })
  })

  test('is the next snapshot from one moment on, however many notice it at once', async () => {
    const before = serving.current()
    const { publishedAt } = before.catalog
    await before.catalog.select({ sql: 'SELECT 1 AS one', maxRows: 1 })
    expect(before.cacheBytes().sql).toBeGreaterThan(0)
    await publish(serializeManifest(later))
    const startMs = performance.now()
    await Promise.all([serving.refresh('published', false), serving.refresh('published', false)])
    expect(servedId()).toBe(later.snapshotId)
    const tookMs = performance.now() - startMs
    expect(kinds('snapshot_switched')).toEqual([
      {
        kind: 'snapshot_switched',
        snapshotId: later.snapshotId,
        previous: former.snapshotId,
        reason: 'published',
        ms: expect.any(Number),
      },
    ])
    expect(Object(kinds('snapshot_switched')[0]).ms).toBeWithin(0, tookMs)
    expect(serving.history()).toMatchObject({ switched: 1, refused: 4 })
    expect(serving.history().servedSince).toBe(serving.history().lastSwitched!)
    expect(serving.catalog().publishedAt.getTime()).toBeGreaterThan(publishedAt.getTime())
    // The former one keeps no answers, and those who have asked it are still answered.
    expect(before.cacheBytes().sql).toBe(0)
    const { body } = await before.catalog.select({ sql: 'SELECT count(*) AS n FROM exoplanets', maxRows: 1 })
    expect(JSON.parse(new TextDecoder().decode(body())).data).toEqual([{ n: former.tables.exoplanets.rows }])
    expect(retries()).toEqual([])
  })

  test('is not looked for any more after the end', async () => {
    await serving.close()
    const count = seen.length
    await publish(serializeManifest(former))
    await serving.refresh('SIGHUP', true)
    expect([servedId(), seen.length]).toEqual([later.snapshotId, count])
  })
})
