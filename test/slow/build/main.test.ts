import { expect, test } from 'bun:test'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lockDataDir } from '../../../build/data-folder/lock.ts'
import { deserializeManifest, FORMAT_VERSION, type Manifest } from '../../../src/format/manifest.ts'
import { PUBLICATION_FILE } from '../../../src/format/publication.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { awkwardArchive } from '../../fixtures/archives/awkward-archive.ts'
import { copyOf, tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { runBuild, startBuild } from '../../fixtures/processes/build-command.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const readManifest = async (dataDir: string): Promise<Manifest> =>
  deserializeManifest(await Bun.file(join(dataDir, 'manifest.json')).text())

/** Every file below a folder with the hash of its content, but for the moment of publication, which differs each time. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === PUBLICATION_FILE) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await Bun.file(path).bytes()
    content[path.slice(folder.length + 1)] = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  }
  return content
}

/** Paths of all artifacts that the given manifests name, and of the manifests. */
function expectedFiles(manifests: Readonly<Record<string, Manifest>>): string[] {
  const paths = Object.values(manifests).flatMap((manifest) =>
    [...JSON.stringify(manifest.files).matchAll(/"path":"([^"]+)"/g)].map((match) => match[1]!),
  )
  return [...new Set([...paths, ...Object.keys(manifests)])].sort()
}

test('a build writes what its manifest names and nothing else, and says in a few lines what it did', async () => {
  const dataDir = join(await temporaryFolder(), 'data')
  const { exitCode, stdout, stderr } = await runBuild(['--archive', await tinyArchive(), '--data', dataDir])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const manifest = await readManifest(dataDir)
  expect(Object.keys(await contentOf(dataDir)).sort()).toEqual(expectedFiles({ 'manifest.json': manifest }))
  expect(await readdir(dataDir)).toContain(PUBLICATION_FILE)
  expect(stdout).toContain('exoplanets: 2 rows, 4 columns, 2 planets, 0.0 % null\n')
  expect(stdout).toContain('stellarhosts: 2 rows, 2 columns, 2 hosts, 0.0 % null\n')
  expect(stdout).toContain(`snapshot ${manifest.snapshotId}, archive date unknown, built in `)
  expect((await openSnapshot(dataDir)).manifest.snapshotId).toBe(manifest.snapshotId)
})

test('the same archive gives the same bytes, from another folder, another working folder and by environment variables', async () => {
  const archive = await awkwardArchive()
  const [first, second] = [await temporaryFolder(), await temporaryFolder()]
  expect((await runBuild(['--archive', archive, '--data', first])).exitCode).toBe(0)
  const env = { ARCHIVE_DIR: await copyOf(archive), DATA_DIR: second, TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' }
  expect((await runBuild([], env, await temporaryFolder())).exitCode).toBe(0)
  expect(await contentOf(second)).toEqual(await contentOf(first))
})

test('files of the snapshot before stay for running servers, older ones go, strangers are left alone', async () => {
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, 'notes.txt'), 'mine')
  const provenance = '{"source": "the test", "fetchedAt": "2026-01-02"}'
  const manifests: Manifest[] = []
  for (const years of [[2001], [2002], [2003], [2003]]) {
    const archive = await tinyArchive(...years)
    await Bun.write(join(archive, 'provenance.json'), provenance)
    expect((await runBuild(['--archive', archive, '--data', dataDir])).exitCode).toBe(0)
    manifests.push(await readManifest(dataDir))
  }
  // The same tables from another file are the same snapshot.
  const packed = await tinyArchive(2003)
  await Bun.write(join(packed, 'exoplanets.csv.gz'), gzipSync(await Bun.file(join(packed, 'exoplanets.csv')).bytes()))
  await rm(join(packed, 'exoplanets.csv'))
  await Bun.write(join(packed, 'provenance.json'), provenance)
  expect((await runBuild(['--archive', packed, '--data', dataDir])).exitCode).toBe(0)
  const last = await readManifest(dataDir)
  expect(last.inputs).not.toEqual(manifests[3]!.inputs)
  manifests[3] = last
  expect(new Set(manifests.map(({ snapshotId }) => snapshotId)).size).toBe(3)
  const expected = expectedFiles({ 'manifest.previous.json': manifests[1]!, 'manifest.json': manifests[3]! })
  expect(Object.keys(await contentOf(dataDir)).sort()).toEqual([...expected, 'notes.txt'].sort())
})

