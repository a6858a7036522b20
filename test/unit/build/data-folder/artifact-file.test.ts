import { afterEach, expect, spyOn, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeArtifact } from '../../../../build/data-folder/artifact-file.ts'
import { isArtifact } from '../../../../build/data-folder/publish.ts'
import { fileHandlePrototype } from '../../../fixtures/file-handle.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let spy: { mockRestore(): void } | undefined
afterEach(() => spy?.mockRestore())

test.each([0, 1, 511, 512, 513, 1_500])('a file of %d parts is all of them, named by its sum', async (count) => {
  const dataDir = await temporaryFolder()
  const parts = Array.from({ length: count }, (_, at) => Buffer.from(`part ${at}\n`.repeat(at % 5)))
  const whole = Buffer.concat(parts)
  const file = await writeArtifact(dataDir, 'pages/x', 'bin', parts)
  expect(Buffer.from(await Bun.file(join(dataDir, file.path)).bytes()).equals(whole)).toBe(true)
  const sha256 = new Bun.CryptoHasher('sha256').update(whole).digest('hex')
  expect(file).toEqual({ path: `pages/x-${sha256.slice(0, 16)}.bin`, bytes: whole.length, sha256 })
  expect(await readdir(join(dataDir, 'pages'))).toEqual([file.path.slice('pages/'.length)])
  expect(await writeArtifact(dataDir, 'pages/x', 'bin', whole)).toEqual(file)
})

test('a file that cannot be written is not there, and what is left of it will be swept', async () => {
  const dataDir = await temporaryFolder()
  const prototype = await fileHandlePrototype()
  spy = spyOn(prototype, 'writev').mockImplementation(() =>
    Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  )
  await expect(writeArtifact(dataDir, 'pages/x', 'bin', Buffer.from('x'))).rejects.toThrow('ENOSPC')
  const left = await readdir(join(dataDir, 'pages'))
  expect(left.filter((name) => !name.endsWith('.tmp'))).toEqual([])
  for (const name of left) expect(isArtifact(`pages/${name}`)).toBe(true)
  if (hasProc) expect(openFilesBelow(dataDir)).toEqual([])
})
