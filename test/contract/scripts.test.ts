import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BUNDLES, makeBundles } from '../../browser/bundle.ts'

/** Compressed bytes that a script of a page may have; the editor of SQL is larger by what it is made of. */
const MAX_BYTES: Readonly<Record<string, number>> = { sql: 160_000 }
const MAX_BYTES_ELSEWHERE = 15_000

test('the scripts of the pages are those that `bun run scripts` writes', async () => {
  const bundles = await makeBundles()
  expect((await readdir(BUNDLES)).sort()).toEqual(bundles.map(({ name }) => `${name}.js`))
  for (const { name, text } of bundles) {
    // Not compared by the matcher: a difference would be printed whole.
    const isSame = (await Bun.file(join(BUNDLES, `${name}.js`)).text()) === text
    expect(isSame, `${name}.js is another one: run "bun run scripts"`).toBe(true)
    expect(Bun.gzipSync(text).byteLength, name).toBeLessThan(MAX_BYTES[name] ?? MAX_BYTES_ELSEWHERE)
  }
})

test('a bundle holds the license of every package in it', async () => {
  const text = await Bun.file(join(BUNDLES, 'sql.js')).text()
  for (const part of ['@codemirror/view 6', '@lezer/lr 1', 'style-mod 4', 'MIT License', 'WITHOUT WARRANTY'])
    expect(text.slice(0, 10_000)).toContain(part)
})
