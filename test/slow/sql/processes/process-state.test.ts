import { expect } from 'bun:test'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { isStopped, openProcessorTime, privateBytesOf } from '../../../../src/sql/processes/process-state.ts'
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
    // While it is stopped, it uses no more; the system counts in nanoseconds.
    child.kill('SIGSTOP')
    await waitFor('the stop', () => isStopped(child.pid) || undefined)
    const nanoseconds = () => Number.parseInt(readFileSync(`/proc/${child.pid}/schedstat`, 'latin1'), 10)
    await waitFor('a still clock', async () => {
      const now = nanoseconds()
      await Bun.sleep(20)
      return nanoseconds() === now || undefined
    })
    expect(time.ms()).toBe(nanoseconds() / 1_000_000)
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

test('the private bytes of a process are a part of those that it has in memory', () => {
  // What other tests have left is released first, so that it is not released meanwhile.
  Bun.gc(true)
  const bytes = privateBytesOf(process.pid)!
  expect(bytes).toBeWithin(1_000_000, process.memoryUsage().rss)
  const held = Buffer.alloc(512 * 1_048_576, 1)
  expect(privateBytesOf(process.pid)! - bytes).toBeGreaterThan(256 * 1_048_576)
  expect(held[9]).toBe(1)
  expect(privateBytesOf(2 ** 30)).toBeUndefined()
})

test('a process that was stopped is known from one that sleeps', async () => {
  const child = Bun.spawn(['sleep', '600'])
  try {
    expect(isStopped(child.pid)).toBe(false)
    child.kill('SIGSTOP')
    await waitFor('the stop', () => isStopped(child.pid) || undefined)
    child.kill('SIGCONT')
    await waitFor('its end', () => !isStopped(child.pid) || undefined)
    expect(isStopped(2 ** 30)).toBe(false)
  } finally {
    child.kill('SIGKILL')
    await child.exited
  }
})
