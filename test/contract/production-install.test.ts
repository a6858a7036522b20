import { expect, test } from 'bun:test'
import { cp, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { tinyArchive } from '../fixtures/archives/tiny-archive.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../..')

/** What a checkout needs to serve. */
const PROGRAM = ['package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json', 'src', 'build']

/** Names of installed packages; those of a scope with the scope. */
async function installedPackages(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const inner = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((own) => `${name}/${own}`) : [name],
  )
  return (await Promise.all(inner)).flat()
}

/** These packages and all that they need, and so on, by the lock file. */
async function withAllTheyNeed(names: readonly string[]): Promise<ReadonlySet<string>> {
  const { packages } = Bun.JSONC.parse(await Bun.file(join(ROOT, 'bun.lock')).text()) as {
    packages: Record<string, [string, string, Record<string, Record<string, string>>]>
  }
  const found = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    // One that has another version below a package has that one's name before its own there.
    for (const [place, [, , needs]] of Object.entries(packages))
      if (place === name || place.endsWith(`/${name}`))
        for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
          waiting.push(...Object.keys(needs?.[kind] ?? {}))
  }
  return found
}

test('a start from a fresh checkout installs only what serving needs, and serves pages, plots, SQL and MCP', async () => {
  const folder = await temporaryFolder()
  for (const name of PROGRAM) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(process.execPath, join(folder, 'bun'))
  const dataDir = join(folder, 'dist-data')
  const started = Bun.spawn([process.execPath, 'run', '--silent', 'start', '--data-dir', dataDir, '--port', '0'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, ARCHIVE_DIR: await tinyArchive() },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  try {
    let printed = ''
    for await (const text of started.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text
      if (printed.includes('Listening on ')) break
    }
    const url = /Listening on (http:\S+):/.exec(printed)?.[1]
    expect(url).toBeDefined()
    const statusOf = async (path: string, init?: RequestInit): Promise<number> =>
      (await fetch(`${url}${path}`, init)).status
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const html = { headers: { accept: 'text/html' } }
    expect(await statusOf('/exoplanets', html)).toBe(200)
    expect(await statusOf('/plot?x=disc_year&y=default_flag&format=png')).toBe(200)
    expect(await statusOf('/rest/query?sql=SELECT+1')).toBe(200)
    expect(await statusOf('/swagger-ui')).toBe(200)
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    expect(await statusOf('/mcp', { method: 'POST', headers, body: JSON.stringify(list) })).toBe(200)
  } finally {
    started.kill('SIGTERM')
    await started.exited
  }
  const installed = await installedPackages(join(folder, 'node_modules'))
  const { dependencies } = await Bun.file(join(ROOT, 'package.json')).json()
  expect(installed).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  const needed = await withAllTheyNeed(Object.keys(dependencies))
  expect(installed.filter((name) => !needed.has(name))).toEqual([])
})
