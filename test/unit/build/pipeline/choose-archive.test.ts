import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from '../../../../build/archive/archive.ts'
import * as reading from '../../../../build/archive/read-archive.ts'
import { LockedError } from '../../../../build/data-folder/lock.ts'
import { publish } from '../../../../build/data-folder/publish.ts'
import { build, buildIfMissing } from '../../../../build/pipeline/choose-archive.ts'
import * as compiling from '../../../../build/pipeline/compile.ts'
import { ARCHIVE_OUTCOMES } from '../../../../build/pipeline/outcomes.ts'
import type { BuildEffects } from '../../../../build/terminal/effects.ts'
import { describeFailure } from '../../../../src/command-line/run-command.ts'
import { folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'
import { SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'
import { madeUpSnapshot } from '../../../fixtures/snapshots/made-up-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const ID = 'fedcba9876543210'
const FILES = { 'ps.csv': 'pl_name,hostname\na b,a\n', 'stellarhosts.csv': 'hostname\na\n' }
const COMPILED: compiling.CompiledSnapshot = {
  manifest: FAKE_MANIFEST,
  tables: {
    exoplanets: makeTable('exoplanets', { pl_name: 'text' }, [['a b']]),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['a']]),
  },
  further: [],
  remarks: [],
}

/** The builds that were begun: which archive, into which folder. */
const begun: { readonly archive: unknown; readonly options: unknown; readonly dataDir: string }[] = []
/** How the next build ends. */
let end: () => compiling.CompiledSnapshot
const spies: { mockRestore(): void }[] = []

beforeEach(() => {
  begun.splice(0)
  end = () => COMPILED
  const build = spyOn(compiling, 'buildSnapshot').mockImplementation(async (read, dataDir) => {
    const readArchive = spyOn(reading, 'readArchive').mockImplementation(
      (async (...args: readonly unknown[]) => args) as never,
    )
    const [archive, , , options] = (await read(undefined as never)) as unknown as readonly unknown[]
    readArchive.mockRestore()
    begun.push({ archive, options, dataDir })
    return end()
  })
  spies.push(build)
})
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

/** Effects with what was said, and a clock that each look moves by a second and a half. */
function heard(): BuildEffects & { readonly lines: string[] } {
  const lines: string[] = []
  let nowMs = 100_000
  return {
    lines,
    log: (line) => void lines.push(line),
    progress: () => {},
    nowMs() {
      nowMs += 1_500
      return nowMs
    },
  }
}

describe('where a snapshot is already there', () => {
  test('and no archive is named or fetched, it stays, instead of the sample', async () => {
    const { dataDir } = await madeUpSnapshot(ID, 'x')
    const effects = heard()
    await buildIfMissing(undefined, dataDir, effects)
    expect([begun, effects.lines]).toEqual([[], []])
  })

  test('of the archive that is named, it stays', async () => {
    const archive = await folderWith(FILES)
    const { dataDir, manifest } = await madeUpSnapshot(ID, 'x')
    const { inputs } = await reading.readArchive(archive, quietEffects)
    await publish(dataDir, { ...manifest, inputs })
    const effects = heard()
    await buildIfMissing(archive, dataDir, effects)
    expect([begun, effects.lines]).toEqual([[], []])
  })

  test('of another archive, a new one is built', async () => {
    const archive = await folderWith(FILES)
    const { dataDir } = await madeUpSnapshot(ID, 'x')
    const effects = heard()
    await buildIfMissing(archive, dataDir, effects, { isStrict: true })
    expect(begun).toEqual([{ archive, options: { isStrict: true }, dataDir }])
    expect(effects.lines[0]).toBe(`Snapshot ${ID} was built from another archive: building a new one.`)
    expect(effects.lines[1]).toStartWith('exoplanets: 3 rows')
  })

  test('but incomplete, a new one is built', async () => {
    const archive = await folderWith(FILES)
    const { dataDir, manifest } = await madeUpSnapshot(ID, 'x')
    await rm(join(dataDir, manifest.files.names.path))
    const effects = heard()
    await buildIfMissing(archive, dataDir, effects)
    expect(begun).toHaveLength(1)
    expect(effects.lines[0]).toContain('which is missing or not complete')
  })

  test.each([
    new ArchiveError('No table of planets.', { file: 'ps.csv' }),
    new LockedError('build', ''),
    Object.assign(new Error('The disk is full.'), { code: 'ENOSPC', syscall: 'write' }),
  ])('and a build fails because of what is around it, it is kept, which is told', async (error) => {
    const archive = await folderWith(FILES)
    const { dataDir } = await madeUpSnapshot(ID, 'x')
    end = () => {
      throw error
    }
    const effects = heard()
    await buildIfMissing(archive, dataDir, effects)
    expect(effects.lines.at(-1)).toBe(`No new snapshot: ${error.message} Keeping snapshot ${ID}.`)
  })

  test('and the archive that is named is not there, it is kept, which is told', async () => {
    const { dataDir } = await madeUpSnapshot(ID, 'x')
    const effects = heard()
    await buildIfMissing(join(dataDir, 'nowhere'), dataDir, effects)
    expect(begun).toEqual([])
    expect(effects.lines).toHaveLength(1)
    expect(effects.lines[0]).toMatch(new RegExp(`^No new snapshot: .*nowhere.* Keeping snapshot ${ID}\\.$`))
  })

  test('and a build fails because of a defect, that is told as such', async () => {
    const archive = await folderWith(FILES)
    const { dataDir } = await madeUpSnapshot(ID, 'x')
    end = () => {
      throw new TypeError('a defect')
    }
    await expect(buildIfMissing(archive, dataDir, heard())).rejects.toThrow('a defect')
  })
})

test.each([
  new ArchiveError('No table of planets.', { file: 'ps.csv' }),
  new LockedError('build', ''),
  new TypeError('a defect'),
])('where no snapshot is there, a build that fails is a failure', async (error) => {
  end = () => {
    throw error
  }
  await expect(buildIfMissing('/nowhere', await temporaryFolder(), heard())).rejects.toBe(error)
})

test('a build of the named archive is made whatever is there, and its time is told at the end', async () => {
  const effects = heard()
  await build('/an/archive', '/a/folder', effects)
  expect(begun).toEqual([{ archive: '/an/archive', options: {}, dataDir: '/a/folder' }])
  expect(effects.lines).toHaveLength(5)
  expect(effects.lines.at(-1)).toMatch(/^snapshot 0123456789abcdef, .*, built in 1\.50 s$/)
})

test('without any archive the sample is built, which is told first', async () => {
  const effects = heard()
  await buildIfMissing(undefined, await temporaryFolder(), effects)
  expect(begun).toMatchObject([{ archive: SAMPLE_ARCHIVE }])
  expect(effects.lines[0]).toBe(
    'No archive is given and none has been fetched: building from the sample archive that ships with the project.',
  )
})

test('the exit code of a build tells an archive that cannot be built from another build', () => {
  const codeOf = (error: Error) => describeFailure(error, { outcomes: ARCHIVE_OUTCOMES }).exitCode
  expect(codeOf(new ArchiveError('No table of planets.', { file: 'ps.csv' }))).toBe(4)
  expect(codeOf(new LockedError('build', ''))).toBe(5)
  expect(codeOf(new TypeError('a defect'))).toBe(1)
})
