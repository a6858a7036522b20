import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { INSIGHTS } from '../../../build/insights/definitions/index.ts'
import { type FileRef, type Manifest, serializeManifest } from '../../../src/format/manifest.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import type { CheckResult } from '../../../src/verify/check-result.ts'
import { verifySnapshot } from '../../../src/verify/verify.ts'
import { awkwardArchive } from '../../fixtures/archives/awkward-archive.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

async function verify(dataDir: string, pages = 20): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  await verifySnapshot({ dataDir, pages, onFinding: (finding) => findings.push(finding), onProgress: () => {} })
  return findings
}

/** A copy of the sample's snapshot in which `change` changes one file, and the manifest vouches for the changed one. */
async function forged(pick: (manifest: Manifest) => FileRef, change: (path: string) => Promise<void>): Promise<string> {
  const { dataDir: original, manifest } = await builtSnapshot()
  const dataDir = await temporaryFolder()
  await cp(original, dataDir, { recursive: true })
  const file = pick(manifest)
  const path = join(dataDir, file.path)
  await change(path)
  const bytes = await Bun.file(path).bytes()
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const text = JSON.stringify(manifest).replace(file.sha256, sha256).replace(`"bytes":${file.bytes}`, `"bytes":${bytes.byteLength}`) // biome-ignore format: one chain
  await Bun.write(join(dataDir, 'manifest.json'), serializeManifest(JSON.parse(text)))
  return dataDir
}

function differing(findings: readonly CheckResult[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    findings.filter((finding) => finding.differing > 0).map((finding) => [finding.check, finding.differences]),
  )
}

/** The outcome of `bun run verify` with these arguments. */
async function command(...args: string[]) {
  const child = Bun.spawn([process.execPath, 'src/verify/main.ts', ...args], {
    cwd: join(import.meta.dir, '../../..'),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, stdout, stderr }
}

test('a sound snapshot passes every check, and each says how much it compared', async () => {
  const { dataDir, manifest } = await builtSnapshot()
  const findings = await verify(dataDir)
  expect(differing(findings)).toEqual({})
  expect(findings.map(({ check }) => check)).toEqual([
    'Files against the manifest',
    'SQL catalog against the manifest',
    'Orders and values of exoplanets against SQL',
    'Orders and values of stellarhosts against SQL',
    'Column statistics of exoplanets against SQL',
    'Column statistics of stellarhosts against SQL',
    'Bodies of pages against SQL',
    'Exports of exoplanets against SQL',
    'Exports of stellarhosts against SQL',
    'Insights against their SQL',
    'Rows of plots against their SQL',
  ])
  const { columns, rows, names } = manifest.tables.exoplanets
  expect(findings[2]!.figures).toBe(`${columns.length} columns × ${rows} rows, each in SQL's order`)
  expect(findings[6]!.figures).toStartWith('40 pages')
  expect(findings[7]!.figures).toStartWith(`${names} names`)
  expect(findings[9]!.figures).toStartWith(`${INSIGHTS.length} insights`)
  // The sample has no positions for the map of the sky.
  expect(findings[10]!.figures).toStartWith('9 plots')
})

test('so does one of awkward values, among them years of 19 digits', async () => {
  const { dataDir } = await builtSnapshot(await awkwardArchive())
  expect(differing(await verify(dataDir, 100))).toEqual({})
})

test('so does one of names beyond the Basic Multilingual Plane', async () => {
  const folder = await temporaryFolder()
  const names = ['\u{1fa90}\u{1f30d}', '\u{1f311}\u{10330}\u{1f312}', '\u{10ffff}\u{1d400}']
  await Bun.write(
    join(folder, 'exoplanets.csv'),
    `pl_name,hostname\n${names.map((name) => `${name}b,${name}\n`).join('')}`,
  )
  await Bun.write(join(folder, 'stellarhosts.csv'), `hostname\n${names.map((name) => `${name}\n`).join('')}`)
  const { dataDir } = await builtSnapshot(folder)
  expect(differing(await verify(dataDir, 100))).toEqual({})
})

skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).test(
  'so does one of the real archive with all columns',
  async () => {
    const { dataDir } = await builtSnapshot(join(realArchive!, 'all-columns'))
    expect(differing(await verify(dataDir, 50))).toEqual({})
  },
)

test('a cell that differs between SQL and the rest is found wherever it shows', async () => {
  const dataDir = await forged(
    ({ files }) => files.catalog,
    async (path) => {
      const database = new Database(path)
      database.run("UPDATE exoplanets SET pl_rade = pl_rade + 1 WHERE pl_name = 'TRAPPIST-1 b' AND default_flag = 1")
      database.run("UPDATE stellarhosts SET hostname = 'Nowhere' WHERE hostname = '51 Peg'")
      database.close()
    },
  )
  const found = differing(await verify(dataDir, 100))
  expect(Object.keys(found)).toEqual([
    'Orders and values of exoplanets against SQL',
    'Orders and values of stellarhosts against SQL',
    'Column statistics of exoplanets against SQL',
    'Column statistics of stellarhosts against SQL',
    'Bodies of pages against SQL',
    'Exports of exoplanets against SQL',
    'Exports of stellarhosts against SQL',
    'Insights against their SQL',
    'Rows of plots against their SQL',
  ])
  expect(found['Orders and values of exoplanets against SQL']!.join()).toContain('exoplanets.pl_rade: ')
  expect(found['Exports of exoplanets against SQL']!.join()).toContain('The json export of "TRAPPIST-1 b": at byte')
  expect(found['Exports of stellarhosts against SQL']!.join()).toContain('The names with an export of stellarhosts')
})

