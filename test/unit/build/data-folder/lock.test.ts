import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError, lockDataDir } from '../../../../build/data-folder/lock.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const CONTENDER = join(import.meta.dir, '../../../fixtures/processes/lock-contender.ts')

function startContender(folder: string) {
  return Bun.spawn([process.execPath, CONTENDER, folder], { stdout: 'pipe', stderr: 'inherit' })
}

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

test('the lock of a process that was killed is free before anyone has waited for the process', async () => {
  const folder = await temporaryFolder()
  // The shell becomes a sleeper, which never asks how its child ended.
  const command = ['sh', '-c', '"$0" "$1" "$2" & echo $!; exec sleep 60', process.execPath, CONTENDER, folder]
  await mkdir(join(folder, 'marks'))
  const sleeper = Bun.spawn(command, { stdout: 'pipe' })
  try {
    let text = ''
    for await (const chunk of sleeper.stdout) {
      text += Buffer.from(chunk)
      if (text.includes('held')) break
    }
    const pid = Number.parseInt(text, 10)
    await waitFor('the child to hold the lock', async () => {
      process.kill(pid, 'SIGSTOP')
      const isHeld = await lockDataDir(folder).then(
        (lock) => lock.release().then(() => undefined),
        () => true,
      )
      if (isHeld !== true) process.kill(pid, 'SIGCONT')
      return isHeld
    })
    process.kill(pid, 'SIGKILL')
    const lock = await waitFor('the lock', () => lockDataDir(folder).catch(() => undefined), 1000)
    await lock.release()
  } finally {
    sleeper.kill('SIGKILL')
  }
})

skipUnless(hasProc, NO_PROC).test(
  'many processes that are killed at any moment never hold the lock together',
  async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'marks'))
    const contenders = new Set<ReturnType<typeof startContender>>()
    let text = ''
    const read = async (child: ReturnType<typeof startContender>) => {
      for await (const chunk of child.stdout) text += Buffer.from(chunk)
    }
    const start = () => {
      const child = startContender(folder)
      contenders.add(child)
      return read(child)
    }
    const readings = Array.from({ length: 5 }, start)
    try {
      for (let kills = 0; kills < 15; kills += 1) {
        const [victim] = contenders
        const had = text.length
        await waitFor('another holder', () => (text.length > had ? true : undefined), 60_000)
        victim!.kill('SIGKILL')
        contenders.delete(victim!)
        readings.push(start())
      }
    } finally {
      for (const child of contenders) child.kill('SIGKILL')
      await Promise.all(readings)
    }
    expect(text.match(/VIOLATION.*/g)).toBeNull()
    expect(text.match(/held/g)!.length).toBeGreaterThanOrEqual(15)
    await (await lockDataDir(folder)).release()
  },
)

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
