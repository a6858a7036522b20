import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadableStorage } from '../../../../build/storage/storage.ts'
import { filesOf } from '../../../../src/format/manifest.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { startS3, TEST_BUCKET, type TestStorage } from '../../../fixtures/storage/s3-server.ts'
import {
  hashesOf,
  heardEffects,
  publishTo,
  pullFrom,
  sourceAt,
  stateOf,
  storageAt,
} from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let s3: TestStorage
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

function newAddress(): string {
  s3.fate = () => 'serve'
  return `s3://${TEST_BUCKET}/${crypto.randomUUID()}`
}

async function partsIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.part'))
}

describe('a connection that is cut in the middle', () => {
  test('brings the rest of the file, without beginning anew', async () => {
    const address = newAddress()
    const { dataDir, manifest } = await stateOf(1)
    const storage = storageAt(address, s3.env)
    await publishTo(storage, dataDir)
    const { catalog } = manifest.files
    let cuts = 0
    s3.fate = (line) => {
      if (!line.startsWith('GET') || !line.endsWith(catalog.path) || cuts === 2) return 'serve'
      cuts += 1
      return { cutAfter: 100_000 }
    }
    const target = await temporaryFolder()
    const effects = heardEffects()
    await pullFrom(storage, target, undefined, effects)
    expect(cuts).toBe(2)
    expect(effects.lines).toHaveLength(2)
    expect(effects.lines[0]).toStartWith(`${address}/${catalog.path} cannot be read: the connection `)
    expect(effects.lines[0]).toEndWith(' Trying again in 1 s.')
    const starts = s3.ranges.map((range) => Number(/bytes=(\d+)-$/.exec(range)?.[1]))
    // Of what arrives just before a cut, a busy machine may have seen nothing.
    expect(starts.length).toBeGreaterThan(0)
    expect(starts.at(-1)).toBeWithin(50_000, 200_000)
    expect((await openSnapshot(target)).manifest.snapshotId).toBe(manifest.snapshotId)
  })

  test('again and again ends the pull, and the next one goes on where it was', async () => {
    const address = newAddress()
    const { dataDir, manifest } = await stateOf(1)
    const storage = storageAt(address, s3.env)
    await publishTo(storage, dataDir)
    const { catalog } = manifest.files
    s3.fate = (line) => (line.includes(catalog.path) ? { refuse: 503 } : 'serve')
    const target = await temporaryFolder()
    await expect(pullFrom(storage, target)).rejects.toThrow(
      `${address}/${catalog.path} cannot be read: the storage responded with status 503.`,
    )
    expect(await Bun.file(join(target, 'manifest.json')).exists()).toBe(false)
    const here = filesOf(manifest).length - Object.keys(await hashesOf(target)).length
    s3.fate = () => 'serve'
    const { received } = await pullFrom(storage, target)
    expect(received.files).toBe(here)
  })

  test('while publishing leaves the snapshot before, and the next publication writes only what is missing', async () => {
    const address = newAddress()
    const storage = storageAt(address, s3.env)
    const [former, next] = [await stateOf(1), await stateOf(2)]
    await publishTo(storage, former.dataDir)
    const { catalog } = next.manifest.files
    s3.fate = (line) => (line === `PUT /${address.slice(5)}/${catalog.path}` ? { refuse: 503 } : 'serve')
    await expect(publishTo(storage, next.dataDir)).rejects.toThrow(`${address}/${catalog.path} cannot be written`)
    const target = await temporaryFolder()
    await pullFrom(storage, target)
    expect((await openSnapshot(target)).manifest.snapshotId).toBe(former.manifest.snapshotId)
    s3.fate = () => 'serve'
    const written = new Set(filesOf(former.manifest).map(({ path }) => path))
    const changed = filesOf(next.manifest).filter(({ path }) => !written.has(path)).length
    expect((await publishTo(storage, next.dataDir)).written.files).toBeLessThan(changed + 2)
    await pullFrom(storage, target)
    expect((await openSnapshot(target)).manifest.snapshotId).toBe(next.manifest.snapshotId)
  })
})

