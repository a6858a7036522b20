import type { Database, SqlJsConfig } from 'sql.js'
import { loadSqlJs } from './load-sqljs.ts'

/** SQLite's own `log`, `power`, `sqrt`, …, not the ones that sql.js used to bring along. */
function nativeFunctions(): SqlJsConfig & { useOldExtensionFunctions: boolean } {
  // A new object each time: sql.js makes it the module itself, memory and all.
  return { useOldExtensionFunctions: false }
}

/** A database of the bytes of a `catalog.sqlite`, with memory of its own. The caller closes it. */
export async function loadCatalog(catalog: Uint8Array): Promise<Database> {
  const sqlite = await loadSqlJs()(nativeFunctions())
  // sql.js takes a `slice` of what it is given: of a Buffer that is a view, so a large snapshot is not copied.
  return new sqlite.Database(Buffer.from(catalog.buffer, catalog.byteOffset, catalog.byteLength))
}

/** The same, for reading only. */
export async function openCatalog(catalog: Uint8Array): Promise<Database> {
  const database = await loadCatalog(catalog)
  database.exec('PRAGMA query_only = ON')
  database.exec('PRAGMA temp_store = MEMORY')
  return database
}