test('two rows that change places in one order are found', async () => {
  const { dataDir: original } = await builtSnapshot()
  const { order } = (await openSnapshot(original)).pageTable('exoplanets').columns.get('disc_year')!
  const dataDir = await forged(
    ({ files }) => files.pages.exoplanets,
    async (path) => {
      const bytes = new Uint8Array(await Bun.file(path).arrayBuffer())
      const words = new Uint32Array(bytes.buffer, order.byteOffset, 2)
      words.reverse()
      await Bun.write(path, bytes)
    },
  )
  const found = differing(await verify(dataDir, 0))
  expect(found).toEqual({
    'Orders and values of exoplanets against SQL': [
      `exoplanets.disc_year: row ${order[1]} is at place 0 of the order, not row ${order[0]}.`,
    ],
  })
  // The command fails although every check after that one is passed.
  const { exitCode, stdout } = await command('--data', dataDir, '--pages', '0')
  expect([exitCode, stdout.includes(' differs from SQL; checked in ')]).toEqual([3, true])
})

test('an index that does not hold what its table holds is found', async () => {
  const dataDir = await forged(
    ({ files }) => files.catalog,
    async (path) => {
      const database = new Database(path)
      const pages = database.query("SELECT pageno FROM dbstat WHERE name = 'exoplanets_covering' AND pagetype = 'leaf'")
      const [[page]] = pages.values() as [[number]]
      const [[pageSize]] = database.query('PRAGMA page_size').values() as [[number]]
      database.close()
      const bytes = await Bun.file(path).bytes()
      const start = (page - 1) * pageSize
      const leaf = Buffer.from(bytes.buffer, bytes.byteOffset + start, pageSize)
      // The first cell of the leaf lies where its first pointer says; its texts come after the 24 types of its values.
      const cell = leaf.readUInt16BE(8)
      const letter = leaf.subarray(cell).findIndex((byte, at) => at > 40 && byte >= 0x61 && byte <= 0x79)
      leaf[cell + letter]! += 1
      await Bun.write(path, bytes)
    },
  )
  const found = differing(await verify(dataDir, 0))
  const differences = found['SQL catalog against the manifest']!.join()
  expect(differences).toContain('The integrity of catalog.sqlite is ')
  expect(differences).toContain('The number of wrong entries in "exoplanets_covering" is 1')
})

test('one file that cannot be unpacked is a difference among others, not the end of the check', async () => {
  const dataDir = await forged(
    ({ files }) => files.exports.exoplanets,
    async (path) => {
      const bytes = await Bun.file(path).bytes()
      bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 64)
      await Bun.write(path, bytes)
    },
  )
  const findings = await verify(dataDir, 0)
  const { 'Exports of exoplanets against SQL': exports, ...others } = differing(findings)
  expect(exports!.join()).toMatch(/Damaged: the (json|csv) file of /)
  expect(others).toEqual({})
  expect(findings.at(-1)!.check).toBe('Rows of plots against their SQL')
})

test('a list that is no JSON any more is a difference too', async () => {
  const dataDir = await forged(
    ({ files }) => files.insightList,
    (path) => Bun.write(path, '[{"slug"').then(() => {}),
  )
  const { 'Insights against their SQL': list } = differing(await verify(dataDir, 0))
  expect(list!.join()).toStartWith('It cannot be read: ')
})

test('each file of whole tables is read, and a damaged one refused before anything is compared', async () => {
  const { dataDir: original, manifest } = await builtSnapshot()
  const names = Object.keys(manifest.files.data)
  expect(names.length).toBeGreaterThan(2)
  for (const name of [names[0]!, names.at(-1)!]) {
    const dataDir = await temporaryFolder()
    await cp(original, dataDir, { recursive: true })
    const path = join(dataDir, manifest.files.data[name]!.path)
    const bytes = await Bun.file(path).bytes()
    bytes[bytes.length >> 1]! ^= 1
    await Bun.write(path, bytes)
    const findings: CheckResult[] = []
    const verifying = verifySnapshot({
      dataDir,
      pages: 0,
      onFinding: (each) => findings.push(each),
      onProgress: () => {},
    })
    await expect(verifying).rejects.toThrow(SnapshotError)
    expect(findings).toEqual([])
  }
})

test('a damaged file is refused before anything is compared, and the command says so', async () => {
  const { dataDir: original, manifest } = await builtSnapshot()
  const dataDir = await temporaryFolder()
  await cp(original, dataDir, { recursive: true })
  await Bun.write(join(dataDir, manifest.files.insightList.path), '[]')
  await expect(verify(dataDir)).rejects.toThrow(SnapshotError)
  expect(await command('--data', dataDir)).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('list-') })
  expect(await command('--data', original, '--pages', 'all')).toMatchObject({ exitCode: 2 })
  expect(await command('--date', original)).toMatchObject({ exitCode: 2 })
  const sound = await command('--data', original, '--pages', '5')
  expect(sound.exitCode).toBe(0)
  expect(sound.stdout).toMatch(/Snapshot [0-9a-f]{16} is sound; checked in \d+\.\d s\n$/)
})
