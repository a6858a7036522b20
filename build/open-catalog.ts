import { createRequire } from 'node:module'
import type initSqlJs from 'sql.js'
import type { Database, SqlJsConfig } from 'sql.js'

const require = createRequire(import.meta.url)

/**
 * sql.js keeps the instance that the first caller in a process asked for, with that caller's settings and memory. Loaded
 * afresh, it has the settings needed here, and its memory goes when the database does.
 */
function loadAfresh(): typeof initSqlJs {
  const path = require.resolve('sql.js')
  const shared = require.cache[path]
  delete require.cache[path]
  try {
    return require(path)
  } finally {
    delete require.cache[path]
    if (shared !== undefined) require.cache[path] = shared
  }
}

/** SQLite's own `log`, `power`, `sqrt`, …, not the ones that sql.js used to bring along. */
const NATIVE_FUNCTIONS: SqlJsConfig & { useOldExtensionFunctions: boolean } = { useOldExtensionFunctions: false }

/** Opens the bytes of a `catalog.sqlite` for reading. The caller closes it. */
export async function openCatalog(catalog: Uint8Array): Promise<Database> {
  const sqlite = await loadAfresh()(NATIVE_FUNCTIONS)
  // sql.js takes a `slice` of what it is given: of a Buffer that is a view, so a large snapshot is not copied.
  const database = new sqlite.Database(Buffer.from(catalog.buffer, catalog.byteOffset, catalog.byteLength))
  database.exec('PRAGMA query_only = ON')
  database.exec('PRAGMA temp_store = MEMORY')
  return database
}
