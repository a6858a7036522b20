import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError, lockDataDir } from '../../../../build/data-folder/lock.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

async function refusalOf(folder: string): Promise<string> {
  const error = await lockDataDir(folder).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(LockedError)
  return (error as LockedError).message
}

test('a data folder is for one build at a time, and free again after it', async () => {
  const folder = await temporaryFolder()
  const lock = await lockDataDir(folder)
  expect(await refusalOf(folder)).toBe(
    `Another build (process ${process.pid}) is writing to this folder; start again when it has ended.`,
  )
  await lock.release()
  expect(await readdir(folder)).toEqual([])
  {
    await using _again = await lockDataDir(folder)
    await lock.release() // a second time it releases nothing of the next holder
    await refusalOf(folder)
  }
  expect(await readdir(folder)).toEqual([])
})

test('a folder that cannot be made is named, with the reason', async () => {
  const file = join(await temporaryFolder(), 'file')
  await Bun.write(file, '')
  await expect(lockDataDir(file)).rejects.toThrow(`The folder ${file} cannot be created (EEXIST): choose another one.`)
  const below = join(file, 'data')
  await expect(lockDataDir(below)).rejects.toThrow(
    `The folder ${below} cannot be created (ENOTDIR): choose another one.`,
  )
})

test('a lock file that cannot be used is named', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'build.lock.db')
  await Bun.write(file, 'something else '.repeat(100))
  await expect(lockDataDir(folder)).rejects.toThrow(`The lock file ${file} cannot be used (SQLITE_NOTADB);`)
  const other = await temporaryFolder()
  await mkdir(join(other, 'build.lock.db'))
  await expect(lockDataDir(other)).rejects.toThrow('EISDIR')
})

test('what an earlier holder left does not keep the folder locked', async () => {
  const folder = await temporaryFolder()
  await Bun.write(join(folder, 'build.lock.db'), '')
  await Bun.write(join(folder, 'build.lock.holder'), 'nonsense')
  await symlink(`${process.pid} 1`, join(folder, 'build.lock')) // of version 1.0.0
  {
    await using _lock = await lockDataDir(folder)
    expect(await refusalOf(folder)).toContain(`(process ${process.pid})`)
  }
  expect(await readdir(folder)).toEqual(['build.lock'])
})

test('a holder that is not known is not named, and one of another container is named as such', async () => {
  const folder = await temporaryFolder()
  await using _lock = await lockDataDir(folder)
  const holder = join(folder, 'build.lock.holder')
  await Bun.write(holder, '7 pid:[1]')
  expect(await refusalOf(folder)).toStartWith('Another build (process 7 in another container) is writing')
  await Bun.write(holder, '')
  expect(await refusalOf(folder)).toStartWith('Another build is writing')
})

test('of many that want the folder at once, one gets it', async () => {
  const folder = await temporaryFolder()
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(folder)))
    const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(taken).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LockedError)
    await taken[0]!.value.release()
    expect(await readdir(folder)).toEqual([])
  }
})

skipUnless(hasProc, NO_PROC).test('the name space of processes is known here', async () => {
  expect(await readlink('/proc/self/ns/pid')).toMatch(/^pid:\[\d+\]$/)
})

test.each(['before', 'after'])(
  'a lock file that is removed just %s another one takes it holds nothing',
  async (when) => {
    const folder = await temporaryFolder()
    const { run } = Database.prototype
    let removals = 0
    const running = spyOn(Database.prototype, 'run').mockImplementation(function (this: Database, ...args) {
      const isFirst = args[0] === 'BEGIN IMMEDIATE' && removals === 0
      if (isFirst) removals += 1
      if (isFirst && when === 'before') rmSync(this.filename)
      const result = run.apply(this, args)
      if (isFirst && when === 'after') rmSync(this.filename)
      return result
    })
    const lock = await lockDataDir(folder).finally(() => running.mockRestore())
    expect(removals).toBe(1)
    await refusalOf(folder)
    await lock.release()
    expect(await readdir(folder)).toEqual([])
  },
)

test('the file of a lock is gone before the lock is free, so that nobody takes a file that then goes', async () => {
  const folder = await temporaryFolder()
  const lock = await lockDataDir(folder)
  const { close } = Database.prototype
  const filesAtTheEnd: boolean[] = []
  const closing = spyOn(Database.prototype, 'close').mockImplementation(function (this: Database, ...args) {
    filesAtTheEnd.push(existsSync(join(folder, 'build.lock.db')), existsSync(join(folder, 'build.lock.holder')))
    return close.apply(this, args)
  })
  await lock.release().finally(() => closing.mockRestore())
  expect(filesAtTheEnd).toEqual([false, false])
})

test('one that is refused closes the file of the lock', async () => {
  const folder = await temporaryFolder()
  await using _lock = await lockDataDir(folder)
  const { close } = Database.prototype
  let closed = 0
  const closing = spyOn(Database.prototype, 'close').mockImplementation(function (this: Database, ...args) {
    closed += 1
    return close.apply(this, args)
  })
  await refusalOf(folder).finally(() => closing.mockRestore())
  expect(closed).toBe(1)
})
