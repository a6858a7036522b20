import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'
import { codeFolders, derivedFiles } from '../fixtures/docs/rooms-page.ts'
import { ROOMS } from './rooms.ts'

const ROOT = join(import.meta.dir, '../..')

/** Most files of one room; a room of like things, one definition a file, may hold more. */
const MAX_FILES = 15
const ROOMS_OF_DEFINITIONS = ['build/insights/definitions']

// `import type` counts too: a regular expression over the text sees it, where Bun's scanImports leaves it out.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"](\.[^'"]+)['"]/g

/** The room that a file belongs to: the file itself where it has an entry, else its folder. */
function roomOf(path: string): string {
  return path in ROOMS ? path : dirname(path)
}

interface Import {
  readonly from: string
  readonly to: string
}

async function readImports(): Promise<{ readonly files: readonly string[]; readonly imports: readonly Import[] }> {
  const files: string[] = []
  const imports: Import[] = []
  for await (const path of new Bun.Glob('{src,build}/**/*.{ts,tsx}').scan(ROOT)) {
    files.push(path)
    const text = await Bun.file(join(ROOT, path)).text()
    for (const match of text.matchAll(IMPORT)) {
      const target = match[1] ?? match[2] ?? match[3] ?? ''
      // Data, such as package.json, belongs to no room.
      if (target.endsWith('.ts') || target.endsWith('.tsx'))
        imports.push({ from: path, to: relative(ROOT, join(ROOT, dirname(path), target)) })
    }
  }
  return { files, imports }
}

const { files, imports } = await readImports()

test('every file stands in a room', () => {
  expect(files.filter((path) => !(roomOf(path) in ROOMS))).toEqual([])
})

test('every import follows the direction of the rooms', () => {
  const breaches = imports.filter(({ from, to }) => {
    const [room, target] = [roomOf(from), roomOf(to)]
    return room !== target && !(ROOMS[room] ?? []).includes(target)
  })
  expect(breaches).toEqual([])
  expect(imports.length).toBeGreaterThan(500)
})

test('no room may import what no file of it imports', () => {
  const used = new Set(imports.map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`))
  const idle = Object.entries(ROOMS).flatMap(([room, targets]) =>
    targets.map((target) => `${room} -> ${target}`).filter((arrow) => !used.has(arrow)),
  )
  expect(idle).toEqual([])
})

test('rooms are listed from the bottom up, so that no arrows form a circle', () => {
  const seen = new Set<string>()
  const upwards: string[] = []
  for (const [room, targets] of Object.entries(ROOMS)) {
    upwards.push(...targets.filter((target) => !seen.has(target)).map((target) => `${room} -> ${target}`))
    seen.add(room)
  }
  expect(upwards).toEqual([])
})

test('a room holds about a dozen files', () => {
  const counts = new Map<string, number>()
  for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(([room, count]) => count > MAX_FILES && !ROOMS_OF_DEFINITIONS.includes(room))
  expect(crowded).toEqual([])
})

test('every folder has a README of a few lines at its entrance', async () => {
  for (const folder of await codeFolders()) {
    const readme = Bun.file(join(ROOT, folder, 'README.md'))
    expect(await readme.exists(), `${folder}/README.md is missing`).toBe(true)
    const [heading, ...lines] = (await readme.text()).split('\n').filter((line) => line !== '')
    expect(heading, folder).toStartWith('# ')
    expect(lines.length, folder).toBeWithin(1, 13)
  }
})

test('READMEs and the architecture page show what the rooms may import; `bun run docs` renews them', async () => {
  for (const { path, text } of await derivedFiles()) expect(await Bun.file(join(ROOT, path)).text(), path).toBe(text)
})
