import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createResultFile, type ResultRoom } from '../../../../src/tap/jobs/result-file.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const MIB = 1_048_576

async function fileWith(room: Partial<ResultRoom> = {}) {
  const dir = await temporaryFolder()
  const path = join(dir, 'result')
  const taken: number[] = []
  const file = await createResultFile(path, { left: async () => 1e9, take: (bytes) => taken.push(bytes), ...room })
  return { dir, path, file, taken }
}

test('more than a few MiB that wait to be written are waited for', async () => {
  const { file, path, taken } = await fileWith()
  const pieces = Array.from({ length: 4 }, (_, at) => new Uint8Array(MIB).fill(at))
  expect(pieces.map((piece) => file.write([piece]))).toEqual([undefined, undefined, undefined, undefined])
  const more = file.write([new Uint8Array(1)])
  expect(more).toBeInstanceOf(Promise)
  await more
  expect(taken).toEqual([MIB, MIB, MIB, MIB, 1])
  expect(file.write([new Uint8Array(MIB)])).toBeUndefined()
  expect(await file.end([new Uint8Array(3)])).toBe(5 * MIB + 4)
  expect(Bun.file(path).size).toBe(5 * MIB + 4)
})

test.each(['end', 'close'] as const)('after its %s the file is not open any more', async (how) => {
  const { dir, file } = await fileWith()
  file.write([new Uint8Array(10)])
  if (hasProc) expect(openFilesBelow(dir)).toEqual(['result'])
  await (how === 'end' ? file.end([]) : file.close())
  if (hasProc) expect(openFilesBelow(dir)).toEqual([])
})

test('where there is no room left, writing fails, and its end says why', async () => {
  const { file } = await fileWith({ left: async () => 0 })
  void file.write([new Uint8Array(10)])
  await expect(file.end([])).rejects.toMatchObject({ code: 'jobs_unavailable' })
  expect(file.signal.aborted).toBe(true)
})

test('it is looked how much room there is before that could be used up', async () => {
  let left = 100
  let looks = 0
  const { file } = await fileWith({
    left: async () => {
      looks += 1
      return left
    },
    take: (bytes) => {
      left -= bytes
    },
  })
  for (let i = 0; i < 10; i += 1) await file.write([new Uint8Array(10)])
  expect(await file.end([])).toBe(100)
  expect(looks).toBeGreaterThanOrEqual(1)
  expect(file.signal.aborted).toBe(false)
})
