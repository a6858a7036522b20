import { expect, test } from 'bun:test'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../..')

test('where a script cannot install what it needs, it says why', async () => {
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  const installing = Object.entries<string>(scripts).filter(
    ([name, text]) => name !== 'installed' && /\binstall/.test(text),
  )
  expect(installing.map(([name]) => name)).toContain('start')
  for (const [, text] of installing) expect(text).toStartWith('bun run --silent installed && ')

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
}, 60_000)
