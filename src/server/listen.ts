import { createClientAddress } from '../clients/client-address.ts'
import type { Manifest } from '../format/manifest.ts'
import { type App, createApp } from '../http/app.ts'
import { createLazyMcp } from '../mcp/transport/lazy.ts'
import { type CallName, createRunningCalls } from '../mcp/transport/running-calls.ts'
import type { Observe, Observer } from '../observe.ts'
import { noSiblings, type Siblings } from '../process/siblings.ts'
import { listenError, type Settings } from '../settings.ts'
import { watchManifest } from './manifest-watch.ts'
import { openJobs } from './open-jobs.ts'
import { createServiceMetrics } from './service-metrics.ts'
import { openSnapshotSwitch } from './snapshot-switch.ts'
import { createUnreadConnections } from './unread-connections.ts'

export interface ListenOptions {
  readonly settings: Settings
  readonly observe: Observe
  /** Number of observations of each kind, for `/metrics`. */
  readonly counters?: Observer['counters']
  /** Whether other processes listen on the same port; the system distributes connections among all of them. */
  readonly sharesPort?: boolean
  /** The other server processes; none by default. */
  readonly siblings?: Siblings
  /** 1 to 240; by default IDLE_TIMEOUT_S and DRAIN_TIMEOUT_S. Bun checks every four seconds. */
  readonly idleTimeoutS?: number
  readonly drainTimeoutS?: number
}

export interface RunningServer {
  /** The URL of the listener, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Manifest of the current snapshot. */
  readonly manifest: Manifest
  /** Checks for a newly published snapshot now, without waiting for a notification. */
  refresh(reason: string): Promise<void>
  /** Stops the service within 4.5 seconds, after answering pending requests. A second call waits for the first. */
  stop(reason: string): Promise<void>
}

/**
 * Seconds for which a connection may be idle. Connections that wait for a response are exempt, since a query may take
 * longer.
 */
const IDLE_TIMEOUT_S = 30

/**
 * Seconds for which a client may read nothing of a long response, or of one that it waited for. The system reports
 * progress in steps of a third of its buffers: with 30 seconds, a reader of 30 KB/s was cut off in the middle of a page
 * of 9 MB (measured).
 */
const DRAIN_TIMEOUT_S = 120

/** Only `/mcp` and forms accept bodies, of at most 1 MiB; the higher limit lets them report larger ones themselves. */
const MAX_BODY_BYTES = 2 * 1_048_576

/** How long `/health` returns 503, while everything else is still served, before the listener closes. */
const NOTICE_MS = 250

/** How long pending requests may take after that, before running queries are aborted. */
const DRAIN_MS = 3_500

/** How long clients can then take to read the last responses. */
const FLUSH_MS = 500

