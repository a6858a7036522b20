import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { cacheShares } from '../cache/shares.ts'
import { readThrough } from '../cache/sql-cache.ts'
import type { Catalog } from '../core/catalog/catalog.ts'
import { createCatalog } from '../core/catalog/create-catalog.ts'
import { createValueSearch } from '../core/pages/value-search.ts'
import type { Snapshot, SqlReadiness, SqlRunner } from '../core/ports.ts'
import { allTables } from '../format/manifest.ts'
import { nextPublication } from '../format/publication.ts'
import { TABLE_NAMES } from '../format/table.ts'
import type { CacheName, Observe } from '../observe.ts'
import type { Settings } from '../settings.ts'
import { createSqlPool } from '../sql/pool/pool.ts'
import type { PoolCounts } from '../sql/pool/pool-counts.ts'
import type { SqlPool } from '../sql/pool/pool-options.ts'
import { warnOfQueries } from '../sql/warnings/snapshot-facts.ts'
import { SnapshotError } from '../store/snapshot-error.ts'

/** How long the SQL processes of a new snapshot may take to be ready. */
const WARM_UP_MS = 60_000

/** One snapshot, with everything that serves it. */
export interface SnapshotService {
  readonly catalog: Catalog
  readonly pool: SqlPool
  /**
   * Marks this snapshot as the successor of `former`. Its date is then later than that of every response from `former`,
   * since it was opened some time after its publication.
   */
  succeed(former: Catalog): void
  /** Bytes of cached SQL results and cached filter results. */
  cacheBytes(): { readonly sql: number; readonly filters: number }
  /** Resolves when no query is running or waiting. */
  idle(): Promise<void>
  /** Releases the cached responses, since another snapshot is served. Running queries continue. */
  retire(): void
  close(): Promise<void>
}

/** The settings that serving a snapshot depends on. */
export type SnapshotServiceSettings = Pick<
  Settings,
  'dataDir' | 'sqlProcesses' | 'sqlQueue' | 'sqlTimeoutMs' | 'sqlMemoryMb' | 'cacheMb'
>

/** Counts a runner's queries, so that closing it can wait for them. */
class CountedRunner implements SqlRunner {
  private running = 0
  private whenIdle: PromiseWithResolvers<void> | undefined

  constructor(private readonly runner: SqlRunner) {}

  async run(...args: Parameters<SqlRunner['run']>): ReturnType<SqlRunner['run']> {
    this.running += 1
    try {
      return await this.runner.run(...args)
    } finally {
      this.running -= 1
      if (this.running === 0) this.whenIdle?.resolve()
    }
  }

  async idle(): Promise<void> {
    while (this.running > 0) {
      this.whenIdle = Promise.withResolvers<void>()
      await this.whenIdle.promise
    }
  }

  readiness(): SqlReadiness {
    return this.runner.readiness?.() ?? 'ready'
  }

  close(): Promise<void> {
    return this.runner.close()
  }
}

/**
 * The path at which SQL processes that start later find the file. A build keeps two snapshots, but a server that
 * rejected the newest ones may still be serving a third. So the file is kept open, and on Linux it is reopened through
 * `/proc` after its name has been removed.
 */
async function holdFile(path: string): Promise<{ readonly path: () => string; close(): Promise<void> }> {
  const file = await open(path, 'r')
  const held = `/proc/${process.pid}/fd/${file.fd}`
  return { path: () => (existsSync(path) || !existsSync(held) ? path : held), close: () => file.close() }
}

/** Assembles everything that serves one snapshot, and starts its SQL processes. */
export async function createSnapshotService(
  snapshot: Snapshot,
  settings: SnapshotServiceSettings,
  observe: Observe,
  counts?: PoolCounts,
): Promise<SnapshotService> {
  const file = await holdFile(snapshot.catalogPath)
  const pool = createSqlPool({
    get catalogPath() {
      return file.path()
    },
    processes: settings.sqlProcesses,
    queue: settings.sqlQueue,
    timeoutMs: settings.sqlTimeoutMs,
    memoryMb: settings.sqlMemoryMb,
    copiedBytes: snapshot.copiedBytes === 0 ? 0 : snapshot.manifest.files.catalog.bytes,
    ...(counts === undefined ? {} : { counts }),
    onFault: (fault) => observe({ kind: 'sql_process_failed', ...fault }),
  })
  const shares = cacheShares(settings.cacheMb)
  const countReads = (cache: CacheName) => (isHit: boolean) => observe({ kind: 'cache_read', cache, isHit })
  const results = readThrough(pool, shares.sqlResults, countReads('sql'))
  const search = createValueSearch(shares.filters, countReads('filters'))
  const runner = new CountedRunner(results)
  const retire = (): void => {
    results.retire()
    search.retire()
  }
  const served = { ...snapshot }
  const succeed = (former: Catalog): void => {
    const now = nextPublication(Date.now(), [former.publishedAt])
    if (now > served.publishedAt) served.publishedAt = now
  }
  const close = async (): Promise<void> => {
    await runner.close()
    await file.close()
  }
  try {
    return {
      catalog: createCatalog(served, runner, search, warnOfQueries(snapshot)),
      pool,
      succeed,
      cacheBytes: () => ({ sql: results.byteLength, filters: search.byteLength }),
      idle: () => runner.idle(),
      retire,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Computes the first responses of a snapshot in advance. Throws if they do not match the manifest. */
export async function warmUp({ catalog, pool }: SnapshotService): Promise<void> {
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => tooLate.reject(new SnapshotError('Its SQL processes did not become ready in time.')),
    WARM_UP_MS,
  )
  try {
    await Promise.race([pool.ready, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
  for (const table of TABLE_NAMES) catalog.page(table, '').body()
  for (const [table, { rows }] of allTables(catalog.manifest)) {
    const { body } = await catalog.select({ sql: `SELECT count(*) AS n FROM ${table}`, maxRows: 1 })
    const counted = JSON.parse(new TextDecoder().decode(body())).data[0].n
    if (counted !== rows)
      throw new SnapshotError(`Table "${table}" has ${counted} rows, but the manifest says ${rows}.`)
  }
}
