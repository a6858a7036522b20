import type { Database, SqlJsConfig } from 'sql.js'
import { loadSqlJs } from './load-sqljs.ts'

/** Selects SQLite's own `log`, `power`, `sqrt`, …, not those that sql.js used to include. */
function nativeFunctions(): SqlJsConfig & { useOldExtensionFunctions: boolean } {
  // A new object each time: sql.js turns it into the module itself, including the memory.
  return { useOldExtensionFunctions: false }
}

/** Loads the bytes of a `catalog.sqlite` as a database with separate memory. The caller closes it. */
export async function loadCatalog(catalog: Uint8Array): Promise<Database> {
  const sqlite = await loadSqlJs()(nativeFunctions())
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
