import { expect, test } from 'bun:test'
import { openSnapshotSwitch } from '../../../src/server/snapshot-switch.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const LIMITS = { sqlProcesses: 1, sqlQueue: 8, sqlTimeoutMs: 60_000, sqlMemoryMb: 64, cacheMb: 16 }

test('without a snapshot nothing is served', async () => {
  await expect(openSnapshotSwitch({ ...LIMITS, dataDir: await temporaryFolder() }, () => {})).rejects.toThrow(
    SnapshotError,
  )
})
