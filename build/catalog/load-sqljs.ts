import { createRequire } from 'node:module'
import type initSqlJs from 'sql.js'

const require = createRequire(import.meta.url)

/**
 * sql.js makes one WebAssembly instance per loaded module and keeps it for good, with the settings of whoever asked first.
 * Loaded afresh, each caller has an instance with settings and memory of its own, which goes when the caller lets go of it.
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

/** The bytes of sql.js's WebAssembly module, for those who instantiate it themselves. */
export function readSqlJsWasm(): Promise<ArrayBuffer> {
  return Bun.file(require.resolve('sql.js/dist/sql-wasm.wasm')).arrayBuffer()
}
