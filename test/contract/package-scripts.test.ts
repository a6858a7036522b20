import { expect, test } from 'bun:test'
import { cp, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { tinyArchive } from '../fixtures/archives/tiny-archive.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../..')

test('where a script cannot install what it needs, it says why', async () => {
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  const installing = Object.entries<string>(scripts).filter(
    ([name, text]) => !name.startsWith('installed') && /\binstall/.test(text),
  )
  expect(installing.map(([name]) => name)).toContain('start')
  for (const [, text] of installing) expect(text).toMatch(/^(?:\w+\(\) \{ )?bun run --silent installed(?::all)? && /)

  const folder = await temporaryFolder()
  for (const file of ['package.json', 'bun.lock']) await cp(join(ROOT, file), join(folder, file))
  await symlink(process.execPath, join(folder, 'bun'))
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'run', '--silent', 'installed'], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      // Nothing listens there, and nothing has been fetched before.
      BUN_CONFIG_REGISTRY: 'http://127.0.0.1:1',
      BUN_INSTALL_CACHE_DIR: join(folder, 'cache'),
    },
  })
  expect(exitCode).not.toBe(0)
  expect(`${stderr}`).toMatch(/^error: \w+ downloading/m)
})

test('what is served needs no development packages, and only what develops installs them', async () => {
  const { scripts, devDependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  const installs = (kind: string): string[] =>
    Object.keys(scripts).filter((name) => String(scripts[name]).includes(`--silent ${kind} &&`))
  expect(installs('installed')).toContain('start')
  expect(installs('installed:all').sort()).toEqual(['bench', 'check', 'scripts', 'test', 'test:slow', 'test:unit'])
  expect(scripts.installed).toContain('--production')
  expect(scripts['installed:all']).not.toContain('--production')
  for await (const path of new Bun.Glob('{src,build}/**/*.ts').scan(ROOT)) {
    const text = await Bun.file(join(ROOT, path)).text()
    for (const [, name] of text.matchAll(/^import (?!type ).*?'([^'.]+)'/gm))
      expect(Object.keys(devDependencies).find((dev) => name === dev || name!.startsWith(`${dev}/`))).toBeUndefined()
  }
})

/** Runs `bun run start` with these flags, as in a shell where Bun is installed. */
async function start(flags: readonly string[]): Promise<Bun.Subprocess<'ignore', 'pipe', 'pipe'>> {
  const folder = await temporaryFolder()
  await symlink(process.execPath, join(folder, 'bun'))
  return Bun.spawn([process.execPath, 'run', '--silent', 'start', ...flags], {
    cwd: ROOT,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, ARCHIVE_DIR: await tinyArchive(), DATA_DIR: '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

test('the start builds into the folder that its flags name, and serves from there', async () => {
  const dataDir = join(await temporaryFolder(), 'a folder')
  const started = await start(['--data-dir', dataDir, '--port', '0'])
  let printed = ''
  try {
    for await (const text of started.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text
      const [, url, snapshotId] = /Listening on (\S+): snapshot (\w+)/.exec(printed) ?? []
      if (url === undefined) continue
      expect(printed).toContain(`snapshot ${snapshotId}, archive date unknown, built in `)
      expect((await fetch(`${url}/health`)).status).toBe(200)
      started.kill('SIGTERM')
    }
  } finally {
    started.kill('SIGTERM')
  }
  expect(printed).toContain('Listening on ')
  expect(await started.exited).toBe(0)
  expect(await readdir(dataDir)).toContain('manifest.json')
})

test.each([
  [['--data', 'x'], 2, "The server did not start: Unknown option '--data'"],
  [['--port', 'x'], 2, 'The server did not start: --port must be an integer'],
  [['--port='], 2, 'The server did not start: --port is empty; give it a value or leave it out.'],
  [['--help'], 0, ''],
  // It takes its snapshots from elsewhere, where there is none.
  [
    ['--pull-from', '/nonexistent/storage'],
    3,
    'There is no snapshot at /nonexistent/storage: manifest.json is missing.',
  ],
])('a start with %j builds nothing', async (flags, exitCode, message) => {
  const dataDir = join(await temporaryFolder(), 'data')
  const started = await start(['--data-dir', dataDir, ...flags])
  expect(await started.exited).toBe(exitCode)
  expect(await new Response(started.stderr).text()).toContain(message)
  expect(await new Response(started.stdout).text()).not.toContain('built in')
  const made = await readdir(join(dataDir, '..'), { recursive: true })
  expect(made.filter((name) => name !== 'data' && name !== 'data/pull.last.json')).toEqual([])
})
