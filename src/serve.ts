import type { Manifest } from './format/manifest.ts'
import { createApp } from './http/app.ts'
import { createLazyMcp } from './mcp/lazy.ts'
import type { Observe } from './observe.ts'
import { startServing } from './serving.ts'
import { type Settings, SettingsError } from './settings.ts'
import { watchManifest } from './watch-manifest.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly observe: Observe
  /** Whether other processes listen on the same port, among which the system shares out connections. */
  readonly sharesPort?: boolean
}

export interface RunningServer {
  /** The address it listens on, without a slash at the end. */
  readonly url: string
  /** What it serves at the moment. */
  readonly manifest: Manifest
  /** Looks for a newly published snapshot now, without waiting to be told. */
  refresh(reason: string): Promise<void>
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

/** True where the answer may take longer than IDLE_TIMEOUT_S. */
function mayTakeLong(url: string): boolean {
  return url.includes('/rest/query') || url.includes('/mcp')
}

/** Hosts to listen on that are no address to ask. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** Opens the snapshot and listens. Throws a SnapshotError, or a SettingsError where it cannot listen. */
export async function serve({ settings, observe, sharesPort = false }: ServeOptions): Promise<RunningServer> {
  const serving = await startServing(settings, observe)
  const { catalog } = serving
  let stopping: Promise<void> | undefined
  let address: string | undefined
  const mcp = createLazyMcp({ catalog, settings, observe })
  const app = createApp({
    catalog,
    settings,
    observe,
    isStopping: () => stopping !== undefined,
    address: () => (ANY_ADDRESS.has(settings.host) ? undefined : address),
    mcp,
  })

  let server: Bun.Server<undefined>
  try {
    server = Bun.serve({
      hostname: settings.host,
      port: settings.port,
      reusePort: sharesPort,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch(request, listener) {
        if (mayTakeLong(request.url)) listener.timeout(request, 0)
        return app.fetch(request)
      },
    })
  } catch (cause) {
    await serving.close()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SettingsError(`it cannot listen on HOST "${settings.host}", PORT ${settings.port}: ${reason}`, { cause })
  }
  const unwatch = watchManifest(settings.dataDir, () => void serving.refresh('published', false))
  // What was published between the first look and the watch.
  void serving.refresh('published', false)

  address = server.url.href.replace(/\/$/, '')

  async function end(reason: string): Promise<void> {
    const stopMs = performance.now()
    observe({ kind: 'stopping', reason })
    unwatch()
    await Bun.sleep(NOTICE_MS)
    const drained = server.stop()
    await Promise.race([drained, Bun.sleep(DRAIN_MS)])
    const cut = server.pendingRequests
    await serving.close()
    if (cut > 0) await Promise.race([drained, Bun.sleep(FLUSH_MS)])
    await server.stop(true)
    observe({ kind: 'stopped', ms: performance.now() - stopMs, cut })
  }

  return {
    url: address,
    get manifest() {
      return catalog().manifest
    },
    refresh: (reason) => serving.refresh(reason, true),
    stop(reason) {
      stopping ??= end(reason)
      return stopping
    },
  }
}
