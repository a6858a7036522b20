import { afterEach, expect, spyOn, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { folderStorage } from '../../../../build/storage/folder-storage.ts'
import { readText } from '../../../../build/storage/storage.ts'
import { fileHandlePrototype } from '../../../fixtures/file-handle.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const AS = { mediaType: 'text/plain', cacheControl: 'no-cache' }

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

test('a file is on the disk before it is closed, and can be read from any place on', async () => {
  const folder = await temporaryFolder()
  const storage = folderStorage(folder)
  const prototype = await fileHandlePrototype()
  const done: string[] = []
  for (const step of ['sync', 'close'] as const) {
    const original = prototype[step]
    spies.push(
      spyOn(prototype, step).mockImplementation(function (this: typeof prototype) {
        done.push(step)
        return original.call(this)
      }),
    )
  }
  await storage.write('a/b.txt', new Blob(['0123456789']), AS)
  expect(done).toEqual(['sync', 'close'])
  const from = async (place: number) => new Response(await storage.read('a/b.txt', place)).text()
  expect([await from(0), await from(1), await from(9), await from(10)]).toEqual(['0123456789', '123456789', '9', ''])
  expect(await readText(storage, 'a/b.txt')).toBe('0123456789')
  expect([await readText(storage, 'a/c.txt'), await readText(storage, 'a/b.txt/d')]).toEqual([undefined, undefined])
})

test('what cannot be written to its end leaves what was there, nothing beside it, and no open file', async () => {
  const folder = await temporaryFolder()
  const storage = folderStorage(folder)
  await storage.write('a.txt', new Blob(['before']), AS)
  const broken = new Blob(['x'])
  broken.stream = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
      pull: (controller) => controller.error(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })),
    })
  await expect(storage.write('a.txt', broken, AS)).rejects.toThrow('the disk is full')
  if (hasProc) expect(openFilesBelow(folder)).toEqual([])
  expect(await readdir(folder)).toEqual(['a.txt'])
  expect(await readText(storage, 'a.txt')).toBe('before')
})

test('a list has the files below a prefix with length and time, and none that is being written', async () => {
  const folder = await temporaryFolder()
  const storage = folderStorage(folder)
  for (const key of ['a/one', 'a/two/three', 'ab', 'b']) await storage.write(key, new Blob([key]), AS)
  await Bun.write(join(folder, `a/one.${crypto.randomUUID()}.tmp`), 'unfinished')
  const moment = new Date('2026-01-02T03:04:05Z')
  await utimes(join(folder, 'a/one'), moment, moment)
  const keys = async (prefix: string) => (await storage.list(prefix)).map(({ key }) => key).sort()
  expect(await keys('')).toEqual(['a/one', 'a/two/three', 'ab', 'b'])
  expect(await keys('a')).toEqual(['a/one', 'a/two/three', 'ab'])
  expect(await keys('a/')).toEqual(['a/one', 'a/two/three'])
  expect(await keys('a/t')).toEqual(['a/two/three'])
  expect(await keys('c/')).toEqual([])
  expect((await storage.list('a/one'))[0]).toEqual({ key: 'a/one', bytes: 5, modifiedMs: moment.getTime() })
  await storage.remove('a/one')
  await storage.remove('a/one')
  expect(await keys('a/')).toEqual(['a/two/three'])
})

test('nothing that is read stays open, whatever becomes of it', async () => {
  const folder = await temporaryFolder()
  const storage = folderStorage(folder)
  await storage.write('a.txt', new Blob(['0123456789']), AS)
  const prototype = await fileHandlePrototype()
  const { close } = prototype
  let closed = 0
  spies.push(
    spyOn(prototype, 'close').mockImplementation(function (this: typeof prototype) {
      closed += 1
      return close.call(this)
    }),
  )
  await new Response(await storage.read('a.txt', 3)).text()
  await storage.read('a.txt', 0).then((stream) => stream?.cancel())
  expect(await storage.read('b.txt', 0)).toBeUndefined()
  expect(closed).toBe(2)
})
