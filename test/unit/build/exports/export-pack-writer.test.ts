import { afterEach, expect, spyOn, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createExportPackWriter } from '../../../../build/exports/export-pack-writer.ts'
import { compressExport } from '../../../../build/workers/compress-export.ts'
import { fileHandlePrototype } from '../../../fixtures/file-handle.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const filesOf = (text: string) => ({
  json: compressExport(new TextEncoder().encode(`{"name":"${text}"}`)),
  csv: compressExport(new TextEncoder().encode(`name\r\n${text}\r\n`)),
})

test('a pack has its name by its content, is on the disk before it has it, and leaves nothing else', async () => {
  const dataDir = await temporaryFolder()
  const writer = await createExportPackWriter(dataDir, 'exports/x')
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
  for (const name of ['A', 'a', 'a b', '\uffee', '\u{1f600}']) writer.add(name, filesOf(name))
  await writer.flush()
  writer.add('\u{1f601}', filesOf('last'))
  const { path, bytes, sha256 } = await writer.finish()
  expect(done).toEqual(['sync', 'close'])
  const content = await Bun.file(join(dataDir, path)).bytes()
  expect(content.byteLength).toBe(bytes)
  expect(new Bun.CryptoHasher('sha256').update(content).digest('hex')).toBe(sha256)
  expect(await readdir(join(dataDir, 'exports'))).toEqual([path.replace('exports/', '')])
})

test.each([
  ['again', 'b'],
  ['behind its place', 'a'],
  ['behind its place', 'Z'],
])('a name that comes %s is refused: %s', async (_, name) => {
  const writer = await createExportPackWriter(await temporaryFolder(), 'exports/x')
  writer.add('b', filesOf('b'))
  expect(() => writer.add(name, filesOf(name))).toThrow(`got the name "${name}" out of order`)
  await writer.abandon()
})

test('a pack that is abandoned leaves no file, and none open', async () => {
  const dataDir = await temporaryFolder()
  const writer = await createExportPackWriter(dataDir, 'exports/x')
  writer.add('a', filesOf('a'))
  await writer.flush()
  await writer.abandon()
  expect(await readdir(join(dataDir, 'exports'))).toEqual([])
  if (hasProc) expect(openFilesBelow(dataDir)).toEqual([])
})

test('a pack that cannot be made says why', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(join(dataDir, 'exports/x.pack.tmp'), { recursive: true })
  await expect(createExportPackWriter(dataDir, 'exports/x')).rejects.toThrow('EISDIR')
})
