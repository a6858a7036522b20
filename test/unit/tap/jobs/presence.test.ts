import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPresence } from '../../../../src/tap/jobs/presence.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

test('a process that is there, one that has left, and names that are none', async () => {
  const dir = await temporaryFolder()
  const [a, b] = [await createPresence(dir), await createPresence(dir)]
  expect(await a.isThere(b.id)).toBe(true)
  expect(await a.isThere(a.id)).toBe(true)
  await b.leave()
  expect(await a.isThere(b.id)).toBe(false)
  expect(await a.isThere('../../etc/passwd')).toBe(false)
})

test('a process of this machine that was killed is missed at once', async () => {
  const dir = await temporaryFolder()
  const module = JSON.stringify(join(import.meta.dir, '../../../../src/tap/jobs/presence.ts'))
  const child = Bun.spawn(
    [
      process.execPath,
      '-e',
      `const { createPresence } = await import(${module}); console.log((await createPresence(${JSON.stringify(dir)})).id); setInterval(() => {}, 1000)`,
    ],
    { stdout: 'pipe' },
  )
  const { value } = await child.stdout.getReader().read()
  const id = Buffer.from(value!).toString().trim()
  const own = await createPresence(dir)
  expect(await own.isThere(id)).toBe(true)
  child.kill('SIGKILL')
  await child.exited
  expect(await own.isThere(id)).toBe(false)
})

test('of a process elsewhere only its silence tells, whatever its clock says', async () => {
  const dir = await temporaryFolder()
  let now = 0
  const own = await createPresence(dir, () => now)
  const other = 'ab'.repeat(9)
  const say = (count: number) =>
    Bun.write(join(dir, `${other}.json`), JSON.stringify({ pid: 1, began: '1', machine: 'another', count }))
  await say(1)
  expect(await own.isThere(other)).toBe(true)
  now = 20_000
  expect(await own.isThere(other)).toBe(true)
  await say(2)
  expect(await own.isThere(other)).toBe(true)
  now = 45_000
  expect(await own.isThere(other)).toBe(true)
  now = 51_000
  expect(await own.isThere(other)).toBe(false)
  expect(await readdir(dir)).toHaveLength(2)
})

test('a process that has the number of one that has ended is not that one', async () => {
  const dir = await temporaryFolder()
  const [own, other] = [await createPresence(dir), await createPresence(dir)]
  const path = join(dir, `${other.id}.json`)
  const said = await Bun.file(path).json()
  expect(await own.isThere(other.id)).toBe(true)
  await Bun.write(path, JSON.stringify({ ...said, began: String(Number(said.began) - 1) }))
  if (said.machine !== '') expect(await own.isThere(other.id)).toBe(false)
})
