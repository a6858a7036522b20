import type { Database } from 'sql.js'
import { instantiateSqlJs } from './load-sqljs.ts'

/** Loads the bytes of a `catalog.sqlite` as a database with separate memory. The caller closes it. */
export async function loadCatalog(catalog: Uint8Array): Promise<Database> {
  const { sqlite } = await instantiateSqlJs({ useOldExtensionFunctions: false })
  // sql.js calls `slice` on its input: on a Buffer, this returns a view, so a large snapshot is not copied.
  return new sqlite.Database(Buffer.from(catalog.buffer, catalog.byteOffset, catalog.byteLength))
}

/** The same as loadCatalog, but read-only. */
export async function openCatalog(catalog: Uint8Array): Promise<Database> {
  const database = await loadCatalog(catalog)
  database.exec('PRAGMA query_only = ON')
  database.exec('PRAGMA temp_store = MEMORY')
  return database
}