test('a broken archive is one clear message and exit code 4, and the snapshot before it stays', async () => {
  const dataDir = await temporaryFolder()
  await runBuild(['--archive', await tinyArchive(), '--data', dataDir])
  const before = await contentOf(dataDir)
  const broken = await tinyArchive()
  await Bun.write(join(broken, 'stellarhosts.csv'), 'hostname,sy_dist\nGJ 1,4.34,x\n')
  const { exitCode, stderr } = await runBuild(['--archive', broken, '--data', dataDir])
  expect(exitCode).toBe(4)
  expect(stderr).toBe(
    'Build failed: stellarhosts.csv, line 2: the row has 3 cells, but the header has 2 columns: GJ 1,4.34,x\n',
  )
  expect(await contentOf(dataDir)).toEqual(before)
})

test('a build that is killed leaves the old snapshot serving, and the next one cleans up', async () => {
  const dataDir = await temporaryFolder()
  await runBuild(['--archive', await tinyArchive(), '--data', dataDir])
  const before = await contentOf(dataDir)
  const archive = await awkwardArchive()
  const child = startBuild(['--archive', archive, '--data', dataDir])
  for await (const chunk of child.stdout) {
    if (!Buffer.from(chunk).includes('write pages and insights')) continue
    child.kill('SIGKILL')
    break
  }
  await child.exited
  const killed = await contentOf(dataDir)
  expect(killed).toMatchObject(before)
  expect(Object.keys(killed).length).toBeGreaterThan(Object.keys(before).length)
  const old = await readManifest(dataDir)
  expect((await openSnapshot(dataDir)).manifest).toEqual(old)

  expect((await runBuild(['--archive', archive, '--data', dataDir])).exitCode).toBe(0)
  const manifests = { 'manifest.previous.json': old, 'manifest.json': await readManifest(dataDir) }
  expect(Object.keys(await contentOf(dataDir)).sort()).toEqual(expectedFiles(manifests))
})

test('--if-missing builds where there is no whole snapshot of that archive, and only there', async () => {
  const dataDir = await temporaryFolder()
  const archive = await tinyArchive()
  const build = (archiveDir: string) => runBuild(['--if-missing', '--archive', archiveDir, '--data', dataDir])
  expect((await build(archive)).stdout).toContain('built in')
  expect(await build(await copyOf(archive))).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  const { snapshotId, files } = await readManifest(dataDir)
  expect(await build(join(archive, 'not-there'))).toEqual({
    exitCode: 0,
    stdout: `No new snapshot: The archive folder ${join(archive, 'not-there')} cannot be read (ENOENT). Keeping snapshot ${snapshotId}.\n`,
    stderr: '',
  })

  const other = await build(await tinyArchive(2010))
  expect(other.stdout).toContain(`Snapshot ${snapshotId} was built from another archive: building a new one.`)
  expect((await readManifest(dataDir)).snapshotId).not.toBe(snapshotId)

  expect((await build(archive)).stdout).toContain('built in')
  await Bun.write(join(dataDir, files.pages.exoplanets.path), 'cut short')
  const { stdout } = await build(archive)
  expect(stdout).toContain(`${files.pages.exoplanets.path}, which is missing or not complete.\n`)
  expect(stdout).toContain('built in')
  expect((await openSnapshot(dataDir)).manifest.snapshotId).toBe(snapshotId)
})

