import { byteLengthOf, type Pieces } from '../core/pieces.ts'
import type { SqlQuery, SqlResult, SqlRunner, SqlStream } from '../core/ports.ts'
import { type BodyCache, createBodyCache } from './body-cache.ts'

/** Matches SQL whose result could differ between runs. A false match, in a string or a name, only prevents sharing. */
const MAY_VARY =
  /\b(?:rand|random|randomblob|now|sysdate|date|time|datetime|julianday|strftime|unixepoch|timediff|current_(?:date|time|timestamp))\b/i

interface KeptResult extends SqlResult {
  readonly byteLength: number
}

/** A query that several clients wait for. */
interface SharedRun {
  readonly result: Promise<SqlResult>
  readonly abort: AbortController
  /** The waiting clients, for the runner. */
  readonly clients: Set<string>
  /** The streams of the waiting clients: one of them receives a result that is too long to be shared. */
  readonly waiters: Set<Waiter>
  /** The client that receives it. */
  owner: Waiter | undefined
  /** Settles when the result has become too long to be shared; undefined if it is not streamed. */
  readonly outgrown: PromiseWithResolvers<void> | undefined
  /** True once it needs no abort any more. */
  hasEnded: boolean
}

interface Waiter {
  readonly stream: SqlStream | undefined
}

/** A runner that caches results. */
export interface CachedRunner extends SqlRunner {
  /** Evicts all results and caches none from now on, because another snapshot is served; running queries continue. */
  retire(): void
  /** Size of the cached results in bytes. */
  readonly byteLength: number
}

/**
 * Answers repeated queries without running them: finished deterministic results are cached within `maxBytes`, and equal
 * concurrent queries run once. A client that leaves a shared run does not affect the others; when the last one leaves, the
 * run is aborted. Results that can differ between runs are neither cached nor shared. A streamed result goes to one client;
 * the other waiting clients run the query themselves. The cache belongs to the runner's snapshot.
 */
export function readThrough(runner: SqlRunner, maxBytes: number, onRead?: (isHit: boolean) => void): CachedRunner {
  const kept: BodyCache<KeptResult> = createBodyCache<KeptResult>(maxBytes, onRead)
  const shared = new Map<string, SharedRun>()

  const runAndKeep = async (key: string, query: SqlQuery, signal?: AbortSignal): Promise<SqlResult> => {
    let isStreamed = false
    const { stream } = query
    const watched: SqlQuery =
      stream === undefined
        ? query
        : {
            ...query,
            stream: {
              fromBytes: stream.fromBytes,
              write(pieces) {
                isStreamed = true
                return stream.write(pieces)
              },
            },
          }
    const result = await runner.run(watched, signal)
    if (result.isDeterministic && !isStreamed) kept.put(key, { ...result, byteLength: byteLengthOf(result.json) })
    return result
  }

  const begin = (key: string, query: SqlQuery): SharedRun => {
    const abort = new AbortController()
    const clients = new Set(query.clients)
    const waiters = new Set<Waiter>()
    const outgrown = query.stream === undefined ? undefined : Promise.withResolvers<void>()
    const stream: SqlStream | undefined =
      query.stream === undefined
        ? undefined
        : {
            fromBytes: query.stream.fromBytes,
            write(pieces: Pieces) {
              if (run.owner === undefined) {
                run.owner = [...waiters].find(({ stream }) => stream !== undefined)
                if (shared.get(key) === run) shared.delete(key)
                outgrown?.resolve()
              }
              return run.owner?.stream?.write(pieces)
            },
          }
    const clientsOfRun = clients.size === 0 ? undefined : clients
    const result = runAndKeep(key, { ...query, clients: clientsOfRun, stream }, abort.signal).finally(() => {
      run.hasEnded = true
      if (shared.get(key) === run) shared.delete(key)
    })
    const run: SharedRun = { result, abort, clients, waiters, owner: undefined, outgrown, hasEnded: false }
    shared.set(key, run)
    return run
  }

  /** Waits for a shared run, or until this client leaves. */
  const join = async (key: string, run: SharedRun, query: SqlQuery, signal?: AbortSignal): Promise<SqlResult> => {
    const waiter: Waiter = { stream: query.stream }
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    run.waiters.add(waiter)
    for (const client of query.clients ?? []) run.clients.add(client)
    try {
      if (run.outgrown !== undefined) await Promise.race([run.outgrown.promise, run.result, left.promise])
      if (run.owner === undefined || run.owner === waiter) return await Promise.race([run.result, left.promise])
    } finally {
      signal?.removeEventListener('abort', leave)
      run.waiters.delete(waiter)
      if (run.waiters.size === 0 || run.owner === waiter) {
        // Remove the run before aborting it, so that no other client joins it.
        if (shared.get(key) === run) shared.delete(key)
        if (!run.hasEnded) run.abort.abort()
      }
    }
    return runner.run(query, signal)
  }

  return {
    async run(query, signal) {
      signal?.throwIfAborted()
      const { vo } = query
      // The key of a translated query uses the original text, which is shorter.
      const [form, text] = vo === undefined ? [query.format ?? 'json', query.sql] : [`vo ${vo.format}`, vo.query]
      const key = `${form}|${query.maxRows}|${query.maxBytes ?? ''}|${text}`
      const found = kept.get(key)
      if (found !== undefined) return found
      // A result that is streamed from its first byte cannot be cached.
      if (query.stream?.fromBytes === 0) return runner.run(query, signal)
      if (MAY_VARY.test(text)) return runAndKeep(key, query, signal)
      return join(key, shared.get(key) ?? begin(key, query), query, signal)
    },
    retire: () => kept.retire(),
    readiness: () => runner.readiness?.() ?? 'ready',
    get byteLength() {
      return kept.byteLength
    },
    close: () => runner.close(),
  }
}
