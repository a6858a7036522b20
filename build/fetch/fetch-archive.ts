import { join } from 'node:path'
import { PROVENANCE_FILE } from '../archive/files/provenance.ts'
import { formatDuration } from '../terminal/format-duration.ts'
import { openStaging, type StagingFolder } from './archive-folder.ts'
import type { FetchEffects } from './effects.ts'
import { baseName, type FetchConfig } from './fetch-settings.ts'
import { type FetchedFile, TableFetcher, type TableOrder } from './fetch-table.ts'

const COLUMN_FACTS = ['table_name', 'column_name', 'description', 'unit', 'datatype'] as const

function tableOrder(table: string): TableOrder {
  const name = baseName(table)
  return {
    name: `${name}.csv.gz`,
    query: `select * from ${table}`,
    countQuery: `select count(*) from ${table}`,
    requiredColumns: name === 'stellarhosts' ? ['hostname'] : ['hostname', 'pl_name'],
  }
}

/** The column catalogue of the fetched tables. */
function columnsOrder(tables: readonly string[]): TableOrder {
  const where = `from TAP_SCHEMA.columns where table_name in (${tables.map((table) => `'${table}'`).join(',')})`
  return {
    name: 'columns.csv.gz',
    query: `select ${COLUMN_FACTS.join(',')} ${where}`,
    countQuery: `select count(*) ${where}`,
    requiredColumns: COLUMN_FACTS,
  }
}

/** What an archive folder says of one of its files. */
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

/** An archive that has arrived and was checked, beside the one whose place it may take. */
export interface FetchedArchive {
  /** Where it is until it takes that place. */
  readonly folder: string
  readonly files: readonly FetchedFile[]
  readonly replaceOld: StagingFolder['replaceOld']
}

/**
 * Fetches the tables and their column catalogue into a new archive folder and hands it to `use`. It is gone afterwards, and
 * the old one is as it was, unless `use` puts it in the place of that.
 */
export async function fetchArchive<T>(
  config: FetchConfig,
  userAgent: string,
  effects: FetchEffects,
  use: (archive: FetchedArchive) => Promise<T>,
): Promise<T> {
  const { tapUrl, firstByteMs, stall, totalMs, outDir } = config
  const staging = await openStaging(outDir)
  try {
    const startedAt = effects.now()
    const startMs = effects.nowMs()
    const tap = { url: tapUrl, userAgent, firstByteMs, stall, totalMs, now: effects.now, nowMs: effects.nowMs }
    const fetcher = new TableFetcher(tap, config.attempts, effects)
    const files: FetchedFile[] = []
    // One after the other: the service is a shared one. The small file first, since it tells soonest what is wrong.
    for (const order of [columnsOrder(config.tables), ...config.tables.map(tableOrder)])
      files.push(await fetcher.fetch(order, staging.path))
    const provenance = {
      source: tapUrl,
      fetchedAt: startedAt.toISOString(),
      userAgent,
      files: files.map(provenanceOf),
    }
    await Bun.write(join(staging.path, PROVENANCE_FILE), `${JSON.stringify(provenance, null, 2)}\n`)
    effects.log(`fetched ${files.length} files in ${formatDuration(effects.nowMs() - startMs)}`)
    return await use({ folder: staging.path, files, replaceOld: staging.replaceOld })
  } finally {
    await staging.close()
  }
}
