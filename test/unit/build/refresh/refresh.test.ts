import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError, lockDataDir, takeLock } from '../../../../build/data-folder/lock.ts'
import { publish } from '../../../../build/data-folder/publish.ts'
import * as fetching from '../../../../build/fetch/fetch-archive.ts'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import * as compiling from '../../../../build/pipeline/compile.ts'
import * as current from '../../../../build/pipeline/is-current.ts'
import * as losses from '../../../../build/refresh/check-loss.ts'
import * as comparing from '../../../../build/refresh/compare-rows.ts'
import { type RefreshConfig, refresh } from '../../../../build/refresh/refresh.ts'
import * as reports from '../../../../build/refresh/report-file.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import type { ChangeReport } from '../../../../src/history/change-report.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'
import { madeUpSnapshot } from '../../../fixtures/snapshots/made-up-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const [OLD, NEW] = ['1'.repeat(16), '2'.repeat(16)] as [string, string]

/** What was done, in its order, by the parts of a refresh, all of which stand-ins do. */
let done: string[]
/** The steps that fail. */
let failing: Set<string>
/** The manifest of the snapshot that is prepared, and whether the published one is of the fetched archive. */
let prepared: Manifest
let isCurrent: boolean
let lines: string[]
let reported: ChangeReport | undefined
const spies: { mockRestore(): void }[] = []

async function step(name: string): Promise<void> {
  done.push(name)
  if (failing.has(name)) throw new Error(`${name} failed`)
}

const NO_CHANGES = {
  rows: { before: 1, after: 1, added: 0, removed: 0, changed: 0 },
  changedValues: {},
  newNames: [],
  removedNames: [],
}

beforeEach(() => {
  done = []
  lines = []
  failing = new Set()
  isCurrent = false
  reported = undefined
  prepared = { ...FAKE_MANIFEST, snapshotId: NEW }
  spies.push(
    spyOn(fetching, 'fetchArchive').mockImplementation((async () => {
      await step('fetch')
      return {
        path: '/fetched',
        files: [],
        replaceOld: async () => {
          await step('replace archive')
          let isKept = false
          return {
            async keep() {
              isKept = true
              await step('keep archive')
            },
            async [Symbol.asyncDispose]() {
              if (!isKept) await step('restore archive')
            },
          }
        },
        [Symbol.asyncDispose]: () => step('end fetch'),
      }
    }) as never),
    spyOn(compiling, 'prepareSnapshot').mockImplementation((async () => {
      await step('prepare')
      return {
        manifest: prepared,
        remarks: ['a remark'],
        publish: async (report: ChangeReport | undefined) => {
          reported = report
          await step('publish')
        },
        [Symbol.asyncDispose]: () => step('discard'),
      }
    }) as never),
    spyOn(current, 'isBuiltFrom').mockImplementation(async () => isCurrent),
    spyOn(losses, 'checkRows').mockImplementation(() => {
      done.push('check rows')
      if (failing.has('check rows')) throw new losses.RefusedArchiveError('rows are lost')
    }),
    spyOn(losses, 'checkValues').mockImplementation((before) => {
      done.push(`check values against ${before?.snapshotId[0]}`)
      if (failing.has('check values')) throw new losses.RefusedArchiveError('values are lost')
    }),
    spyOn(comparing, 'compareRows').mockImplementation(((table: string) => {
      done.push(`compare ${table}`)
      return NO_CHANGES
    }) as never),
  )
})
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const effects = {
  fetch: {
    log: () => {},
    show: () => {},
    now: () => new Date(),
    nowMs: () => 0,
    sleep: async () => {},
    random: () => 0,
  },
  build: { log: (line: string) => void lines.push(line), progress: () => {}, nowMs: () => 0 },
}
const run = (dataDir: string) => refresh({ dataDir, isStrict: false } as RefreshConfig, 'a test', effects)

/** Both locks are free, and nothing of them is left. */
async function expectUnlocked(dataDir: string): Promise<void> {
  await (await lockDataDir(dataDir)).release()
  await (await takeLock(join(dataDir, 'refresh.lock'), 'refresh')).release()
  expect((await readdir(dataDir)).filter((name) => name.includes('lock'))).toEqual([])
}
const changesIn = async (dataDir: string) => (await Bun.file(join(dataDir, 'changes.json')).json()).to.id

test('the first refresh publishes its snapshot after the archive is in its place, and reports it as the first', async () => {
  const dataDir = await temporaryFolder()
  // The report is made public only for a published snapshot, which the stand-in does not write.
  const outcome = await run(dataDir)
  expect(outcome).toEqual({ kind: 'published', manifest: prepared, report: reported! })
  expect(reported).toMatchObject({ from: null, to: { id: NEW }, tables: null })
  expect(done).toEqual([
    'fetch',
    'prepare',
    'check values against undefined',
    'replace archive',
    'publish',
    'keep archive',
    'discard',
    'end fetch',
  ])
  expect(lines).toEqual(['a remark'])
  expect(await changesIn(dataDir)).toBe(NEW)
  expect(await readdir(join(dataDir, 'changes'))).toEqual([`2026-01-02-${NEW}.json`])
  await expectUnlocked(dataDir)
})

