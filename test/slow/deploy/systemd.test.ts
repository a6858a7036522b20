import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const UNITS = join(import.meta.dir, '../../../deploy/systemd')
const { test: withSystemd } = skipUnless(Bun.which('systemd-analyze') !== null, 'systemd-analyze is not installed')

withSystemd.each(['exoplanet-catalog.service', 'exoplanet-catalog-refresh.service'])('%s is exposed little', (unit) => {
  const command = ['systemd-analyze', 'security', '--offline=true', '--threshold=20', '--no-pager', join(UNITS, unit)]
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  expect(`${stdout}${stderr}`).toMatch(/Overall exposure level for \S+: 1\.\d/)
  expect(exitCode).toBe(0)
})

withSystemd('systemd understands every line of the units', async () => {
  const folder = await temporaryFolder()
  const names = await readdir(UNITS)
  expect(names).toHaveLength(3)
  for (const name of names) {
    const text = await Bun.file(join(UNITS, name)).text()
    // Bun is elsewhere on this machine.
    await Bun.write(join(folder, name), text.replaceAll('/usr/local/bin/bun', '/bin/true'))
  }
  const { stdout, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', ...names.map((name) => join(folder, name))])
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('exoplanet-catalog'))
  expect(lines).toEqual([])
})

test('the commands of the units are those of the program', async () => {
  for (const name of (await readdir(UNITS)).filter((file) => file.endsWith('.service'))) {
    const [, script] = /^ExecStart=\/usr\/local\/bin\/bun .*?(\S+\.ts)/m.exec(await Bun.file(join(UNITS, name)).text())!
    expect(await Bun.file(join(UNITS, '../..', script!)).exists()).toBe(true)
  }
})
