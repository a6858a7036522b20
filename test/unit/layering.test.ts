import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/** What each layer may import besides itself. A file directly in `src/` or `build/` is a layer of its own name. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/format': [],
  'src/core': ['src/format'],
  'src/map-file.ts': [],
  'src/store': ['src/core', 'src/format', 'src/map-file.ts'],
  'src/sql': ['src/core', 'src/format', 'src/map-file.ts'],
  'src/cache': ['src/core', 'src/format'],
  'src/observe.ts': ['src/core', 'src/format'],
  'src/settings.ts': ['src/core', 'src/format', 'src/observe.ts'],
  // Holds what the store gives against SQL of its own; asks nothing of the service's SQL or doors.
  'src/verify': ['src/core', 'src/format', 'src/store'],
  'src/watch-manifest.ts': ['src/format'],
  'src/group.ts': ['src/observe.ts', 'src/settings.ts'],
  'src/http': ['src/core', 'src/format', 'src/cache', 'src/observe.ts', 'src/settings.ts'],
  'src/mcp': ['src/core', 'src/format', 'src/cache', 'src/observe.ts', 'src/settings.ts'],
  // The start builds where the server is going to read.
  build: ['src/format', 'src/settings.ts'],
}
/** Where the parts are put together: `served-snapshot.ts` and `serving.ts` do it for each snapshot, the others for the process. */
const ANYTHING = ['src/main.ts', 'src/serve.ts', 'src/serving.ts', 'src/served-snapshot.ts', 'test']

function layerOf(path: string): string {
  const [top, second] = path.split('/')
  return top === 'src' ? `src/${second}` : (top ?? path)
}

// `import type` counts too: a regular expression over the text sees it, where Bun's scanImports leaves it out.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"](\.[^'"]+)['"]/g

test('every import follows the one direction of the layers', async () => {
  const breaches: string[] = []
  let imports = 0
  for await (const path of new Bun.Glob('{src,build}/**/*.ts').scan(ROOT)) {
    const layer = layerOf(path)
    if (ANYTHING.includes(layer)) continue
    const text = await Bun.file(join(ROOT, path)).text()
    for (const match of text.matchAll(IMPORT)) {
      imports += 1
      const target = relative(ROOT, join(ROOT, dirname(path), match[1] ?? match[2] ?? match[3] ?? ''))
      const targetLayer = layerOf(target)
      if (targetLayer !== layer && !(MAY_IMPORT[layer] ?? []).includes(targetLayer))
        breaches.push(`${path} -> ${target}`)
    }
  }
  expect(breaches).toEqual([])
  expect(imports).toBeGreaterThan(0)
})