/** Hosts to listen on that are not addresses for requests. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]'])

/** Opens the snapshot and listens. Throws a SnapshotError, or the error for an unusable listening address. */
export async function listen({
  settings,
  observe,
  counters = () => ({}),
  sharesPort = false,
  siblings = noSiblings(),
  idleTimeoutS = IDLE_TIMEOUT_S,
  drainTimeoutS = DRAIN_TIMEOUT_S,
}: ListenOptions): Promise<RunningServer> {
  const snapshots = await openSnapshotSwitch(settings, observe)
  const { catalog } = snapshots
  const jobs = await openJobs(settings, observe)
  let stopping: Promise<void> | undefined
  let address: string | undefined
  let server: Bun.Server<undefined>
  const clientAddress = createClientAddress(settings.trustedProxies)
  const clientOf = (request: Request): string => clientAddress(server.requestIP(request)?.address, request.headers)
  const calls = createRunningCalls()
  siblings.answer('mcp_calls', (name) => calls.count(name as CallName))
  siblings.answer('mcp_cancel', (name) => calls.cancel(name as CallName))
  const mcp = createLazyMcp({
    catalog,
    settings,
    observe,
    clientOf,
    calls,
    async cancel(name) {
      const counts = (await siblings.ask('mcp_calls', name)) as number[]
      if (counts.reduce((sum, count) => sum + count, 0) === 1) await siblings.ask('mcp_cancel', name)
    },
    onReceived: (request) => server.timeout(request, 0),
  })
  const metrics = settings.metrics
    ? createServiceMetrics({
        snapshots,
        siblings,
        dataDir: settings.dataDir,
        ...(jobs === undefined ? {} : { jobs: jobs.service }),
        observed: counters,
        pendingRequests: () => server.pendingRequests,
        keptBytes: () => app.keptBytes(),
      })
    : undefined
  const isLeftUnread = createUnreadConnections(() => server.port!)
  const app: App = createApp({
    catalog,
    settings,
    observe,
    clientOf,
    isStopping: () => stopping !== undefined,
    address: () => (ANY_ADDRESS.has(settings.host) ? undefined : address),
    mcp,
    ...(jobs === undefined ? {} : { jobs: jobs.service }),
    ...(metrics === undefined
      ? {}
      : { createRecorder: metrics.createRecorder, traffic: metrics.traffic, metrics: metrics.text }),
    connections: {
      of(request) {
        const peer = server.requestIP(request)
        return peer === null ? undefined : `${peer.address} ${peer.port}`
      },
      get pending() {
        return server.pendingRequests
      },
      // Responses still unread when the service stops are cut as well, but not because of their clients.
      wasCut: async (connection) =>
        stopping === undefined && (await isLeftUnread(Number(connection.slice(connection.lastIndexOf(' ') + 1)))),
    },
    onLongBody: (request) => server.timeout(request, drainTimeoutS),
    onReceived: (request) => server.timeout(request, 0),
  })

  /**
   * Exempts a connection from the idle timeout between the end of its request and the response: the client is not the
   * idle side.
   */
  const exempt = async (request: Request, answer: Promise<Response>): Promise<Response> => {
    // The handlers that read a body, those of /mcp and forms, report its arrival.
    if (request.body === null) server.timeout(request, 0)
    try {
      return await answer
    } finally {
      server.timeout(request, drainTimeoutS)
    }
  }

  try {
    server = Bun.serve({
      hostname: settings.host,
      port: settings.port,
      reusePort: sharesPort,
      idleTimeout: idleTimeoutS,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch(request) {
        const answer = app.fetch(request)
        return answer instanceof Promise ? exempt(request, answer) : answer
      },
      // If this were unset or true, Bun would show clients the error and the program's location.
      development: false,
      error: (thrown) => app.fail(thrown),
    })
  } catch (cause) {
    await jobs?.close()
    await snapshots.close()
    throw await listenError(settings.host, settings.port, cause)
  }
  const unwatch = watchManifest(settings.dataDir, () => void snapshots.refresh('published', false))
  // Covers a snapshot published between the first check and the start of the watch.
  void snapshots.refresh('published', false)

  address = server.url.href.replace(/\/$/, '')

  async function end(reason: string): Promise<void> {
    const stopMs = performance.now()
    observe({ kind: 'stopping', reason })
    unwatch()
    await Bun.sleep(NOTICE_MS)
    const drained = server.stop()
    await Promise.race([drained, Bun.sleep(DRAIN_MS)])
    const cut = server.pendingRequests
    await jobs?.close()
    await snapshots.close()
    if (cut > 0) await Promise.race([drained, Bun.sleep(FLUSH_MS)])
    await server.stop(true)
    observe({ kind: 'stopped', ms: performance.now() - stopMs, cut })
  }

  return {
    url: address,
    port: server.port!,
    get manifest() {
      return catalog().manifest
    },
    refresh: (reason) => snapshots.refresh(reason, true),
    stop(reason) {
      stopping ??= end(reason)
      return stopping
    },
  }
}