test('--if-missing builds anew where the manifest is of another format version or damaged, and says so', async () => {
  const dataDir = await temporaryFolder()
  const manifestFile = join(dataDir, 'manifest.json')
  const archive = await tinyArchive()
  const build = () => runBuild(['--if-missing', '--archive', archive, '--data', dataDir])
  await build()
  const sound = await Bun.file(manifestFile).text()
  for (const [damaged, why] of [
    [
      sound.replace(`"formatVersion": ${FORMAT_VERSION}`, '"formatVersion": 1'),
      `has format version 1, but this program reads ${FORMAT_VERSION}`,
    ],
    [sound.replace('"source": "', '"source": "x'), 'is damaged: its content is not that of its SHA-256'],
    [sound.slice(1), 'cannot be read as JSON'],
  ] as const) {
    await Bun.write(manifestFile, damaged)
    const { exitCode, stdout } = await build()
    expect(exitCode).toBe(0)
    expect(stdout).toStartWith(`The existing snapshot cannot be used: ${manifestFile} ${why}.\n`)
    expect(await Bun.file(manifestFile).text()).toBe(sound)
  }
})

test('--if-missing keeps a whole snapshot where the archive cannot be used, and says why', async () => {
  const dataDir = await temporaryFolder()
  const archive = await copyOf(await tinyArchive())
  const build = () => runBuild(['--if-missing', '--archive', archive, '--data', dataDir])
  expect((await build()).exitCode).toBe(0)
  const { snapshotId } = await readManifest(dataDir)
  await Bun.write(join(archive, 'stellarhosts.csv'), 'hostname,hostname\na,b\n')
  const { exitCode, stdout, stderr } = await build()
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toContain('stellarhosts.csv')
  expect(stdout).toContain(`Keeping snapshot ${snapshotId}.`)
  expect((await readManifest(dataDir)).snapshotId).toBe(snapshotId)
  expect((await runBuild(['--if-missing', '--archive', archive, '--data', await temporaryFolder()])).exitCode).toBe(4)
})

