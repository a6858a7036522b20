import { byteLengthOf, type Pieces } from '../core/pieces.ts'
import type { SqlQuery, SqlResult, SqlRunner, SqlStream } from '../core/ports.ts'
import { type BodyCache, createBodyCache } from './body-cache.ts'

/**
 * Anything in a text that could make its result differ from one run to the next; a match in a string or a name only
 * costs sharing.
 */
const MAY_VARY =
  /\b(?:rand|random|randomblob|now|sysdate|date|time|datetime|julianday|strftime|unixepoch|timediff|current_(?:date|time|timestamp))\b/i

interface KeptResult extends SqlResult {
  readonly byteLength: number
}

/** A query that several clients wait for. */
interface SharedRun {
  readonly result: Promise<SqlResult>
  readonly abort: AbortController
  /** Those who wait, for the runner to see. */
  readonly clients: Set<string>
  /** The streams of those who wait: one of them gets an answer that is too long to be shared. */
  readonly waiters: Set<Waiter>
  /** Who gets it. */
  owner: Waiter | undefined
  /** Settles when it has become too long to be shared. */
  readonly outgrown: PromiseWithResolvers<void>
}

interface Waiter {
  readonly stream: SqlStream | undefined
}

/** A runner that keeps results. */
export interface CachedRunner extends SqlRunner {
  /** Lets go of all results and keeps none from now on, for another snapshot is served; queries run on. */
  retire(): void
  /** Bytes of the results that are kept. */
  readonly byteLength: number
}

/**
 * Answers repeated queries without running them: a finished deterministic result is kept within `maxBytes`, and equal
 * queries asked at once run once. A client that leaves a shared run leaves it to the others; the last one ends it. What
 * may differ from run to run is neither kept nor shared. An answer that is streamed goes to one client; the others who
 * wait for it run the query for themselves. The cache belongs to the runner's snapshot.
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
    const outgrown = Promise.withResolvers<void>()
    const stream =
      query.stream === undefined
        ? {}
        : {
            stream: {
              fromBytes: query.stream.fromBytes,
              write(pieces: Pieces) {
                if (run.owner === undefined) {
                  run.owner = [...waiters].find(({ stream }) => stream !== undefined)
                  if (shared.get(key) === run) shared.delete(key)
                  outgrown.resolve()
                }
                return run.owner?.stream?.write(pieces)
              },
            },
          }
    const clientsOfRun = clients.size === 0 ? {} : { clients }
    const result = runAndKeep(key, { ...query, ...clientsOfRun, ...stream }, abort.signal).finally(() => {
      if (shared.get(key) === run) shared.delete(key)
    })
    const run: SharedRun = { result, abort, clients, waiters, owner: undefined, outgrown }
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
      await Promise.race([run.outgrown.promise, run.result, left.promise])
      if (run.owner === undefined || run.owner === waiter) return await Promise.race([run.result, left.promise])
    } finally {
      signal?.removeEventListener('abort', leave)
      run.waiters.delete(waiter)
      if (run.waiters.size === 0 || run.owner === waiter) {
        // Nobody may join what is about to be ended.
        if (shared.get(key) === run) shared.delete(key)
        run.abort.abort()
      }
    }
    return runner.run(query, signal)
  }

  return {
    async run(query, signal) {
      signal?.throwIfAborted()
      const { vo } = query
      // A translated query is known by what it was translated from, which is shorter.
      const [form, text] = vo === undefined ? [query.format ?? 'json', query.sql] : [`vo ${vo.format}`, vo.query]
      const key = `${form}|${query.maxRows}|${query.maxBytes ?? ''}|${text}`
      const found = kept.get(key)
      if (found !== undefined) return found
      // What is streamed from its first byte on is nothing to keep.
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
