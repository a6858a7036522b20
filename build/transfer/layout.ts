import type { StoredAs } from '../storage/storage.ts'

/**
 * Keys in a storage: snapshot files have the same keys as in the data folder, and so have `manifest.json` and
 * `publication.json`, which are written last.
 */

/** Keys of the manifests of all retained snapshots. */
export const SNAPSHOTS_PREFIX = 'snapshots/'

export function snapshotKey(snapshotId: string): string {
  return `${SNAPSHOTS_PREFIX}${snapshotId}.json`
}

/** Returns the snapshot ID in a key of SNAPSHOTS_PREFIX; undefined for any other key. */
export function snapshotOfKey(key: string): string | undefined {
  return /^snapshots\/([0-9a-f]{16})\.json$/.exec(key)?.[1]
}

/** Key of a Parquet table, alone in its folder, as required by engines that accept a folder as a table. */
export function tableKey(table: string, snapshotId: string): string {
  return `tables/${table}/${snapshotId}/${table}.parquet`
}

/** Returns the snapshot ID in a key of `tableKey`; undefined for any other key. */
export function snapshotOfTableKey(key: string): string | undefined {
  return /^tables\/\w+\/([0-9a-f]{16})\/\w+\.parquet$/.exec(key)?.[1]
}

/** Describes the Parquet tables of the current snapshot: keys, columns, row counts and hashes. */
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

/** Metadata of a file whose name contains its hash: its content never changes. */
export function immutableFile(key: string): StoredAs {
  return { mediaType: mediaTypeOf(key), cacheControl: 'public, max-age=31536000, immutable' }
}

/** Metadata of a file that can be replaced at any time. */
export function currentFile(key: string): StoredAs {
  return { mediaType: mediaTypeOf(key), cacheControl: 'no-cache' }
}
