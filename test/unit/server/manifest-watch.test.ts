import { expect, spyOn, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { watchManifest } from '../../../src/server/manifest-watch.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'
import { watchTimers } from '../../fixtures/watch-timers.ts'

async function publish(folder: string, text: string): Promise<void> {
  await Bun.write(join(folder, 'manifest.json.tmp'), text)
  await rename(join(folder, 'manifest.json.tmp'), join(folder, 'manifest.json'))
}

/** Changes seen so far; `more` waits for one that comes after the last. */
function counter() {
  let changes = 0
  let taken = 0
  return {
    onChange: () => {
      changes += 1
    },
    get changes() {
      return changes
    },
    async more(): Promise<void> {
      taken = await waitFor('a change', () => (changes > taken ? changes : undefined))
    },
  }
}

test('a manifest that is renamed into place is noticed at once, each time, and other files are not', async () => {
  const folder = await temporaryFolder()
  await publish(folder, 'a')
  const seen = counter()
  const close = watchManifest(folder, seen.onChange, 3_600_000)
  await Bun.write(join(folder, 'catalog-0123.sqlite'), 'x')
  await publish(folder, 'b')
  await seen.more()
  await publish(folder, 'c')
  await seen.more()
  close()
  expect(seen.changes).toBe(2)
})

test('where the system reports nothing, looking now and then finds it', async () => {
  const parent = await temporaryFolder()
  const folder = join(parent, 'data')
  await mkdir(folder)
  await publish(folder, 'a')
  const seen = counter()
  const close = watchManifest(folder, seen.onChange, 20)
  // The watched folder is another one now.
  await rename(folder, join(parent, 'old'))
  await mkdir(join(parent, 'new'))
  await publish(join(parent, 'new'), 'b')
  await rename(join(parent, 'new'), folder)
  await seen.more()
  close()
})

test('a folder that is not there yet is no fault, and nothing is reported after the end', async () => {
  const folder = join(await temporaryFolder(), 'later')
  const seen = counter()
  const close = watchManifest(folder, seen.onChange, 20)
  await mkdir(folder)
  await publish(folder, 'a')
  await seen.more()
  close()
  const { changes } = seen
  // Another watch tells when the change could have been reported.
  const other = counter()
  const closeOther = watchManifest(folder, other.onChange, 20)
  await publish(folder, 'b')
  await other.more()
  closeOther()
  expect(seen.changes).toBe(changes)
})

test('a manifest that is published as soon as the watch has begun is noticed', async () => {
  const folders = await Promise.all(Array.from({ length: 50 }, temporaryFolder))
  const watches = folders.map((folder) => {
    const seen = counter()
    const close = watchManifest(folder, seen.onChange, 20)
    writeFileSync(join(folder, 'manifest.json'), 'a')
    return { seen, close }
  })
  for (const { seen, close } of watches) {
    await seen.more()
    close()
  }
})

test('a change that is being looked at when the watch ends is not told, and no timer is left', async () => {
  const folder = await temporaryFolder()
  await publish(folder, 'a')
  const seen = counter()
  using timers = watchTimers()
  const asking = spyOn(globalThis, 'setInterval')
  const close = watchManifest(folder, seen.onChange, 3_600_000)
  const [look] = asking.mock.calls.at(-1)! as [() => void]
  asking.mockRestore()
  writeFileSync(join(folder, 'manifest.json'), 'another')
  look()
  close()
  const other = counter()
  const closeOther = watchManifest(folder, other.onChange, 20)
  await publish(folder, 'b')
  await other.more()
  closeOther()
  expect(seen.changes).toBe(0)
  expect(timers.pending().filter((delay) => delay === 3_600_000)).toEqual([])
})

/** How often the system watches a folder for this process. */
async function watchesOf(folder: string): Promise<number> {
  const inode = (await stat(folder)).ino.toString(16)
  const infos = readdirSync('/proc/self/fdinfo').map((file) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${file}`, 'utf8')
    } catch {
      return '' // The one of the folder that was read.
    }
  })
  return infos.join('').split('\n').filter((line) => line.startsWith('inotify ') && line.includes(` ino:${inode} `)).length // biome-ignore format: one chain
}

skipUnless(hasProc, NO_PROC).test('the system watches the folder until the end', async () => {
  const folder = await temporaryFolder()
  await publish(folder, 'a')
  const close = watchManifest(folder, () => {}, 3_600_000)
  await waitFor('the watch', async () => (await watchesOf(folder)) === 1 || undefined)
  close()
  await waitFor('the end of the watch', async () => (await watchesOf(folder)) === 0 || undefined)
})
