import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError, lockDataDir } from '../../../../build/data-folder/lock.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

test('a data folder is for one build at a time, and free again after it', async () => {
  const folder = await temporaryFolder()
  const lock = await lockDataDir(folder)
  const second = await lockDataDir(folder).catch((error: unknown) => error)
  expect(second).toBeInstanceOf(LockedError)
  expect((second as LockedError).message).toContain(`process ${process.pid}`)
  await lock.release()
  const third = await lockDataDir(folder)
  await third.release()
  expect(await readdir(folder)).toEqual([])
})

test('a folder that cannot be made is named, with the reason', async () => {
  const file = join(await temporaryFolder(), 'file')
  await Bun.write(file, '')
  await expect(lockDataDir(file)).rejects.toThrow(`The folder ${file} cannot be made (EEXIST): name another one.`)
  const below = join(file, 'data')
  await expect(lockDataDir(below)).rejects.toThrow(`The folder ${below} cannot be made (ENOTDIR): name another one.`)
})

const DEAD = [
  ['of a process that is gone', '4194303 1'],
  ['of an earlier process with an id that is in use again', `${process.pid} 1`],
  ['that is none', 'nonsense'],
] as const

test.each(DEAD)('a lock %s is taken over', async (_, content) => {
  const folder = await temporaryFolder()
  await symlink(content, join(folder, 'build.lock'))
  const lock = await lockDataDir(folder)
  await expect(lockDataDir(folder)).rejects.toBeInstanceOf(LockedError)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

test.skipIf(!hasProc)('a lock of another container is not judged, and the message names it', async () => {
  const folder = await temporaryFolder()
  const lock = join(folder, 'build.lock')
  await symlink('4194303 1 pid:[1]', lock)
  const refused = await lockDataDir(folder).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(LockedError)
  expect((refused as LockedError).message).toBe(
    `Another build (process 4194303) is writing to this folder; start again when it has ended. It runs in another container; if you know that it has ended, delete ${lock}.`,
  )
  expect(await readlink(lock)).toBe('4194303 1 pid:[1]')

  // Nor is the guard that it held while it took over a lock of ours.
  await rm(lock)
  await symlink('4194303 1', lock)
  await symlink('4194303 1 pid:[1]', `${lock}.takeover`)
  await expect(lockDataDir(folder)).rejects.toThrow(`delete ${lock}.takeover.`)
})

test.skipIf(!hasProc)('a lock of a process that has ended is taken over before anyone has waited for it', async () => {
  const folder = await temporaryFolder()
  // The shell becomes a sleeper, which never asks how its child ended.
  const sleeper = Bun.spawn(['sh', '-c', 'sleep 0 & echo $!; exec sleep 60'], { stdout: 'pipe' })
  try {
    const { value } = await sleeper.stdout.getReader().read()
    const pid = Number(new TextDecoder().decode(value))
    const fields = (): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    while (fields()[0] !== 'Z') await Bun.sleep(5)
    await symlink(`${pid} ${fields()[19]}`, join(folder, 'build.lock'))
    await (await lockDataDir(folder)).release()
    expect(await readdir(folder)).toEqual([])
  } finally {
    sleeper.kill('SIGKILL')
  }
})

test('of many that want the folder at once and find a dead lock, one gets it', async () => {
  const folder = await temporaryFolder()
  for (let round = 0; round < 20; round += 1) {
    await symlink('4194303 1', join(folder, 'build.lock'))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder)))
    const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LockedError)
    await taken[0]!.value.release()
    expect(await readdir(folder)).toEqual([])
  }
})

test('what a killed takeover left does not keep the folder locked', async () => {
  const folder = await temporaryFolder()
  await symlink('4194303 1', join(folder, 'build.lock'))
  await symlink('4194302 1', join(folder, 'build.lock.takeover'))
  const lock = await lockDataDir(folder)
  await expect(lockDataDir(folder)).rejects.toBeInstanceOf(LockedError)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})
