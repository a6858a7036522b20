import { join } from 'node:path'
import type { Catalog } from '../core/catalog/catalog.ts'
import type { Snapshot } from '../core/ports.ts'
import { MANIFEST_FILE } from '../format/manifest.ts'
import type { Observe } from '../observe.ts'
import { createPoolCounts, type PoolCounts } from '../sql/pool/pool-counts.ts'
import { openSnapshot } from '../store/open-snapshot.ts'
import { SnapshotError } from '../store/snapshot-error.ts'
import {
  createSnapshotService,
  type SnapshotService,
  type SnapshotServiceSettings,
  warmUp,
} from './snapshot-service.ts'

/** How long a request that got the catalog before a switch may take to send its query. */
const GRACE_MS = 2_000

/** The pause before a rejected snapshot is tried again, since its files may still be arriving. It doubles each time. */
const FIRST_RETRY_MS = 2_000
const MAX_RETRY_MS = 600_000

/** Maximum attempts to open a snapshot whose files are removed by a build in the meantime. */
const MAX_OPENINGS = 5

/** When snapshots have been served. Times are milliseconds since 1970. */
export interface SwitchHistory {
  /** When the current snapshot was first served. */
  readonly servedSince: number
  readonly switched: number
  readonly refused: number
  readonly lastSwitched: number | undefined
  readonly lastRefused: number | undefined
}

/** The current snapshot, and the switch to the next one. */
export interface SnapshotSwitch {
  /** The current catalog. Each request calls this once. */
  readonly catalog: () => Catalog
  /**
   * Checks for a newly published snapshot; if there is one, opens, verifies and warms it, switches to it in one step,
   * and releases the old one after its last request. A snapshot that cannot be served changes nothing: it is tried
   * again later, and logged unless the check is automatic and the message would repeat the last one. Never rejects.
   */
  refresh(reason: string, isAsked: boolean): Promise<void>
  /** The service of the current snapshot. */
  readonly current: () => SnapshotService
  readonly history: () => SwitchHistory
  /** Query counts across all snapshots. */
  readonly sqlCounts: PoolCounts
  /** Ends all SQL processes. */
  close(): Promise<void>
}

/** A published snapshot that could not be served. */
interface Refused {
  readonly manifest: string | undefined
  readonly detail: string
  readonly pauseMs: number
  readonly retry: Timer
}

async function manifestText(dataDir: string): Promise<string | undefined> {
  return Bun.file(join(dataDir, MANIFEST_FILE))
    .text()
    .catch(() => undefined)
}

/**
 * Reports that the files were copied into memory instead of mapped, and why, since each process then needs its own
 * copy.
 */
function reportCopiedFiles({ manifest, copiedBytes }: Snapshot, observe: Observe): void {
  if (copiedBytes === 0) return
  observe({
    kind: 'snapshot_copied',
    snapshotId: manifest.snapshotId,
    bytes: copiedBytes,
    bytesPerSqlProcess: manifest.files.catalog.bytes,
    detail:
      'The server has no write permission for the files in DATA_DIR, and this system can map only writable files: they are read into memory.',
  })
}

/** Opens the published snapshot. If two builds in the meantime removed its files, opens the next one. */
async function openPublished(dataDir: string, observe: Observe): Promise<Snapshot> {
  for (let opening = 1; ; opening += 1) {
    const before = await manifestText(dataDir)
    try {
      const snapshot = await openSnapshot(dataDir)
      reportCopiedFiles(snapshot, observe)
      return snapshot
    } catch (error) {
      if (opening >= MAX_OPENINGS || (await manifestText(dataDir)) === before) throw error
    }
  }
}

