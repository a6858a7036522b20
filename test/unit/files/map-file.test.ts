import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mapFile } from '../../../src/files/map-file.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { openFilesBelow } from '../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

/** More than a page, and no whole number of them. */
const CONTENT = new Uint8Array(10_000).map((_, at) => at)

let path: string
beforeEach(async () => {
  path = join(await temporaryFolder(), 'file.bin')
  await Bun.write(path, CONTENT)
})

function mappingsOf(file: string): number {
  return readFileSync('/proc/self/maps', 'utf8').split('\n').filter((line) => line.endsWith(file)).length // biome-ignore format: one chain
}

/** Looks whether the file is still mapped after a collection; an address left on the stack may hold it a little longer. */
function endOfMapping(): true | undefined {
  Bun.gc(true)
  return mappingsOf(path) === 0 ? true : undefined
}

test('a file that is not there is an error', () => {
  expect(() => mapFile(`${path}.gone`)).toThrow('ENOENT')
})

describe('a file that this process may only read', () => {
  let mmap: { mockRestore(): void }
  beforeEach(() => {
    mmap = spyOn(Bun, 'mmap').mockImplementation(() => {
      throw Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' })
    })
  })
  afterEach(() => mmap.mockRestore())

  skipUnless(hasProc, NO_PROC).test('is mapped, privately, and for no longer than it is used', async () => {
    const use = () => {
      const { bytes, isCopy } = mapFile(path)
      expect(isCopy).toBe(false)
      expect(bytes).toEqual(CONTENT)
      expect(mappingsOf(path)).toBe(1)
      expect(openFilesBelow(dirname(path))).toEqual([])
      bytes.fill(0)
    }
    use()
    expect(await Bun.file(path).bytes()).toEqual(CONTENT)
    await waitFor('the end of the mapping', endOfMapping)
  })

  skipUnless(hasProc, NO_PROC).test('stays mapped as long as a view of it is used', async () => {
    const views = [mapFile(path).bytes.subarray(256, 260)]
    for (let i = 0; i < 5; i++) {
      expect(endOfMapping()).toBeUndefined()
      await Bun.sleep(1)
    }
    const use = () => expect([...views.pop()!]).toEqual([0, 1, 2, 3])
    use()
    await waitFor('the end of the mapping', endOfMapping)
  })

  test('is a copy where the system maps no such file, and the snapshot says how much', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
    Object.defineProperty(process, 'platform', { ...platform, value: 'aix' })
    try {
      const { bytes, isCopy } = mapFile(path)
      expect(isCopy).toBe(true)
      expect(new Uint8Array(bytes)).toEqual(CONTENT)
      const { dataDir, manifest } = await builtSnapshot()
      const { pages, exports, names, plots } = manifest.files
      const drawn = Object.values(plots).flatMap(({ rows, chart }) => [rows, chart])
      const files = [...Object.values(pages), ...Object.values(exports), names, ...drawn]
      expect((await openSnapshot(dataDir)).copiedBytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0))
    } finally {
      Object.defineProperty(process, 'platform', platform)
    }
  })

  skipUnless(hasProc, NO_PROC).test('of a snapshot is no copy', async () => {
    expect((await openSnapshot((await builtSnapshot()).dataDir)).copiedBytes).toBe(0)
  })
})
