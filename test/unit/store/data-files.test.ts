import { expect, test } from 'bun:test'
import { cp, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { createCatalog } from '../../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../../src/core/ports.ts'
import type { Manifest } from '../../../src/format/manifest.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function copied(): Promise<{ dataDir: string; manifest: Manifest; pathOf: (name: string) => string }> {
  const { dataDir: built, manifest } = await builtSnapshot()
  const dataDir = join(await temporaryFolder(), 'data')
  await cp(built, dataDir, { recursive: true })
  return { dataDir, manifest, pathOf: (name) => join(dataDir, manifest.files.data[name]!.path) }
}

async function damage(path: string): Promise<Uint8Array> {
  const bytes = await Bun.file(path).bytes()
  const damaged = bytes.slice()
  damaged[damaged.length >> 1]! ^= 1
  await Bun.write(path, damaged)
  return bytes
}

test('a file of whole tables is verified when it is asked for, and again after it was mended', async () => {
  const { dataDir, pathOf } = await copied()
  const whole = await damage(pathOf('exoplanets.parquet'))
  const snapshot = await openSnapshot(dataDir)
  await snapshot.dataFile('stellarhosts.parquet')!.verified()
  await expect(snapshot.dataFile('exoplanets.parquet')!.verified()).rejects.toThrow(SnapshotError)
  await Bun.write(pathOf('exoplanets.parquet'), whole)
  await snapshot.dataFile('exoplanets.parquet')!.verified()
  expect(snapshot.dataFile('exoplanets.parquet')!.verified()).toBeUndefined()
  expect(snapshot.dataFile('constructor')).toBeUndefined()
})

test('parts of a file are sent from its mapping, also after a newer snapshot has replaced the file', async () => {
  const { dataDir, pathOf } = await copied()
  const bytes = await Bun.file(pathOf('exoplanets.parquet')).bytes()
  const catalog = createCatalog(await openSnapshot(dataDir), {} as SqlRunner)
  const service = fakeApp({}, { catalog: () => catalog })
  const part = (from: number, to: number) =>
    service.get('/data/exoplanets.parquet', { headers: { range: `bytes=${from}-${to - 1}` } })
  await (await part(0, 4)).bytes()
  await rm(pathOf('exoplanets.parquet'))
  for (const [from, to] of [
    [4, 4_000],
    [bytes.length - 8, bytes.length],
  ] as const) {
    const response = await part(from, to)
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${to - 1}/${bytes.length}`,
    ])
    expect(Buffer.compare(await response.bytes(), bytes.subarray(from, to))).toBe(0)
  }
})

test('a file of whole tables that is missing or too short keeps a snapshot from being opened', async () => {
  const { dataDir, manifest, pathOf } = await copied()
  await truncate(pathOf('catalog.sqlite.gz'), manifest.files.data['catalog.sqlite.gz']!.bytes - 1)
  await expect(openSnapshot(dataDir)).rejects.toThrow('but the manifest says')
})

test('a damaged file is not sent, the others are', async () => {
  const { dataDir, pathOf } = await copied()
  await damage(pathOf('exoplanets.parquet'))
  const catalog = createCatalog(await openSnapshot(dataDir), {} as SqlRunner)
  const service = fakeApp({}, { catalog: () => catalog })
  const status = async (name: string) => (await service.get(`/data/${name}`)).status
  expect(await status('exoplanets.parquet')).toBe(500)
  expect(await status('stellarhosts.parquet')).toBe(200)
})
