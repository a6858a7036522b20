import type { StoredAs } from '../storage/storage.ts'

/**
 * Keys in a storage: the files of snapshots have those of the data folder, and so have `manifest.json` and
 * `publication.json`, which are written last.
 */

/** The manifest of each snapshot that is kept. */
export const SNAPSHOTS_PREFIX = 'snapshots/'

export function snapshotKey(snapshotId: string): string {
  return `${SNAPSHOTS_PREFIX}${snapshotId}.json`
}

/** The snapshot of a key of SNAPSHOTS_PREFIX; undefined for what is no such key. */
export function snapshotOfKey(key: string): string | undefined {
  return /^snapshots\/([0-9a-f]{16})\.json$/.exec(key)?.[1]
}

/** A table as Parquet, alone in its folder, as engines want that take a folder for a table. */
export function tableKey(table: string, snapshotId: string): string {
  return `tables/${table}/${snapshotId}/${table}.parquet`
}

/** The snapshot of a key of `tableKey`; undefined for what is no such key. */
export function snapshotOfTableKey(key: string): string | undefined {
  return /^tables\/\w+\/([0-9a-f]{16})\/\w+\.parquet$/.exec(key)?.[1]
}

/** What the Parquet tables of the current snapshot are: where, which columns, how many rows, which hashes. */
export const TABLES_FILE = 'tables.json'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  sqlite: 'application/vnd.sqlite3',
  parquet: 'application/vnd.apache.parquet',
  gz: 'application/gzip',
  txt: 'text/plain; charset=utf-8',
}

function mediaTypeOf(key: string): string {
  return MEDIA_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}

/** A file whose name holds its hash: what is under it never changes. */
export function immutableFile(key: string): StoredAs {
  return { mediaType: mediaTypeOf(key), cacheControl: 'public, max-age=31536000, immutable' }
}

/** A file that another one may take the place of at any time. */
export function currentFile(key: string): StoredAs {
  return { mediaType: mediaTypeOf(key), cacheControl: 'no-cache' }
}
