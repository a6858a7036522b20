import { expect } from 'bun:test'
import { join } from 'node:path'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { request } from '../../fixtures/servers/raw-http.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

const ROOT = join(import.meta.dir, '../../..')

skipUnless(hasProc, NO_PROC).test.each([
  ['whose reader is gone', '2> >(exec true)'],
  ['on a full disk', '2>/dev/full'],
])('a log %s does not end the service', async (_, redirection) => {
  const { dataDir } = await builtSnapshot()
  const child = Bun.spawn(['bash', '-c', `exec ${process.execPath} src/main.ts ${redirection}`], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, SQL_PROCESSES: '1', LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { value } = await child.stdout.getReader().read()
  const port = Number(/:(\d+):/.exec(new TextDecoder().decode(value))?.[1])
  for (let round = 0; round < 3; round += 1) expect((await request(port, 'GET /health')).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})
