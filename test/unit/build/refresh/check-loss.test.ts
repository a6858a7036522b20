import { describe, expect, test } from 'bun:test'
import type { FetchedFile } from '../../../../build/fetch/fetch-table.ts'
import { checkRows, type LossLimits, RefusedArchiveError } from '../../../../build/refresh/check-loss.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'

const LIMITS: LossLimits = { tapUrl: 'the service', maxLossPercent: 10, allowsLoss: false }
const BEFORE = {
  source: 'the service',
  tables: { exoplanets: { rows: 1_000, columns: [] }, stellarhosts: { rows: 50, columns: [] } },
  furtherTables: { toi: { rows: 200, columns: [], source: 'the service' } },
} as unknown as Manifest
const ROWS = { 'columns.csv.gz': 3, 'ps.csv.gz': 1_000, 'stellarhosts.csv.gz': 50, 'toi.csv.gz': 200 }

/** What a refresh says of files with these rows; undefined where it goes on. */
function refusalOf(rows: Readonly<Record<string, number | undefined>>, limits: Partial<LossLimits> = {}) {
  const files = Object.entries({ ...ROWS, ...rows }).flatMap(([name, count]) =>
    count === undefined ? [] : [{ name, rows: count } as FetchedFile],
  )
  try {
    checkRows(files, BEFORE, { ...LIMITS, ...limits })
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedArchiveError)
    return (error as Error).message
  }
}

describe('a table may lose as many rows as the limit says, and not one more', () => {
  test.each([
    ['ps.csv.gz', 900, 899],
    ['stellarhosts.csv.gz', 45, 44],
    ['toi.csv.gz', 180, 179],
  ])('%s', (name, enough, few) => {
    expect(refusalOf({ [name]: enough })).toBeUndefined()
    expect(refusalOf({ [name]: few })).toStartWith(`${name} has ${few} rows, but the snapshot has `)
  })

  test.each(Array.from({ length: 101 }, (_, percent) => percent))('%d percent of 1,000', (maxLossPercent) => {
    const left = 1_000 - 10 * maxLossPercent
    expect(refusalOf({ 'ps.csv.gz': left }, { maxLossPercent })).toBeUndefined()
    if (left > 0) expect(refusalOf({ 'ps.csv.gz': left - 1 }, { maxLossPercent })).toContain('ps.csv.gz has')
  })

  test('of no percent, none; of all, all', () => {
    expect(refusalOf({ 'ps.csv.gz': 999 }, { maxLossPercent: 0 })).toContain('999 rows')
    expect(refusalOf({}, { maxLossPercent: 0 })).toBeUndefined()
    expect(refusalOf({ 'ps.csv.gz': 1 }, { maxLossPercent: 100 })).toBeUndefined()
  })
})

test('a table that is not fetched any more is refused by name', () => {
  expect(refusalOf({ 'toi.csv.gz': undefined })).toContain(
    'The table toi, with 200 rows in the snapshot, is no longer fetched.',
  )
})

test('nothing is refused where loss is allowed, or the snapshot is of another service', () => {
  const lost = { 'ps.csv.gz': 1, 'toi.csv.gz': undefined }
  expect(refusalOf(lost, { allowsLoss: true })).toBeUndefined()
  expect(refusalOf({ 'ps.csv.gz': 1 }, { tapUrl: 'another' })).toBeUndefined()
})
