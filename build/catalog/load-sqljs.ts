import { createRequire } from 'node:module'
import type initSqlJs from 'sql.js'

const require = createRequire(import.meta.url)

/**
 * Loads a new copy of sql.js, which otherwise creates one WebAssembly instance per loaded module and keeps it permanently, with
 * the settings of the first caller. Each caller of this function gets an instance with separate settings and memory, which is
 * freed when the caller releases it.
 */
export function loadSqlJs(): typeof initSqlJs {
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

/** Reads the bytes of sql.js's WebAssembly module, for callers that instantiate it themselves. */
export function readSqlJsWasm(): Promise<ArrayBuffer> {
  return Bun.file(require.resolve('sql.js/dist/sql-wasm.wasm')).arrayBuffer()
}