describe('after another snapshot', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = (await madeUpSnapshot(OLD, 'old')).dataDir
  })

  test('the rows are checked before anything is built, and the changes of each table are reported', async () => {
    const toi = { rows: 1, date: null, source: 's', columns: [], keyColumns: [] }
    await publish(dataDir, {
      ...(await madeUpSnapshot(OLD, 'old')).manifest,
      files: (await Bun.file(join(dataDir, 'manifest.json')).json()).files,
      furtherTables: { toi, gone: toi },
    })
    prepared = { ...prepared, furtherTables: { toi, fresh: toi } }
    const outcome = await run(dataDir)
    expect(outcome.kind).toBe('published')
    expect(done.slice(0, 4)).toEqual(['fetch', 'check rows', 'prepare', 'check values against 1'])
    expect(done.filter((name) => name.startsWith('compare')).sort()).toEqual([
      'compare exoplanets',
      'compare stellarhosts',
      'compare toi',
    ])
    expect(reported).toMatchObject({
      from: { id: OLD },
      to: { id: NEW },
      newTables: ['fresh'],
      removedTables: ['gone'],
    })
    expect(Object.keys(reported!.tables!).sort()).toEqual(['exoplanets', 'stellarhosts', 'toi'])
    expect(await changesIn(dataDir)).toBe(NEW)
  })

  test('of the same archive nothing is built, and the archive that was fetched stays', async () => {
    isCurrent = true
    expect(await run(dataDir)).toMatchObject({ kind: 'unchanged', manifest: { snapshotId: OLD } })
    expect(done).toEqual(['fetch', 'check rows', 'replace archive', 'keep archive', 'end fetch'])
    await expectUnlocked(dataDir)
  })

  test('that is the same, though the files of the archive differ, nothing is reported', async () => {
    prepared = { ...prepared, snapshotId: OLD }
    expect(await run(dataDir)).toEqual({ kind: 'unchanged', manifest: prepared })
    expect(reported).toBeUndefined()
    expect(done).toContain('keep archive')
    expect(await readdir(dataDir)).not.toContain('changes.json')
  })

  test.each([
    ['fetch', ['fetch']],
    ['check rows', ['fetch', 'check rows', 'end fetch']],
    ['prepare', ['fetch', 'check rows', 'prepare', 'end fetch']],
    ['check values', ['fetch', 'check rows', 'prepare', 'check values against 1', 'discard', 'end fetch']],
    ['replace archive', ['replace archive', 'discard', 'end fetch']],
    ['publish', ['replace archive', 'publish', 'restore archive', 'discard', 'end fetch']],
  ])('a failure to %s leaves the archive, the snapshot and the locks as they were', async (name, steps) => {
    failing.add(name)
    await expect(run(dataDir)).rejects.toThrow()
    expect(done.slice(-steps.length)).toEqual(steps)
    expect((await Bun.file(join(dataDir, 'manifest.json')).json()).snapshotId).toBe(OLD)
    await expectUnlocked(dataDir)
    // What was prepared of the report is dropped by the next one.
    failing.clear()
    expect((await run(dataDir)).kind).toBe('published')
  })

  test('a report that cannot be written is told, and is no failure', async () => {
    spies.push(
      spyOn(reports, 'publishReport').mockImplementation(async () => {
        // The first call is about a former refresh.
        if (done.length > 0) throw new Error('no space')
        return false
      }),
    )
    expect((await run(dataDir)).kind).toBe('published')
    expect(lines.at(-1)).toBe('changes.json cannot be written (no space); the next refresh tries again.')
    expect(done).toContain('keep archive')
  })

  test('the report of a refresh that was killed is published by the next one, and told', async () => {
    await reports.prepareReport(dataDir, {
      from: null,
      to: { id: OLD, archive_date: null, table_dates: {}, source: 's' },
      tables: null,
    })
    failing.add('fetch')
    await expect(run(dataDir)).rejects.toThrow('fetch failed')
    expect(lines).toEqual([
      `The refresh that published snapshot ${OLD} ended before it wrote changes.json; its changes are listed there now.`,
    ])
    expect(await changesIn(dataDir)).toBe(OLD)
  })
})

test('two refreshes, and a build beside one, keep out of the way of each other', async () => {
  const dataDir = await temporaryFolder()
  {
    await using _lock = await takeLock(join(dataDir, 'refresh.lock'), 'refresh')
    await expect(run(dataDir)).rejects.toThrow('Another refresh')
    expect(done).toEqual([])
  }
  await using _build = await lockDataDir(dataDir)
  await expect(run(dataDir)).rejects.toBeInstanceOf(LockedError)
  expect(done).toEqual(['fetch', 'end fetch'])
})

test('what the service says is not changed', async () => {
  const failure = new FetchError('No answer.', { isTransient: false })
  spies.push(spyOn(fetching, 'fetchArchive').mockImplementation(() => Promise.reject(failure)))
  await expect(run(await temporaryFolder())).rejects.toBe(failure)
})