test('a file with another content is refused by its hash, nothing of it stays, and --rewrite mends it', async () => {
  const address = newAddress()
  const storage = storageAt(address, s3.env)
  const [former, next] = [await stateOf(1), await stateOf(2)]
  const target = await temporaryFolder()
  await publishTo(storage, former.dataDir)
  await pullFrom(storage, target)
  await publishTo(storage, next.dataDir)
  const { path, bytes } = next.manifest.files.catalog
  const damaged = new Uint8Array(bytes).fill(7)
  await storage.write(path, new Blob([damaged]), { mediaType: 'x/x', cacheControl: 'no-cache' })
  const refusal = `${address}/${path} differs from the manifest (SHA-256): publish the snapshot again with --rewrite.`
  await expect(pullFrom(storage, target)).rejects.toThrow(refusal)
  expect(await partsIn(target)).toEqual([])
  expect((await openSnapshot(target)).manifest.snapshotId).toBe(former.manifest.snapshotId)
  expect((await publishTo(storage, next.dataDir)).written.files).toBe(0) // of the same length, it looks right
  await expect(pullFrom(storage, target)).rejects.toThrow(refusal)
  await publishTo(storage, next.dataDir, { rewritesAll: true })
  await pullFrom(storage, target)
  expect((await openSnapshot(target)).manifest.snapshotId).toBe(next.manifest.snapshotId)
})

test('what a break left of another content is fetched anew as a whole', async () => {
  const folder = await temporaryFolder()
  const { dataDir, manifest } = await stateOf(1)
  await publishTo(storageAt(folder), dataDir)
  const target = await temporaryFolder()
  const { path, bytes } = manifest.files.catalog
  await Bun.write(join(target, `${path}.part`), new Uint8Array(bytes >> 1))
  await Bun.write(join(target, manifest.files.names.path), 'too short') // also what another tool left
  await pullFrom(sourceAt(folder), target)
  expect((await openSnapshot(target)).manifest.snapshotId).toBe(manifest.snapshotId)
  expect(await partsIn(target)).toEqual([])
})

test('a manifest that was changed, is of another program, or leads out of the folder is refused', async () => {
  const folder = await temporaryFolder()
  const { dataDir, manifest } = await stateOf(1)
  await publishTo(storageAt(folder), dataDir)
  const path = join(folder, 'manifest.json')
  const text = await Bun.file(path).text()
  const refusalOf = async (changed: string): Promise<string> => {
    await Bun.write(path, changed)
    return pullFrom(sourceAt(folder), await temporaryFolder()).then(String, (error: Error) => error.message)
  }
  expect(await refusalOf(text.replace(manifest.snapshotId, '0'.repeat(16)))).toContain('is damaged')
  expect(await refusalOf(text.replace(/"formatVersion": \d+/, '"formatVersion": 999'))).toContain('format version 999')
  expect(await refusalOf(text.slice(0, 1_000))).toContain('cannot be read as JSON')
  const { serializeManifest } = await import('../../../../src/format/manifest.ts')
  const outside = { ...manifest, files: { ...manifest.files, names: { ...manifest.files.names, path: '../x' } } }
  expect(await refusalOf(serializeManifest(outside))).toContain('which is not inside the data folder')
})

const canMount = process.getuid?.() === 0 && Bun.which('mount') !== null

skipUnless(canMount, 'only root can mount a small disk').describe('a full disk', () => {
  const onSmallDisk = async (bytes: number, run: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await temporaryFolder()
    const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
    if (mounted.exitCode !== 0) throw new Error(mounted.stderr.toString())
    try {
      await run(folder)
    } finally {
      Bun.spawnSync(['umount', '-l', folder])
    }
  }

  test('is noticed before anything arrives', async () => {
    const source = await temporaryFolder()
    const { dataDir } = await stateOf(1)
    await publishTo(storageAt(source), dataDir)
    await onSmallDisk(1_000_000, async (folder) => {
      await expect(pullFrom(sourceAt(source), folder)).rejects.toThrow(
        /^The snapshot needs [\d.]+ MB in \S+, but only [\d.]+ k?M?B are free: free space, and start again\.$/,
      )
      expect((await readdir(folder)).filter((name) => !name.endsWith('.json'))).toEqual([])
    })
  })

  test('that fills up meanwhile leaves the snapshot that is there, and gives the space back', async () => {
    const source = await temporaryFolder()
    const [former, next] = [await stateOf(1), await stateOf(2)]
    const bytes = filesOf(next.manifest).reduce((sum, file) => sum + file.bytes, 0)
    await onSmallDisk(3 * bytes + 10 * 1024 * 1024, async (folder) => {
      await publishTo(storageAt(source), former.dataDir)
      await pullFrom(sourceAt(source), folder)
      await publishTo(storageAt(source), next.dataDir)
      const storage = sourceAt(source)
      const filler = join(folder, 'filler')
      let isFilled = false
      const filling: ReadableStorage = {
        address: storage.address,
        async read(key, from) {
          if (key !== 'manifest.json' && !isFilled) {
            isFilled = true
            Bun.spawnSync(['sh', '-c', 'cat /dev/zero > "$0"', filler])
          }
          return storage.read(key, from)
        },
      }
      await expect(pullFrom(filling, folder)).rejects.toThrow(
        `The snapshot cannot be written to ${folder}: the disk is full. The existing snapshot is unchanged.`,
      )
      expect(await partsIn(folder)).toEqual([])
      expect((await openSnapshot(folder)).manifest.snapshotId).toBe(former.manifest.snapshotId)
      await rm(filler)
      await pullFrom(storage, folder)
      expect((await openSnapshot(folder)).manifest.snapshotId).toBe(next.manifest.snapshotId)
    })
  })

  test('under a folder that is published to is named, and the next publication goes on', async () => {
    const { dataDir, manifest } = await stateOf(1)
    const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0)
    await onSmallDisk(Math.round(bytes / 2), async (folder) => {
      await expect(publishTo(storageAt(folder), dataDir)).rejects.toThrow(
        'cannot be written: the disk is full: free space, and start again.',
      )
      expect(await readdir(folder)).not.toContain('manifest.json')
      expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([])
      Bun.spawnSync(['mount', '-o', `remount,size=${3 * bytes}`, folder])
      expect((await publishTo(storageAt(folder), dataDir)).skipped).toBeGreaterThan(0)
      expect((await stat(join(folder, 'manifest.json'))).size).toBeGreaterThan(0)
    })
  })
})

