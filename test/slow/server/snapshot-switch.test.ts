import { expect, test } from 'bun:test'
import { cp, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Observation } from '../../../src/observe.ts'
import { openSnapshotSwitch } from '../../../src/server/snapshot-switch.ts'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const LIMITS = { sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 30_000, sqlMemoryMb: 256, cacheMb: 16 }

test('a snapshot that was refused and withdrawn is taken when it is published again', async () => {
  const { dataDir: former, manifest } = await builtSnapshot()
  const { dataDir: later, manifest: next } = await builtSnapshot(await changedArchive(5))
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
}, 30_000)