/** Opens and serves the published snapshot while SQL is still starting. Throws a SnapshotError if it cannot be served. */
export async function openSnapshotSwitch(settings: SnapshotServiceSettings, observe: Observe): Promise<SnapshotSwitch> {
  const { dataDir } = settings
  const startMs = performance.now()
  const sqlCounts = createPoolCounts()
  let current = await createSnapshotService(await openPublished(dataDir, observe), settings, observe, sqlCounts)
  let history: SwitchHistory = {
    servedSince: Date.now(),
    switched: 0,
    refused: 0,
    lastSwitched: undefined,
    lastRefused: undefined,
  }
  observe({ kind: 'snapshot_opened', snapshotId: idOf(current), ms: performance.now() - startMs })

  const leaving = new Set<SnapshotService>()
  let isClosed = false
  let refused: Refused | undefined

  const retire = async (old: SnapshotService, sinceMs: number): Promise<void> => {
    leaving.add(old)
    await Bun.sleep(GRACE_MS)
    await old.idle()
    if (!leaving.delete(old)) return
    await old.close()
    // Snapshot files stay mapped until garbage collection. A build may have removed them already, and their disk space
    // is freed only then.
    Bun.gc(false)
    observe({ kind: 'snapshot_released', snapshotId: idOf(old), ms: performance.now() - sinceMs })
  }

  const switchTo = async (reason: string): Promise<void> => {
    const noticedMs = performance.now()
    const next = await createSnapshotService(await openPublished(dataDir, observe), settings, observe, sqlCounts)
    try {
      await warmUp(next)
    } catch (error) {
      await next.close()
      throw error
    }
    if (isClosed || idOf(next) === idOf(current)) return next.close()
    const old = current
    next.succeed(old.catalog)
    current = next
    old.retire()
    const switchedMs = performance.now()
    const now = Date.now()
    history = { ...history, servedSince: now, switched: history.switched + 1, lastSwitched: now }
    observe({
      kind: 'snapshot_switched',
      snapshotId: idOf(next),
      previous: idOf(old),
      reason,
      ms: switchedMs - noticedMs,
    })
    void retire(old, switchedMs)
  }

  const refuse = (manifest: string | undefined, error: unknown, isAsked: boolean): void => {
    const detail = error instanceof SnapshotError ? error.message : String(error)
    history = { ...history, refused: history.refused + 1, lastRefused: Date.now() }
    const former = refused?.manifest === manifest ? refused : undefined
    clearTimeout(refused?.retry)
    if (isAsked || former?.detail !== detail) observe({ kind: 'snapshot_refused', serving: idOf(current), detail })
    const pauseMs = Math.min(MAX_RETRY_MS, former === undefined ? FIRST_RETRY_MS : 2 * former.pauseMs)
    const retry = setTimeout(() => void refresh('retried', false, true), pauseMs)
    retry.unref()
    refused = { manifest, detail, pauseMs, retry }
  }

  const forget = (): void => {
    clearTimeout(refused?.retry)
    refused = undefined
  }

  const look = async (reason: string, isAsked: boolean, isRetry: boolean): Promise<void> => {
    const manifest = await manifestText(dataDir)
    if (isClosed) return
    // Rejected, replaced by the current snapshot, and published again: this counts as new, and its retry timer is gone.
    if (isOf(manifest, idOf(current))) return forget()
    if (manifest === refused?.manifest && !isAsked && !isRetry) return
    try {
      await switchTo(reason)
      forget()
    } catch (error) {
      if (!isClosed) refuse(manifest, error, isAsked)
    }
  }

  let looking: Promise<void> = Promise.resolve()
  const refresh = (reason: string, isAsked: boolean, isRetry = false): Promise<void> => {
    // One check at a time: a snapshot published while another is being opened is checked next.
    looking = looking.then(() => look(reason, isAsked, isRetry))
    return looking
  }

  return {
    catalog: () => current.catalog,
    current: () => current,
    history: () => history,
    sqlCounts,
    refresh,
    async close() {
      isClosed = true
      clearTimeout(refused?.retry)
      const former = [...leaving]
      leaving.clear()
      await Promise.all([current, ...former].map((served) => served.close()))
    },
  }
}

function idOf({ catalog }: SnapshotService): string {
  return catalog.manifest.snapshotId
}

/** Whether a manifest belongs to this snapshot. */
function isOf(text: string | undefined, snapshotId: string): boolean {
  try {
    return JSON.parse(text ?? '').snapshotId === snapshotId
  } catch {
    return false
  }
}
