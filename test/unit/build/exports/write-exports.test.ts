import { afterEach, expect, spyOn, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeExports } from '../../../../build/exports/write-exports.ts'
import * as pools from '../../../../build/workers/compress-pool.ts'
import { eachTable } from '../../../../src/format/table.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let spy: { mockRestore(): void } | undefined
afterEach(() => spy?.mockRestore())

async function write(planets: readonly (readonly Cell[])[], hosts: readonly (readonly Cell[])[]) {
  const dataDir = await temporaryFolder()
  const told: string[] = []
  const tables = {
    exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text' }, planets),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, hosts),
  }
  const effects = { log: () => {}, nowMs: () => 0, progress: (stage: string, done: number, total: number) => void told.push(`${stage} ${done}/${total}`) } // biome-ignore format: effects
  const files = await writeExports({
    tables,
    pages: eachTable((name) => pagesOf(tables[name])),
    snapshot: FAKE_MANIFEST,
    dataDir,
    effects,
  }).catch((error: Error) => error)
  return { files, told, names: await readdir(join(dataDir, 'exports')) }
}

test('every name of both tables has an export, and who waits is told how many are written', async () => {
  const { files, told, names } = await write([['a b', 'a'], ['a c', 'a'], [null, 'a']], [['a'], ['b'], ['a']]) // biome-ignore format: rows
  expect(told).toEqual(['exports of exoplanets 2/2', 'exports of stellarhosts 2/2'])
  expect(Object.keys(files)).toEqual(['exoplanets', 'stellarhosts'])
  expect(names.sort()).toEqual(
    Object.values(files)
      .map(({ path }) => path.replace('exports/', ''))
      .sort(),
  )
})

test('tables without names have packs, too, of which nothing is told', async () => {
  const { files, told, names } = await write([[null, null]], [])
  expect([told, Object.keys(files), names.length]).toEqual([[], ['exoplanets', 'stellarhosts'], 2])
})

test('files that cannot be compressed leave no pack that is not finished, and no thread', async () => {
  let isClosed = false
  spy = spyOn(pools, 'inlineCompressPool').mockImplementation(() => ({
    slots: 1,
    compress: () => Promise.reject(new Error('out of memory')),
    close() {
      isClosed = true
    },
  }))
  const { files, names } = await write([['a b', 'a']], [['a']])
  expect(files).toMatchObject({ message: 'out of memory' })
  expect([names, isClosed]).toEqual([[], true])
})
