import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir } from '../../../../build/data-folder/lock.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const CONTENDER = join(import.meta.dir, '../../../fixtures/processes/lock-contender.ts')

function startContender(folder: string) {
  return Bun.spawn([process.execPath, CONTENDER, folder], { stdout: 'pipe', stderr: 'inherit' })
}

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
