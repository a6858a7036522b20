import { createRequire } from 'node:module'
import type initSqlJs from 'sql.js'
import type { SqlJsConfig, SqlJsStatic } from 'sql.js'

const require = createRequire(import.meta.url)

/**
 * Loads a new copy of sql.js, which otherwise creates one WebAssembly instance per loaded module and keeps it permanently, with
 * the settings of the first caller.
 */
function loadSqlJs(): typeof initSqlJs {
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

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * sql.js's WebAssembly module, compiled once per process: compiling takes about 30 ms of processor time, and code that has been
 * optimized for one instance is used by the next ones. It holds no memory of any instance.
 */
function compiledSqlJs(): Promise<WebAssembly.Module> {
  compiled ??= Bun.file(require.resolve('sql.js/dist/sql-wasm.wasm')).arrayBuffer().then(WebAssembly.compile)
  return compiled
}

/** A setting that types of sql.js omit: false selects SQLite's own `log`, `power`, `sqrt`, …, not those of sql.js. */
interface Settings extends SqlJsConfig {
  readonly useOldExtensionFunctions?: boolean
}

/** Creates an instance of sql.js with separate settings and memory, which is freed when the caller releases both. */
export async function instantiateSqlJs(
  settings: Settings = {},
): Promise<{ readonly sqlite: SqlJsStatic; readonly memory: WebAssembly.Memory }> {
  const module = await compiledSqlJs()
  let memory: WebAssembly.Memory | undefined
  // A new object each time: sql.js turns it into the module itself, including the memory.
  const own = {
    ...settings,
    instantiateWasm(imports: WebAssembly.Imports, onInstance: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports)
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
      onInstance(instance)
      return instance.exports
    },
  }
  const sqlite = await loadSqlJs()(own)
  if (memory === undefined) throw new Error('sql.js exports no memory; this version of it cannot be used.')
  return { sqlite, memory }
}