describe('each thing that fails is told in a sentence', () => {
  const failure = (address: string, env: Readonly<Record<string, string | undefined>>) =>
    pullFrom(sourceAt(address, env), '/nonexistent').then(String, (error: Error) => error.message)
  const manifestAt = (address: string): string => `${address}/manifest.json cannot be read: `

  test.each([
    [
      'credentials',
      { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
      'credentials are missing: set S3_ACCESS_KEY_ID',
    ],
    ['the access key', { AWS_ACCESS_KEY_ID: 'other' }, 'the access key is unknown: check S3_ACCESS_KEY_ID or AWS_'],
    ['the endpoint', { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, 'nothing listens there.'],
    ['its host', { AWS_ENDPOINT_URL: 'http://nowhere.invalid' }, 'its host has no address'],
  ])('%s', async (_, env, sentence) => {
    const address = newAddress()
    expect(await failure(address, { ...s3.env, ...env })).toContain(manifestAt(address) + sentence)
  })

  test.each([
    ['SignatureDoesNotMatch', 403, 'the secret key is not that of the access key: check S3_SECRET_ACCESS_KEY'],
    ['AccessDenied', 403, 'the credentials do not allow it: grant them the right to list, read and write below'],
    ['ExpiredToken', 400, 'the session token has expired: renew S3_SESSION_TOKEN or AWS_SESSION_TOKEN.'],
    ['PermanentRedirect', 301, 'the bucket is in another region: set S3_REGION or AWS_REGION to it.'],
    ['SomethingNew', 400, 'the storage responded with SomethingNew.'],
  ])('%s', async (code, status, sentence) => {
    const answer = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>words</Message></Error>`
    await using server = Bun.serve({ port: 0, fetch: () => new Response(answer, { status }) })
    const env = { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${server.port}` }
    const address = newAddress()
    expect(await failure(address, env)).toContain(manifestAt(address) + sentence)
    const storage = storageAt(address, env)
    const refusals = [
      () => storage.list(''),
      () => storage.remove('x'),
      () => storage.write('x', new Blob(['x']), { mediaType: 'x/x', cacheControl: 'x' }),
    ]
    for (const refusal of refusals) await expect(refusal()).rejects.toThrow(sentence)
  })

  test('bucket and snapshot', async () => {
    expect(await failure('s3://nothing-here/x', s3.env)).toBe(
      `${manifestAt('s3://nothing-here/x')}there is no such bucket: create it, or correct the address.`,
    )
    const address = newAddress()
    expect(await failure(address, s3.env)).toBe(
      `There is no snapshot at ${address}: manifest.json is missing. Publish one, or correct the address.`,
    )
    const { dataDir } = await stateOf(1)
    await expect(publishTo(storageAt('s3://nothing-here/x', s3.env), dataDir)).rejects.toThrow(
      'there is no such bucket',
    )
    await expect(publishTo(storageAt(address, s3.env), await temporaryFolder())).rejects.toThrow(
      'There is no snapshot:',
    )
  })
})
