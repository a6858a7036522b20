import { byteLengthOf } from '../core/pieces.ts'
import type { SqlQuery, SqlResult, SqlRunner } from '../core/ports.ts'
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
  waiters: number
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
 * may differ from run to run is neither kept nor shared. The cache belongs to the runner's snapshot.
 */
export function readThrough(runner: SqlRunner, maxBytes: number, onRead?: (isHit: boolean) => void): CachedRunner {
  const kept: BodyCache<KeptResult> = createBodyCache<KeptResult>(maxBytes, onRead)
  const shared = new Map<string, SharedRun>()

  const runAndKeep = async (key: string, query: SqlQuery, signal?: AbortSignal): Promise<SqlResult> => {
    const result = await runner.run(query, signal)
    if (result.isDeterministic) kept.put(key, { ...result, byteLength: byteLengthOf(result.json) })
    return result
  }

  const begin = (key: string, query: SqlQuery): SharedRun => {
    const abort = new AbortController()
    const clients = new Set(query.clients)
    const result = runAndKeep(key, clients.size === 0 ? query : { ...query, clients }, abort.signal).finally(() => {
      if (shared.get(key) === run) shared.delete(key)
    })
    const run: SharedRun = { result, abort, clients, waiters: 0 }
    shared.set(key, run)
    return run
  }

  /** Waits for a shared run, or until this client leaves. */
  const join = async (
    key: string,
    run: SharedRun,
    clients: ReadonlySet<string> = new Set(),
    signal?: AbortSignal,
  ): Promise<SqlResult> => {
    const left = Promise.withResolvers<never>()
    const leave = (): void => left.reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    run.waiters += 1
    for (const client of clients) run.clients.add(client)
    try {
      return await Promise.race([run.result, left.promise])
    } finally {
      signal?.removeEventListener('abort', leave)
      run.waiters -= 1
      if (run.waiters === 0) {
        // Nobody may join what is about to be ended.
        if (shared.get(key) === run) shared.delete(key)
        run.abort.abort()
      }
    }
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
      if (MAY_VARY.test(text)) return runAndKeep(key, query, signal)
      return join(key, shared.get(key) ?? begin(key, query), query.clients, signal)
    },
    retire: () => kept.retire(),
    readiness: () => runner.readiness?.() ?? 'ready',
    get byteLength() {
      return kept.byteLength
    },
    close: () => runner.close(),
  }
}
