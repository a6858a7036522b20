import { afterEach, expect, spyOn, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { verifyFile, verifyLength } from '../../../src/store/verify-file.ts'
import { fileHandlePrototype } from '../../fixtures/file-handle.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const text = 'ten letter'
const FILE = { path: 'a.bin', bytes: text.length, sha256: new Bun.CryptoHasher('sha256').update(text).digest('hex') }
const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

async function folder(content = text): Promise<string> {
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, FILE.path), content)
  return dataDir
}

test('a file of the promised bytes passes, any other is refused by name', async () => {
  await verifyFile(await folder(), FILE)
  await expect(verifyFile(await folder('ten lettre'), FILE)).rejects.toThrow('does not match the manifest (SHA-256)')
  await expect(verifyFile(await folder('ten'), FILE)).rejects.toThrow('has 3 bytes, but the manifest says 10')
  await expect(verifyFile(await temporaryFolder(), FILE)).rejects.toThrow('which cannot be opened')
})

test('a file that shrinks while it is read is refused, not read for ever', async () => {
  const dataDir = await folder()
  const prototype = await fileHandlePrototype()
  // What the system gives at the end of a file that was longer a moment ago.
  spies.push(
    spyOn(prototype, 'read').mockImplementation(async (buffer: unknown) => ({ bytesRead: 0, buffer }) as never),
  )
  await expect(verifyFile(dataDir, FILE)).rejects.toThrow(
    new SnapshotError(`${join(dataDir, FILE.path)} shrank while it was read.`),
  )
})

test('of a file whose content is not checked the length is', async () => {
  await verifyLength(await folder('ten lettre'), FILE)
  await expect(verifyLength(await folder('ten'), FILE)).rejects.toThrow('has 3 bytes, but the manifest says 10')
  await expect(verifyLength(await temporaryFolder(), FILE)).rejects.toThrow('which cannot be opened')
})

test.each([
  ['its content', verifyFile],
  ['its length', verifyLength],
] as const)('a file is closed after a check of %s, whatever comes of it', async (_, verify) => {
  const prototype = await fileHandlePrototype()
  const closed = spyOn(prototype, 'close')
  spies.push(closed)
  const outcomes = ['ten letter', 'ten lettre', 'ten', 'eleven chars']
  for (const content of outcomes) await verify(await folder(content), FILE).catch(() => {})
  expect(closed).toHaveBeenCalledTimes(outcomes.length)
  await (await open(join(await folder(), FILE.path))).close()
})
