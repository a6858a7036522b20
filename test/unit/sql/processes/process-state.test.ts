import { expect } from 'bun:test'
import { readdirSync, readlinkSync } from 'node:fs'
import { openProcessorTime } from '../../../../src/sql/processes/process-state.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const { test } = skipUnless(hasProc, NO_PROC)

/** How often this process holds the file of another's processor time open. */
function openFiles(pid: number): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === `/proc/${pid}/schedstat`
    } catch {
      return false // The one that reads the folder is gone by now.
    }
  }).length
}

test('the processor time of a process is read again and again from one file, which is closed in the end', async () => {
  const child = Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdout: 'ignore', stderr: 'ignore' })
  const time = openProcessorTime(child.pid)
  try {
    const before = time.ms()!
    const later = await waitFor('processor time', () => (time.ms()! > before + 20 ? time.ms() : undefined))
    expect(later).toBeLessThan(60_000)
    expect(openFiles(child.pid)).toBe(1)
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
  expect(time.ms()).toBeUndefined()
  time.close()
  expect(openFiles(child.pid)).toBe(0)
  expect(time.ms()).toBeUndefined()
  expect(openFiles(child.pid)).toBe(0)
})

test('one that does not exist has none', () => {
  const time = openProcessorTime(2 ** 30)
  expect(time.ms()).toBeUndefined()
  time.close()
})
