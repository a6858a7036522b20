import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkValues, type LossLimits, RefusedArchiveError } from '../../../../build/refresh/check-loss.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const LIMITS: LossLimits = { tapUrl: 'the service', maxLossPercent: 10, allowsLoss: false }

/** How many of twenty rows have a value, by column. */
type Filled = Readonly<Record<string, number>>
const TABLES = { exoplanets: { default_flag: 20, a: 20, few: 3 }, stellarhosts: { b: 20 }, toi: { c: 20 } }
type Tables = Readonly<Record<keyof typeof TABLES, Filled>>

/** Writes the catalog of a snapshot in which so many rows have values. */
async function snapshotOf(dataDir: string, name: string, tables: Tables): Promise<Manifest> {
  using database = new Database(join(dataDir, name))
  const facts: Record<string, unknown> = {}
  // Each row would otherwise wait for the disk.
  database.run('PRAGMA synchronous = OFF')
  database.run('PRAGMA journal_mode = MEMORY')
  for (const [table, filled] of Object.entries(tables)) {
    const columns = Object.keys(filled)
    database.run(`CREATE TABLE ${table} (${columns.join(', ')})`)
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
    for (let row = 0; row < 20; row += 1) insert.run(...Object.values(filled).map((count) => (row < count ? 1 : null)))
    insert.finalize()
    facts[table] = {
      rows: 20,
      columns: columns.map((column) => ({ name: column, type: 'real' })),
      source: 'the service',
    }
  }
  const { toi, ...main } = facts
  return {
    source: 'the service',
    tables: main,
    furtherTables: { toi },
    files: { catalog: { path: name } },
  } as unknown as Manifest
}

async function refusalOf(after: Partial<Tables>, limits: Partial<LossLimits> = {}): Promise<string | undefined> {
  const dataDir = await temporaryFolder()
  const before = await snapshotOf(dataDir, 'before.sqlite', TABLES)
  const prepared = await snapshotOf(dataDir, 'after.sqlite', { ...TABLES, ...after })
  try {
    checkValues(before, prepared, dataDir, { ...LIMITS, ...limits })
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedArchiveError)
    return (error as Error).message
  } finally {
    if (hasProc) expect(openFilesBelow(dataDir)).toEqual([])
  }
}

const { exoplanets } = TABLES

test.each([
  ['exoplanets', { exoplanets: { ...exoplanets, a: 17 } }, 'a (20 before, 17 now)'],
  ['stellarhosts', { stellarhosts: { b: 17 } }, 'b (20 before, 17 now)'],
  ['toi', { toi: { c: 17 } }, 'c (20 before, 17 now)'],
  ['toi', { toi: { d: 20 } }, 'c (20 before, 0 now)'],
])('values that are lost are seen in %s, whichever tables lost none', async (table, after, lost) => {
  expect(await refusalOf(after)).toStartWith(`${table} has lost more than 10 % of the values of ${lost}.`)
})

test('a column may lose its share, and one of a few values two of them', async () => {
  expect(await refusalOf({ exoplanets: { ...exoplanets, a: 18 }, toi: { c: 18 } })).toBeUndefined()
  expect(await refusalOf({ exoplanets: { ...exoplanets, few: 1 } })).toBeUndefined()
  expect(await refusalOf({ exoplanets: { ...exoplanets, few: 0 } })).toContain('few (3 before, 0 now)')
})

test('nothing is compared with a snapshot of another service, nor where loss is allowed', async () => {
  const lossy = { stellarhosts: { b: 1 } }
  expect(await refusalOf(lossy, { tapUrl: 'another' })).toBeUndefined()
  expect(await refusalOf(lossy, { allowsLoss: true })).toBeUndefined()
})

test('an archive without a default row is refused', async () => {
  expect(await refusalOf({ exoplanets: { ...exoplanets, default_flag: 0 } })).toContain('default_flag is 1 in no row')
  expect(await refusalOf({ exoplanets: { ...exoplanets, default_flag: 1 } })).toContain('default_flag (20 before')
  const dataDir = await temporaryFolder()
  const first = await snapshotOf(dataDir, 'after.sqlite', { ...TABLES, exoplanets: { ...exoplanets, default_flag: 0 } })
  expect(() => checkValues(undefined, first, dataDir, LIMITS)).toThrow('default_flag is 1 in no row')
  const unmarked = await snapshotOf(dataDir, 'unmarked.sqlite', { ...TABLES, exoplanets: { a: 20 } })
  expect(() => checkValues(undefined, unmarked, dataDir, LIMITS)).not.toThrow()
})

test('of many lost columns five are named', async () => {
  const dataDir = await temporaryFolder()
  const many = (count: number) => Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`c${at}`, count]))
  const before = await snapshotOf(dataDir, 'before.sqlite', { ...TABLES, stellarhosts: many(20) })
  const after = await snapshotOf(dataDir, 'after.sqlite', { ...TABLES, stellarhosts: many(0) })
  expect(() => checkValues(before, after, dataDir, LIMITS)).toThrow('c4 (20 before, 0 now) and 2 more.')
  const five = (filled: number) => Object.fromEntries(Object.entries(many(20)).map(([name], at) => [name, at < 5 ? filled : 20])) // biome-ignore format: one line
  const lost = await snapshotOf(dataDir, 'five.sqlite', { ...TABLES, stellarhosts: five(0) })
  expect(() => checkValues(before, lost, dataDir, LIMITS)).toThrow(
    'c4 (20 before, 0 now). If the archive did lose them',
  )
})