test('--if-missing keeps a whole snapshot where a table cannot be opened or the data folder cannot be written', async () => {
  const dataDir = await temporaryFolder()
  const archive = await tinyArchive()
  const build = () => runBuild(['--if-missing', '--archive', archive, '--data', dataDir])
  await build()
  const { snapshotId } = await readManifest(dataDir)

  // A folder in the place of the lock: whoever asks, none can be taken.
  await mkdir(join(dataDir, 'build.lock.db'))
  await Bun.write(join(archive, 'stellarhosts.csv'), 'hostname\nA\n')
  const unwritable = await build()
  expect({ exitCode: unwritable.exitCode, stderr: unwritable.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(unwritable.stdout).toMatch(/^No new snapshot: EISDIR.*$/m)

  await rm(join(archive, 'stellarhosts.csv'))
  await symlink('stellarhosts.csv', join(archive, 'stellarhosts.csv'))
  expect(await build()).toEqual({
    exitCode: 0,
    stdout: `No new snapshot: stellarhosts.csv cannot be read (ELOOP). Keeping snapshot ${snapshotId}.\n`,
    stderr: '',
  })
})

test('--if-missing builds anew where the column catalog has gone', async () => {
  const dataDir = await temporaryFolder()
  const archive = await tinyArchive()
  const columns = join(archive, 'columns.csv')
  await Bun.write(columns, 'table_name,column_name,description,unit,datatype\nps,disc_year,,,char\n')
  const build = () => runBuild(['--if-missing', '--archive', archive, '--data', dataDir])
  await build()
  const typeOf = async () =>
    (await readManifest(dataDir)).tables.exoplanets.columns.find(({ name }) => name === 'disc_year')?.type
  expect(await typeOf()).toBe('text')
  await rm(columns)
  expect((await build()).stdout).toContain('was built from another archive')
  expect(await typeOf()).toBe('integer')
})

test('without an archive the sample is built, and a line says so', async () => {
  const { exitCode, stdout } = await runBuild(['--data', await temporaryFolder()])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('building from the sample archive that ships with the project')
})

/** Whether a small volume can be mounted here, in a mount namespace of one's own. */
const canMount = Bun.which('unshare') !== null && Bun.spawnSync(['unshare', '-rm', 'true']).success

skipUnless(canMount, 'this user cannot mount (unshare -rm)').test('a full disk is one message', async () => {
  const script = 'mount -t tmpfs -o size=300k none "$0" && exec "$1" "$2" --archive "$3" --data "$0"'
  const main = join(import.meta.dir, '../../../build/main.ts')
  const args = [await temporaryFolder(), process.execPath, main, join(import.meta.dir, '../../../archive/sample')]
  const { stderr, exitCode } = Bun.spawnSync(['unshare', '-rm', 'sh', '-c', script, ...args])
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toMatch(/^Build failed: ENOSPC: [^\n]*\n$/)
})

test('the summary says what was left out, what is text because of a few cells, and how many rows repeat', async () => {
  const archive = await tinyArchive()
  await Bun.write(join(archive, 'stellarhosts.csv'), 'rowid,hostname,x\n1,a,1.5\n2,a,nan\n3,b,2\n4,b,2\n')
  const run = (...flags: string[]) => runBuild(['--archive', archive, '--data', dataDir, ...flags])
  const dataDir = await temporaryFolder()
  const { exitCode, stdout } = await run()
  expect(exitCode).toBe(0)
  const summary = stdout.slice(stdout.lastIndexOf('exoplanets: 2 rows'))
  expect(summary).toContain('\nstellarhosts: the column rowid only numbers the rows and is left out\n')
  expect(summary).toContain(
    '\nstellarhosts: the column x of stellarhosts.csv is text because of "nan" in line 3; all other',
  )
  expect(summary).toContain('\nstellarhosts: 1 row is an exact repeat of another one\n')
  const strict = await run('--strict')
  expect(strict.exitCode).toBe(4)
  expect(strict.stderr).toStartWith('Build failed: stellarhosts.csv, line 3, column x: "nan" is not a number.')
})

const RED = '\u001b[31mRED\u001b]0;x\u0007\u009b2J\u202e'

test('control characters of an archive reach neither terminal nor log', async () => {
  const broken = await tinyArchive()
  await Bun.write(join(broken, 'stellarhosts.csv'), `hostname,sy_dist\n"${RED}",4.34,x\n`)
  const { stderr } = await runBuild(['--archive', broken, '--data', await temporaryFolder()])
  expect(stderr).toContain('\\u001b[31mRED\\u001b]0;x\\u0007')
  expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u)

  const archive = await tinyArchive()
  await Bun.write(join(archive, 'provenance.json'), JSON.stringify({ source: RED, fetchedAt: '2026-01-02' }))
  const { exitCode, stdout } = await runBuild(['--archive', archive, '--data', await temporaryFolder()])
  expect(exitCode).toBe(0)
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
})

test('--help prints the options and builds nothing', async () => {
  const dataDir = await temporaryFolder()
  const { exitCode, stdout, stderr } = await runBuild(['--help', '--data', dataDir])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  for (const option of ['--archive', '--data', '--if-missing', 'Exit codes:\n  0  ', '\n  4  '])
    expect(stdout).toContain(option)
  expect(await readdir(dataDir)).toEqual([])
})

test.each([
  [['--archiv', 'x'], "Build failed: Unknown option '--archiv'; --help lists the flags.\n"],
  [['--archive='], 'Build failed: --archive is empty; give it a value or leave it out.\n'],
  [['--archive'], "Build failed: Option '--archive <value>' argument missing; --help lists the flags.\n"],
])('the flags %j are refused by name', async (flags, message) => {
  expect(await runBuild(flags, { ARCHIVE_DIR: await tinyArchive() })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: message,
  })
})

test('a build next to another one ends with a code of its own', async () => {
  const dataDir = await temporaryFolder()
  await using _lock = await lockDataDir(dataDir)
  const { exitCode, stderr } = await runBuild(['--archive', await tinyArchive(), '--data', dataDir])
  expect(exitCode).toBe(5)
  expect(stderr).toStartWith(`Build failed: Another build (process ${process.pid}) `)
})

test('an archive folder that is not there is named', async () => {
  const { exitCode, stderr } = await runBuild(['--archive', '/not/there', '--data', await temporaryFolder()])
  expect(exitCode).toBe(4)
  expect(stderr).toBe('Build failed: The archive folder /not/there cannot be read (ENOENT).\n')
})
