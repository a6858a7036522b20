import { expect, test } from 'bun:test'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { withBrokenList } from '../../fixtures/snapshots/with-broken-list.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('the command prints each check, and ends with 0 for a sound snapshot, and with 3 for another', async () => {
  const built = await builtSnapshot(await tinyArchive())
  const program = Bun.fileURLToPath(new URL('../../../src/verify/main.ts', import.meta.url))
  const outcomeOf = async (folder: string) => {
    const args = [process.execPath, program, '--data', folder, '--pages', '2']
    const child = Bun.spawn(args, { stdout: 'pipe', stderr: 'pipe' })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    return { exitCode: await child.exited, lines: stdout.trim().split('\n'), stderr }
  }
  const [sound, broken, absent] = await Promise.all([
    outcomeOf(built.dataDir),
    outcomeOf(await withBrokenList(built)),
    outcomeOf(await temporaryFolder()),
  ])
  expect([sound.exitCode, sound.stderr, sound.lines.length]).toEqual([0, '', 12])
  expect(sound.lines[6]).toMatch(
    /^Bodies of pages against SQL: ok \(4 pages of random columns, orders and filters, \d of them with \d+ conditions?\)$/,
  )
  expect(sound.lines.at(-1)).toMatch(
    new RegExp(`^Snapshot ${built.manifest.snapshotId} is sound; checked in \\d{1,3}\\.\\d s$`),
  )
  expect([broken.exitCode, broken.lines.length]).toEqual([3, 13])
  expect(broken.lines[9]).toBe('Insights against their SQL: 1 differ (not finished)')
  expect(broken.lines[10]).toStartWith('  It cannot be read: ')
  expect(broken.lines.at(-1)).toContain(' differs from SQL; checked in ')
  expect([absent.exitCode, absent.stderr]).toEqual([
    3,
    expect.stringMatching(/^Verification failed: There is no snapshot: /),
  ])
})
