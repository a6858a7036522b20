import { expect } from 'bun:test'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const ROOT = join(import.meta.dir, '../../..')

/** Opens a pipe for writing; undefined as long as nobody reads it. */
function openRead(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

skipUnless(hasProc, NO_PROC).test('SIGHUP during the start does not end the server', async () => {
  const dataDir = await temporaryFolder()
  const manifest = join(dataDir, 'manifest.json')
  expect(Bun.spawnSync(['mkfifo', manifest]).exitCode).toBe(0)
  const child = Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  // It waits for its manifest, which does not come.
  const pipe = await waitFor('the manifest to be read', () => openRead(manifest))
  child.kill('SIGHUP')
  child.kill('SIGTERM')
  await child.exited
  closeSync(pipe)
  // Of two signals the system delivers the lower number first.
  expect(child.signalCode).toBe('SIGTERM')
})
