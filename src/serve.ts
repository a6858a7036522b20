import { readThrough } from './cache/sql-cache.ts'
import { catalogOf } from './core/catalog-of.ts'
import type { Manifest } from './format/manifest.ts'
import { createApp } from './http/app.ts'
import { createMcp } from './mcp/server.ts'
import type { Observe } from './observe.ts'
import type { Settings } from './settings.ts'
import { createSqlPool } from './sql/pool.ts'
import { openSnapshot } from './store/open-snapshot.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly observe: Observe
}

export interface RunningServer {
  /** The address it listens on, without a slash at the end. */
  readonly url: string
  readonly manifest: Manifest
  /** Ends the service within STOP_MS, answering what is under way. The second call waits for the first. */
  stop(reason: string): Promise<void>
}

/** Seconds that a connection may be silent. A query that is being waited for is exempt: it may take longer. */
const IDLE_TIMEOUT_S = 30

/** Only `/mcp` takes bodies, and none above 1 MiB; the rest of the room lets it say so itself. */
const MAX_BODY_BYTES = 2 * 1_048_576

/** How long `/health` says 503, and everything else is still served, before the listener closes. */
const NOTICE_MS = 250

/** After this much of STOP_MS, queries that are still running are told to give up. */
const DRAIN_MS = 3_500

/** How long clients have to take the last answers after that. */
const FLUSH_MS = 500

/** The longest that stopping takes. */
export const STOP_MS = NOTICE_MS + DRAIN_MS + FLUSH_MS

/** Bytes per MiB of CACHE_MB that hold plain results of queries; the rest holds bodies ready to send. */
const SQL_CACHE_SHARE = 1_048_576 / 4

/** True where the answer may take longer than IDLE_TIMEOUT_S. */
function mayTakeLong(url: string): boolean {
  return url.includes('/rest/query') || url.includes('/mcp')
}

/** Opens the snapshot and listens. Throws a SnapshotError, or the system's error where it cannot listen. */
export async function serve({ settings, observe }: ServeOptions): Promise<RunningServer> {
  const startMs = performance.now()
  const snapshot = await openSnapshot(settings.dataDir)
  const { manifest } = snapshot
  observe({ kind: 'snapshot_opened', snapshotId: manifest.snapshotId, ms: performance.now() - startMs })

  let stopping: Promise<void> | undefined
  let address: string | undefined
  const pool = createSqlPool({
    catalogPath: snapshot.catalogPath,
    processes: settings.sqlProcesses,
    queue: settings.sqlQueue,
    timeoutMs: settings.sqlTimeoutMs,
    memoryMb: settings.sqlMemoryMb,
    onFault: (fault) => observe({ kind: 'sql_process_failed', ...fault }),
  })
  const runner = readThrough(pool, settings.cacheMb * SQL_CACHE_SHARE)
  const catalog = catalogOf(snapshot, runner)
  const mcp = createMcp({ catalog: () => catalog, settings, observe })
  const app = createApp({
    catalog: () => catalog,
    settings,
    observe,
    isStopping: () => stopping !== undefined,
    address: () => address,
    mcp,
  })

  let server: Bun.Server<undefined>
  try {
    server = Bun.serve({
      hostname: settings.host,
      port: settings.port,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch(request, listener) {
        if (mayTakeLong(request.url)) listener.timeout(request, 0)
        return app.fetch(request)
      },
    })
  } catch (error) {
    await runner.close()
    throw error
  }

  address = server.url.href.replace(/\/$/, '')

  async function end(reason: string): Promise<void> {
    const stopMs = performance.now()
    observe({ kind: 'stopping', reason })
    await Bun.sleep(NOTICE_MS)
    const drained = server.stop()
    await Promise.race([drained, Bun.sleep(DRAIN_MS)])
    const cut = server.pendingRequests
    await runner.close()
    if (cut > 0) await Promise.race([drained, Bun.sleep(FLUSH_MS)])
    await server.stop(true)
    observe({ kind: 'stopped', ms: performance.now() - stopMs, cut })
  }

  return {
    url: address,
    manifest,
    stop(reason) {
      stopping ??= end(reason)
      return stopping
    },
  }
}
