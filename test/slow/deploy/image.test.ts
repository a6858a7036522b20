import { expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { INSIGHTS } from '../../../build/insights/definitions/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const ROOT = join(import.meta.dir, '../../..')

/** The files of the image, copied by what its Containerfile runs. */
async function imageFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const copied = Bun.spawnSync([process.execPath, 'deploy/runtime-modules.ts', folder], { cwd: ROOT })
  expect(copied.stderr.toString()).toBe('')
  const containerfile = await Bun.file(join(ROOT, 'Containerfile')).text()
  const names = /cp -r (.*) \/image\/app\//.exec(containerfile)![1]!.split(' ')
  for (const name of names) {
    const from = name === 'archive' ? 'archive/sample' : name
    await cp(join(ROOT, from), join(folder, from), { recursive: true })
  }
  return folder
}

test('the files of the image are enough to build, to serve everything, and to transfer snapshots', async () => {
  const folder = await imageFolder()
  const run = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, '--no-install', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    })
    return { exitCode, output: `${stdout}${stderr}` }
  }
  expect(run('build/main.ts').output).toContain(`${INSIGHTS.length} insights`)
  for (const command of ['build/fetch/main.ts', 'build/refresh/main.ts', 'src/verify/main.ts', 'build/start.ts'])
    expect(run(command, '--help').exitCode).toBe(0)
  const store = await temporaryFolder()
  expect(run('build/transfer/publish-main.ts', '--to', store)).toMatchObject({ exitCode: 0 })
  const target = await temporaryFolder()
  expect(run('build/transfer/pull-main.ts', '--from', store, '--data', target)).toMatchObject({ exitCode: 0 })
  expect(run('src/query/main.ts', 'SELECT count(*) AS n FROM exoplanets').output).toContain('281')

  const server = Bun.spawn([process.execPath, '--no-install', 'src/main.ts', '--port', '0', '--data-dir', target], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  try {
    const [chunk] = await Promise.all([server.stdout.getReader().read()])
    const url = /Listening on (\S+):\s/.exec(new TextDecoder().decode(chunk.value))![1]
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status
    await waitFor('SQL', async () => ((await statusOf('/rest/query?sql=SELECT+1')) === 200 ? true : undefined))
    const api = Object(await (await fetch(`${url}/rest/openapi.json`)).json())
    const paths = Object.keys(api.paths).filter((path) => api.paths[path].get !== undefined && !path.includes('{'))
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) expect(await statusOf(path), path).toBeWithin(200, 401) // 400: a parameter is missing
    const html = { headers: { accept: 'text/html' } }
    for (const path of [
      '/',
      '/swagger-ui',
      '/swagger-ui/swagger-ui-bundle.js',
      '/swagger-ui/favicon-32x32.png',
      '/metrics',
    ])
      expect(await statusOf(path, html), path).toBe(200)
    // What explains an unknown column is loaded only now.
    expect(await (await fetch(`${url}/rest/query?sql=SELECT+pl_nme+FROM+exoplanets`)).text()).toContain('pl_name')
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'health', arguments: {} } }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    expect(await statusOf('/mcp', { method: 'POST', headers, body: JSON.stringify(call) })).toBe(200)
    expect(await statusOf('/tap/sync?LANG=ADQL&QUERY=SELECT+TOP+1+pl_name+FROM+exoplanets')).toBe(200)
  } finally {
    server.kill('SIGTERM')
    await server.exited
  }
  expect(await server.stderr.text()).not.toContain('Cannot find')
})
