import { expect, test } from 'bun:test'
import { cp, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { serializeManifest } from '../../../src/format/manifest.ts'
import type { Observation } from '../../../src/observe.ts'
import { openSnapshotSwitch } from '../../../src/server/snapshot-switch.ts'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { openFilesBelow } from '../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const LIMITS = { sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 30_000, sqlMemoryMb: 256, cacheMb: 16 }

/** Serves the sample from a folder that already holds the files of the next snapshot, but not its manifest. */
async function startSwitch() {
  const [former, later] = [await builtSnapshot(), await builtSnapshot(await changedArchive(1))]
  const dataDir = await temporaryFolder()
  await cp(later.dataDir, dataDir, { recursive: true })
  await cp(former.dataDir, dataDir, { recursive: true })
  const seen: Observation[] = []
  const serving = await openSnapshotSwitch({ ...LIMITS, dataDir }, (observation) => seen.push(observation))
  return {
    dataDir,
    former,
    later,
    serving,
    count: (kind: Observation['kind']) => seen.filter((observation) => observation.kind === kind).length,
    /** The published manifest; written in one step. */
    async publish(text: string): Promise<void> {
      await Bun.write(join(dataDir, 'manifest.part'), text)
      await rename(join(dataDir, 'manifest.part'), join(dataDir, 'manifest.json'))
    },
    /** The files that the SQL processes of this folder have open. */
    catalogs: () =>
      engineProcesses(process.pid)
        .map(({ catalogPath }) => catalogPath)
        .filter((path) => path.startsWith(dataDir)),
    [Symbol.asyncDispose]: () => serving.close(),
  }
}

const inProc = skipUnless(hasProc, NO_PROC).test

test('a request that asked for the catalog before a switch has time to use it', async () => {
  await using started = await startSwitch()
  const { serving, former, later } = started
  const asked = serving.catalog()
  await started.publish(serializeManifest(later.manifest))
  await serving.refresh('published', false)
  expect(serving.catalog().manifest.snapshotId).toBe(later.manifest.snapshotId)
  await Bun.sleep(1_000)
  const { body } = await asked.select({ sql: 'SELECT count(*) AS n FROM exoplanets', maxRows: 1 })
  const { n } = JSON.parse(new TextDecoder().decode(body())).data[0]
  expect(n).toBe(former.manifest.tables.exoplanets.rows)
})

inProc(
  'a snapshot whose catalog has other rows than its manifest says is refused, and none of its processes stays',
  async () => {
    await using started = await startSwitch()
    const { serving, former, later } = started
    const { catalog } = former.manifest.files
    await started.publish(serializeManifest({ ...later.manifest, files: { ...later.manifest.files, catalog } }))
    await serving.refresh('published', false)
    expect(serving.catalog().manifest.snapshotId).toBe(former.manifest.snapshotId)
    expect(started.count('snapshot_refused')).toBe(1)
    // Those of the snapshot that is served: one at work and one to take its place.
    await waitFor('two processes to be left', () => (started.catalogs().length === 2 ? true : undefined))
  },
)

inProc('the end leaves no process of the snapshot before', async () => {
  const started = await startSwitch()
  await started.publish(serializeManifest(started.later.manifest))
  await started.serving.refresh('published', false)
  expect(started.count('snapshot_switched')).toBe(1)
  expect(started.count('snapshot_released')).toBe(0)
  await started.serving.close()
  expect(started.catalogs()).toEqual([])
})

inProc(
  'an end in the middle of a switch leaves no process of the next snapshot, and no file of either open',
  async () => {
    const started = await startSwitch()
    const { serving, dataDir } = started
    await started.publish(serializeManifest(started.later.manifest))
    const switching = serving.refresh('published', false)
    await waitFor('processes of the next snapshot', () => (new Set(started.catalogs()).size === 2 ? true : undefined))
    await serving.close()
    await switching
    await waitFor('the end of the processes', () => (started.catalogs().length === 0 ? true : undefined))
    expect(openFilesBelow(dataDir)).toEqual([])
  },
)

test('a refusal is logged once, and tried again after pauses that double', async () => {
  await using started = await startSwitch()
  const { serving } = started
  await started.publish('{"formatVersion": 99}')
  await serving.refresh('published', false)
  const moments = [serving.history().lastRefused!]
  for (const refused of [2, 3]) {
    await waitFor(`refusal ${refused}`, () => (serving.history().refused === refused ? true : undefined))
    moments.push(serving.history().lastRefused!)
  }
  const [first, second] = [moments[1]! - moments[0]!, moments[2]! - moments[1]!]
  // A timer may be late, never early by more than the clock's grain.
  expect(first).toBeGreaterThan(1_900)
  expect(second).toBeGreaterThan(3_900)
  expect(started.count('snapshot_refused')).toBe(1)
  await serving.refresh('SIGHUP', true)
  expect(started.count('snapshot_refused')).toBe(2)
})

test('a snapshot that was refused and withdrawn is taken when it is published again', async () => {
  const { dataDir: former, manifest } = await builtSnapshot()
  const { dataDir: later, manifest: next } = await builtSnapshot(await changedArchive(1))
  const dataDir = await temporaryFolder()
  await cp(former, dataDir, { recursive: true })
  const putManifest = async (from: string): Promise<void> => {
    await cp(join(from, 'manifest.json'), join(dataDir, 'manifest.part'))
    await rename(join(dataDir, 'manifest.part'), join(dataDir, 'manifest.json'))
  }
  const seen: Observation[] = []
  const serving = await openSnapshotSwitch({ ...LIMITS, dataDir }, (observation) => seen.push(observation))
  try {
    await putManifest(later)
    await serving.refresh('published', false)
    expect(seen.map(({ kind }) => kind)).toContain('snapshot_refused')

    await putManifest(former)
    await serving.refresh('published', false)
    expect(serving.catalog().manifest.snapshotId).toBe(manifest.snapshotId)

    await cp(later, dataDir, { recursive: true, filter: (name) => basename(name) !== 'manifest.json' })
    await putManifest(later)
    await serving.refresh('published', false)
    expect(serving.catalog().manifest.snapshotId).toBe(next.snapshotId)
  } finally {
    await serving.close()
  }
})
