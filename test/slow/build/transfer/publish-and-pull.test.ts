import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { filesOf } from '../../../../src/format/manifest.ts'
import { publicationMoment } from '../../../../src/store/read-manifest.ts'
import { changedArchive } from '../../../fixtures/archives/changed-archive.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { publishArchive } from '../../../fixtures/snapshots/publish-archive.ts'
import { startS3, TEST_BUCKET, type TestStorage } from '../../../fixtures/storage/s3-server.ts'
import { hashesOf, publishTo, pullFrom, sourceAt, stateOf, storageAt } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let s3: TestStorage
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

/** The files of a snapshot in a data folder, as far as they do not differ from folder to folder. */
async function snapshotIn(dataDir: string): Promise<Record<string, string>> {
  const all = await hashesOf(dataDir)
  return Object.fromEntries(Object.entries(all).filter(([path]) => !/^(?:changes|refresh|pull)\b|previous/.test(path)))
}

describe.each([
  ['a folder', async () => ({ address: await temporaryFolder(), env: {} })],
  ['an object storage', async () => ({ address: `s3://${TEST_BUCKET}/${crypto.randomUUID()}/x`, env: s3.env })],
])('%s', (_, place) => {
  test('gives back the snapshot that was published there, to the byte and with its moment', async () => {
    const { address, env } = await place()
    const storage = storageAt(address, env)
    const { dataDir, manifest } = await builtSnapshot()
    const files = filesOf(manifest).length
    expect(await publishTo(storage, dataDir)).toMatchObject({
      written: { files: files + 2 },
      skipped: 0,
      isNew: true,
      removed: { snapshots: [], files: 0 },
    })
    const target = await temporaryFolder()
    expect(await pullFrom(sourceAt(address, env), target)).toMatchObject({ kind: 'published', received: { files } })
    expect(await snapshotIn(target)).toEqual(await snapshotIn(dataDir))
    expect(await publicationMoment(target, manifest)).toEqual(await publicationMoment(dataDir, manifest))
  })

  test('nothing is written or read twice', async () => {
    const { address, env } = await place()
    const storage = storageAt(address, env)
    const target = await temporaryFolder()
    const first = await stateOf(1)
    await publishTo(storage, first.dataDir)
    await pullFrom(storage, target)
    const before = await storage.list('')
    expect(await publishTo(storage, first.dataDir)).toMatchObject({ written: { files: 0, bytes: 0 }, isNew: false })
    expect(await storage.list('')).toEqual(before)
    expect(await pullFrom(storage, target)).toMatchObject({ kind: 'unchanged', received: { files: 0 } })
    const second = await stateOf(2)
    const paths = new Set(filesOf(first.manifest).map(({ path }) => path))
    const changed = filesOf(second.manifest).filter(({ path }) => !paths.has(path))
    expect(changed.length).toBeWithin(1, paths.size)
    expect((await publishTo(storage, second.dataDir)).written.files).toBe(changed.length + 2)
    expect(await pullFrom(storage, target)).toMatchObject({ received: { files: changed.length } })
  })

  test('the newest snapshots stay, whichever they are, and each of them can be had', async () => {
    const { address, env } = await place()
    const storage = storageAt(address, env)
    const states = [await stateOf(1), await stateOf(2), await stateOf(3)]
    const [one, two, three] = states.map(({ manifest }) => manifest.snapshotId)
    for (const { dataDir } of states) {
      await publishTo(storage, dataDir)
      await Bun.sleep(1_100) // a storage tells times in seconds
    }
    const target = await temporaryFolder()
    await pullFrom(storage, target)
    const moment = await publicationMoment(target, states[2]!.manifest)
    await pullFrom(storage, target, one)
    expect(await Bun.file(join(target, 'manifest.json')).json()).toMatchObject({ snapshotId: one })
    // Whoever asks by date learns of an older snapshot as of a newer one.
    expect((await publicationMoment(target, states[0]!.manifest)).getTime()).toBeGreaterThan(moment.getTime())
    // Published again, it is the newest.
    const rolledBack = await publishTo(storage, states[0]!.dataDir, { keep: 2 })
    expect(rolledBack).toMatchObject({ written: { files: 0 }, isNew: true, removed: { snapshots: [two] } })
    const left = new Set((await storage.list('')).map(({ key }) => key))
    const named = [states[0]!, states[2]!].flatMap(({ manifest }) => filesOf(manifest).map(({ path }) => path))
    for (const path of named) expect(left).toContain(path)
    expect([...left].filter((key) => key.startsWith('snapshots/')).sort()).toEqual(
      [`snapshots/${one}.json`, `snapshots/${three}.json`].sort(),
    )
    expect([...left].filter((key) => /^tables\//.test(key))).toHaveLength(4)
    expect([...left].filter((key) => /^(?:catalog|pages|data|exports|publishing)/.test(key)).sort()).toEqual(
      [...new Set(named)].filter((key) => /^(?:catalog|pages|data|exports)/.test(key)).sort(),
    )
    await expect(pullFrom(storage, target, two)).rejects.toThrow(
      `Snapshot ${two} is not at ${address}: it was never published there, or has been removed since.`,
    )
  })

  test('tables.json names each Parquet file with its hash, rows and columns', async () => {
    const { address, env } = await place()
    const storage = storageAt(address, env)
    const { dataDir, manifest } = await builtSnapshot()
    await publishTo(storage, dataDir)
    const list = Object(await new Response(await storage.read('tables.json', 0)).json())
    expect(list.snapshot.id).toBe(manifest.snapshotId)
    expect(list.tables.map(({ name }: { name: string }) => name)).toEqual(['exoplanets', 'stellarhosts'])
    for (const { name, path, sha256, rows, columns } of list.tables) {
      const bytes = await new Response(await storage.read(path, 0)).bytes()
      expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(sha256)
      expect(rows).toBe(manifest.tables[name as 'exoplanets'].rows)
      expect(columns).toHaveLength(manifest.tables[name as 'exoplanets'].columns.length)
    }
  })
})

test('files come first and are immutable for caches, the manifest comes last and is not', async () => {
  const address = `s3://${TEST_BUCKET}/headers`
  const { dataDir, manifest } = await builtSnapshot()
  const { length } = s3.requests
  await publishTo(storageAt(address, s3.env), dataDir)
  const puts = s3.requests.slice(length).filter((line) => line.startsWith('PUT') && !line.includes('/publishing/'))
  expect(puts.slice(-4).map((line) => line.slice(`PUT /${TEST_BUCKET}/headers/`.length))).toEqual([
    `snapshots/${manifest.snapshotId}.json`,
    'tables.json',
    'publication.json',
    'manifest.json',
  ])
  const client = new Bun.S3Client({ ...credentials(), bucket: TEST_BUCKET })
  const headersOf = async (key: string) => {
    const { headers } = await fetch(client.presign(`headers/${key}`, { method: 'GET' }))
    return [headers.get('content-type'), headers.get('cache-control')]
  }
  expect(await headersOf('manifest.json')).toEqual(['application/json', 'no-cache'])
  const { catalog, data } = manifest.files
  const immutable = 'public, max-age=31536000, immutable'
  expect(await headersOf(catalog.path)).toEqual(['application/vnd.sqlite3', immutable])
  expect(await headersOf(data['exoplanets.parquet']!.path)).toEqual(['application/vnd.apache.parquet', immutable])
  expect(await headersOf(data['exoplanets.csv.gz']!.path)).toEqual(['application/gzip', immutable])
})

function credentials() {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL } = s3.env
  return { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY!, endpoint: AWS_ENDPOINT_URL! }
}

test('a folder that a web server shows can be pulled from without credentials', async () => {
  const folder = await temporaryFolder()
  const { dataDir, manifest } = await builtSnapshot()
  await publishTo(storageAt(folder), dataDir)
  await using server = Bun.serve({
    port: 0,
    async fetch({ url }) {
      const file = Bun.file(join(folder, new URL(url).pathname.replace('/x', '')))
      return (await file.exists()) ? new Response(file) : new Response('', { status: 404 })
    },
  })
  const target = await temporaryFolder()
  expect(await pullFrom(sourceAt(`http://127.0.0.1:${server.port}/x/`), target)).toMatchObject({ kind: 'published' })
  expect(await Bun.file(join(target, 'manifest.json')).json()).toMatchObject({ snapshotId: manifest.snapshotId })
})

test('a pull into the folder of a build in progress waits for nothing and changes nothing', async () => {
  const folder = await temporaryFolder()
  await publishTo(storageAt(folder), (await builtSnapshot()).dataDir)
  const target = await temporaryFolder()
  await publishArchive(await changedArchive(5), target)
  const before = await snapshotIn(target)
  const { lockDataDir } = await import('../../../../build/data-folder/lock.ts')
  await using _lock = await lockDataDir(target)
  await expect(pullFrom(sourceAt(folder), target)).rejects.toThrow('is writing to this folder')
  const after = await snapshotIn(target)
  for (const [path, hash] of Object.entries(before)) expect(after[path]).toBe(hash)
})
