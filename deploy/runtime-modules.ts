import { cp, mkdir, readdir } from 'node:fs/promises'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { SWAGGER_UI_FILES } from '../src/http/swagger-ui/files.ts'

/**
 * Copies only the parts of `node_modules` that the program reads into another folder: every module that can be imported from
 * its own files, and the files that are read by name. `bun deploy/runtime-modules.ts OUT`.
 */
const ROOT = join(import.meta.dir, '..')

/** Modules that are referenced by name in a string, so that no import shows them, and the files that belong to them. */
const READ_BY_NAME = ['sql.js/dist/sql-wasm.js', 'sql.js/dist/sql-wasm.wasm', 'swagger-ui-dist/package.json']

/** Modules that elements in `.tsx` files imply. */
const IMPLIED = ['preact/jsx-runtime', 'preact/jsx-dev-runtime']

/** Files that are copied from each package in use, whichever modules it has. */
const OF_PACKAGES = /^(?:package\.json|licen[cs]e.*|notice.*)$/i

/** Returns the folder of the package that a file belongs to. */
function packageOf(path: string): string {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)![0]
}

/**
 * Returns the files that a module imports, statically or dynamically; unresolved ones are optional, or could not be run here
 * either.
 */
async function importsOf(path: string): Promise<string[]> {
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) return []
  const loader = /\.[jt]sx$/.test(path) ? 'tsx' : path.endsWith('ts') ? 'ts' : 'js'
  const imports = new Bun.Transpiler({ loader }).scanImports(await Bun.file(path).text())
  return imports.flatMap(({ path: name, kind }) => {
    if (isBuiltin(name) || name === 'bun' || name.startsWith('bun:')) return []
    try {
      return kind.startsWith('require') ? [createRequire(path).resolve(name)] : [Bun.resolveSync(name, dirname(path))]
    } catch {
      return []
    }
  })
}

const own = await Array.fromAsync(new Bun.Glob('{src,build}/**/*.{ts,tsx}').scan(ROOT))
const found = new Set<string>([
  ...READ_BY_NAME.map((path) => join(ROOT, 'node_modules', path)),
  ...Array.from(SWAGGER_UI_FILES.values(), ({ location }) => location),
])
const seen = new Set([...own.map((path) => join(ROOT, path)), ...IMPLIED.map((name) => Bun.resolveSync(name, ROOT))])
// Iterating over a set includes elements added during the iteration.
for (const path of seen) {
  for (const imported of await importsOf(path)) seen.add(imported)
  if (path.includes('/node_modules/')) found.add(path)
}
for (const path of [...found]) if (!path.includes('/node_modules/')) found.delete(path)
for (const folder of new Set([...found].map(packageOf)))
  for (const name of await readdir(folder)) if (OF_PACKAGES.test(name)) found.add(join(folder, name))

const out = process.argv[2]
if (out === undefined) throw new Error('The folder to copy to is missing: name it as the argument.')
for (const path of found) {
  const target = join(out, relative(ROOT, path))
  await mkdir(dirname(target), { recursive: true })
  await cp(path, target)
}
process.stdout.write(`${found.size} files of ${new Set([...found].map(packageOf)).size} packages\n`)
