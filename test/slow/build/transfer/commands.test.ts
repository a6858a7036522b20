import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../../../../build/data-folder/lock.ts'
import { readRunRecords } from '../../../../src/store/read-run-records.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const FOLDER = join(import.meta.dir, '../../../../build/transfer')

/** Runs a command to its end. `env` replaces the environment but for what starting a process needs. */
async function run(name: 'publish' | 'pull', args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, join(FOLDER, `${name}-main.ts`), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, stdout, stderr }
}

const snapshot = await builtSnapshot(await tinyArchive())
const { snapshotId } = snapshot.manifest

test('a snapshot goes by way of a storage into another folder, and each command says what it did', async () => {
  const [store, target] = [join(await temporaryFolder(), 'store'), join(await temporaryFolder(), 'data')]
  const published = await run('publish', ['--to', store, '--data', snapshot.dataDir])
  expect(published).toMatchObject({ exitCode: 0, stderr: '' })
  expect(published.stdout).toStartWith(`Snapshot ${snapshotId} is published at ${store}: `)
  expect(published.stdout).toContain(', 0 already present.')
  const again = await run('publish', ['--data', snapshot.dataDir], { PUBLISH_TO: store })
  expect(again.stdout).toStartWith(`Snapshot ${snapshotId} was published at ${store} before: 0 files written (0 B), `)
  const rewritten = await run('publish', ['--to', store, '--data', snapshot.dataDir, '--rewrite'])
  expect(rewritten.stdout).toContain(', 0 already present.')

  const pulled = await run('pull', ['--from', store, '--data', target])
  expect(pulled).toMatchObject({ exitCode: 0, stderr: '' })
  expect(pulled.stdout).toStartWith(`Snapshot ${snapshotId} is in ${target}: `)
  expect(readRunRecords(target).pull?.result).toBe('published')
  const unchanged = await run('pull', ['--data', target], { PULL_FROM: store })
  expect(unchanged.stdout).toBe(`Nothing has changed: keeping snapshot ${snapshotId}.\n`)
  expect(readRunRecords(target).pull?.result).toBe('unchanged')
  const asked = await run('pull', ['--from', store, '--data', join(target, 'other'), '--snapshot', snapshotId])
  expect(asked).toMatchObject({ exitCode: 0, stderr: '' })
})

test.each([
  ['publish', [], '--to is missing'],
  ['pull', [], '--from is missing'],
  ['publish', ['--to', 'http://127.0.0.1/x'], '--to must be'],
  ['publish', ['--to', '/nowhere/x', '--rewrite', 'yes'], 'Publishing failed'],
  ['pull', ['--from', '/nowhere/x', '--snapshot', '0123456789abcdef0'], '16 hexadecimal digits'],
  ['pull', ['--from', '/nowhere/x', '--snapshot', '0123456789abcde'], '16 hexadecimal digits'],
  ['pull', ['--from', '/nowhere/x', '--snapshot', '../23456789abcdef'], '16 hexadecimal digits'],
  ['pull', ['--from', '/nowhere/x', '--keep', '3'], '--keep'],
] as const)('%s %j is a mistake of who calls', async (name, args, message) => {
  const { exitCode, stdout, stderr } = await run(name, args)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('the exit code tells a storage that has nothing from a folder that is in use', async () => {
  const [store, dataDir] = [await temporaryFolder(), await temporaryFolder()]
  expect(await run('pull', ['--from', store, '--data', dataDir])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining(`There is no snapshot at ${store}`),
  })
  expect(readRunRecords(dataDir).pull).toMatchObject({ result: 'failed' })
  expect(await run('publish', ['--to', store, '--data', dataDir])).toMatchObject({ exitCode: 3 })
  await run('publish', ['--to', store, '--data', snapshot.dataDir])
  const missing = await run('pull', ['--from', store, '--data', dataDir, '--snapshot', '0123456789abcdef'])
  expect(missing).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Snapshot 0123456789abcdef is not at') })
  const before = readRunRecords(dataDir)
  await using _lock = await lockDataDir(dataDir)
  expect(await run('pull', ['--from', store, '--data', dataDir])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('is writing to this folder'),
  })
  expect(readRunRecords(dataDir)).toEqual(before)
})

test('a damaged file in the storage ends a pull, and --rewrite mends it', async () => {
  const [store, target] = [join(await temporaryFolder(), 'store'), await temporaryFolder()]
  await cp(snapshot.dataDir, store, { recursive: true })
  const { path, bytes } = snapshot.manifest.files.names
  await Bun.write(join(store, path), new Uint8Array(bytes))
  const failed = await run('pull', ['--from', store, '--data', target])
  expect(failed).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--rewrite') })
  await run('publish', ['--to', store, '--data', snapshot.dataDir, '--rewrite'])
  expect((await run('pull', ['--from', store, '--data', target])).exitCode).toBe(0)
})
