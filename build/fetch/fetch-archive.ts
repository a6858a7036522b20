import { join } from 'node:path'
import { PROVENANCE_FILE } from '../archive/files/provenance.ts'
import { formatDuration } from '../terminal/format.ts'
import { openStaging, type StagingFolder } from './archive-folder.ts'
import { adviceByHand, COLUMN_FACTS, columnsQuery, tableQuery } from './by-hand.ts'
import type { FetchEffects } from './effects.ts'
import { FetchError } from './fetch-error.ts'
import { baseName, type FetchConfig } from './fetch-settings.ts'
import { type FetchedFile, type FetchJob, TableFetcher } from './fetch-table.ts'

/** Columns without which the tables of every archive cannot be built. */
const REQUIRED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  stellarhosts: ['hostname'],
  ps: ['hostname', 'pl_name'],
  exoplanets: ['hostname', 'pl_name'],
  pscomppars: ['hostname', 'pl_name'],
}

function tableOrder(table: string): FetchJob {
  const name = baseName(table).toLowerCase()
  return {
    name: `${name}.csv.gz`,
    query: tableQuery(table),
    countQuery: `select count(*) from ${table}`,
    requiredColumns: REQUIRED_COLUMNS[name] ?? [],
  }
}

/** The column catalog of the fetched tables. */
function columnsOrder(tables: readonly string[]): FetchJob {
  const { query, where } = columnsQuery(tables)
  return { name: 'columns.csv.gz', query, countQuery: `select count(*) ${where}`, requiredColumns: COLUMN_FACTS }
}

/** What an archive folder records about one of its files. */
interface FileProvenance {
  readonly name: string
  readonly query: string
  readonly startedAt: string
  readonly seconds: number
  readonly rows: number
  readonly columns: number
  readonly bytes: number
  readonly sha256: string
  readonly textBytes: number
  readonly textSha256: string
}

function provenanceOf(file: FetchedFile): FileProvenance {
  return {
    name: file.name,
    query: file.query,
    startedAt: file.startedAt.toISOString(),
    seconds: Math.round(file.elapsedMs) / 1000,
    rows: file.rows,
    columns: file.columns.length,
    bytes: file.bytes,
    sha256: file.sha256,
    textBytes: file.textBytes,
    textSha256: file.textSha256,
  }
}

/** A fetched and checked archive in the staging folder, next to the one that it can replace. */
export interface FetchedArchive extends StagingFolder {
  readonly files: readonly FetchedFile[]
}

/**
 * Fetches the tables and their column catalog into a new archive folder. Disposing of the archive removes the new folder and
 * leaves the old one unchanged, unless the new one has replaced it.
 */
export async function fetchArchive(
  config: FetchConfig,
  userAgent: string,
  effects: FetchEffects,
): Promise<FetchedArchive> {
  const staging = await openStaging(config.outDir)
  try {
    return { ...staging, files: await fetchFiles(config, staging.path, userAgent, effects) }
  } catch (error) {
    await staging[Symbol.asyncDispose]()
    if (!(error instanceof FetchError) || !error.needsBrowser) throw error
    const { message, isTransient, needsBrowser } = error
    throw new FetchError(message, { isTransient, needsBrowser, advice: adviceByHand(config) }, { cause: error })
  }
}

async function fetchFiles(
  { tapUrl, firstByteMs, stall, totalMs, tables, attempts }: FetchConfig,
  folder: string,
  userAgent: string,
  effects: FetchEffects,
): Promise<readonly FetchedFile[]> {
  const startedAt = effects.now()
  const startMs = effects.nowMs()
  const tap = { url: tapUrl, userAgent, firstByteMs, stall, totalMs, now: effects.now, nowMs: effects.nowMs }
  const fetcher = new TableFetcher(tap, attempts, effects)
  const files: FetchedFile[] = []
  // Fetch one file after the other, because the service is shared. The small file comes first, since it shows errors soonest.
  for (const order of [columnsOrder(tables), ...tables.map(tableOrder)]) files.push(await fetcher.fetch(order, folder))
  const provenance = {
    source: tapUrl,
    fetchedAt: startedAt.toISOString(),
    userAgent,
    files: files.map(provenanceOf),
  }
  await Bun.write(join(folder, PROVENANCE_FILE), `${JSON.stringify(provenance, null, 2)}\n`)
  effects.log(`fetched ${files.length} files in ${formatDuration(effects.nowMs() - startMs)}`)
  return files
}

/** Fetches the archive and replaces the existing one. */
export async function fetchAndReplace(config: FetchConfig, userAgent: string, effects: FetchEffects): Promise<void> {
  await using archive = await fetchArchive(config, userAgent, effects)
  await using replacement = await archive.replaceOld()
  await replacement.keep()
}

/** The User-Agent header sent to the archive: name, version, and a description. */
export async function userAgent(): Promise<string> {
  const { name, version }: { name: string; version: string } = await Bun.file(
    join(import.meta.dir, '../../package.json'),
  ).json()
  return `${name}/${version} (mirror of the catalog tables; Bun/${Bun.version})`
}
