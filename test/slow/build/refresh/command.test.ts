import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readRunRecords } from '../../../../src/store/read-run-records.ts'
import { COLUMNS, HOSTS } from '../../../fixtures/processes/fetch-run.ts'
import { startTapStandIn } from '../../../fixtures/servers/tap-stand-in.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../../../..')

async function refresh(folder: string, tapUrl: string) {
  const args = ['--out', join(folder, 'nasa'), '--data', join(folder, 'data'), '--fetch-attempts', '1']
  const child = Bun.spawn([process.execPath, 'build/refresh/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ARCHIVE_TAP_URL: tapUrl },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, stderr, record: readRunRecords(join(folder, 'data')).refresh }
}

test('the command leaves how it ended, and when, in the data folder', async () => {
  const tables = { ps: 'pl_name,hostname\n51 Peg b,51 Peg\n', stellarhosts: HOSTS, 'TAP_SCHEMA.columns': COLUMNS }
  const service = await startTapStandIn({ tables })
  const folder = await temporaryFolder()
  try {
    expect(await refresh(folder, service.url)).toMatchObject({ exitCode: 0, record: { result: 'published' } })
    expect(await refresh(folder, service.url)).toMatchObject({ exitCode: 0, record: { result: 'unchanged' } })
  } finally {
    await service.close()
  }
  const { exitCode, stderr, record } = await refresh(folder, service.url)
  expect({ exitCode, result: record?.result }).toEqual({ exitCode: 3, result: 'failed' })
  expect(stderr).toContain(record!.detail!)
  expect(Object.keys(record!.at).sort()).toEqual(['failed', 'published', 'unchanged'])
})
