import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const START = join(import.meta.dir, '../../../build/start.ts')

/** What `bun run start` does before the server; with the names that are in the data folder then. */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const dataDir = env.DATA_DIR ?? (await temporaryFolder())
  const child = Bun.spawn([process.execPath, START, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, stdout, stderr, names: await readdir(dataDir) }
}

test('a start builds the archive that is named where there is no snapshot of it, and only there', async () => {
  const env = { DATA_DIR: await temporaryFolder(), ARCHIVE_DIR: await tinyArchive() }
  const first = await start([], env)
  expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(first.stdout).toContain('exoplanets: 2 rows')
  expect(first.names).toContain('manifest.json')
  expect(await start([], env)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  expect((await start([], { ...env, ARCHIVE_DIR: await tinyArchive(2001) })).stdout).toContain('exoplanets: 3 rows')
})

test.each([
  ['that pulls its snapshots', [], { PULL_FROM: '/nowhere' }],
  ['that is told so by a flag', ['--pull-from', '/nowhere'], {}],
  ['that will not start for a flag', ['--no-such-flag'], {}],
  ['that will not start for a setting', [], { PORT: 'many' }],
  ['that is asked for its help', ['--help'], {}],
])('a server %s builds nothing', async (_, args, env) => {
  const { exitCode, stdout, names } = await start(args, { ...env, ARCHIVE_DIR: await tinyArchive() })
  expect({ exitCode, stdout, names }).toEqual({ exitCode: 0, stdout: '', names: [] })
})

test('an archive that cannot be used ends the start, unless there is a snapshot', async () => {
  const env = { DATA_DIR: await temporaryFolder(), ARCHIVE_DIR: join(await temporaryFolder(), 'nowhere') }
  expect(await start([], env)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Build failed') })
  await start([], { ...env, ARCHIVE_DIR: await tinyArchive() })
  const kept = await start([], env)
  expect({ exitCode: kept.exitCode, stderr: kept.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(kept.stdout).toMatch(/No new snapshot: .* Keeping snapshot [0-9a-f]{16}\./)
})
