import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { compareRows } from '../../../../build/refresh/compare-rows.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

type Row = readonly (string | number | bigint | null)[]

const COLUMNS = ['pl_name', 'pl_refname', 'pl_rade', 'gaia'] as const

async function catalog(rows: readonly Row[], gaia = 'INTEGER'): Promise<string> {
  const path = join(await temporaryFolder(), 'catalog.sqlite')
  // In memory, so that nothing waits for the disk.
  const database = new Database(':memory:')
  database.run(`CREATE TABLE exoplanets (pl_name TEXT, pl_refname TEXT, pl_rade REAL, gaia ${gaia}) STRICT`)
  const insert = database.prepare('INSERT INTO exoplanets VALUES (?, ?, ?, ?)')
  database.transaction(() => {
    for (const row of rows) insert.run(...row)
  })()
  insert.finalize()
  await Bun.write(path, database.serialize())
  database.close()
  return path
}

async function compare(before: readonly Row[], after: readonly Row[], columns: readonly string[] = COLUMNS) {
  return compareRows('exoplanets', await catalog(before), await catalog(after), columns)
}

const A: Row = ['a b', 'Mayor', 1.5, 1n]
const B: Row = ['b b', null, null, 2n]

test('the same rows in another order are no change, also where rows occur several times', async () => {
  const { rows, changedValues, newNames, removedNames } = await compare([A, B, A], [A, A, B])
  expect(rows).toEqual({ before: 3, after: 3, added: 0, removed: 0, changed: 0 })
  expect({ changedValues, newNames, removedNames }).toEqual({ changedValues: {}, newNames: [], removedNames: [] })
})

test('one copy more or less of a row is a row added or removed', async () => {
  expect((await compare([A, B], [A, B, B])).rows).toMatchObject({ added: 1, removed: 0, changed: 0 })
  expect((await compare([A, A, A, B], [A, B])).rows).toMatchObject({ added: 0, removed: 2, changed: 0 })
})

test('a row of the same name and reference with other values has changed, and the columns are counted', async () => {
  const before: Row[] = [A, B, ['c b', 'X', 1, 9007199254740993n]]
  const after: Row[] = [['a b', 'Mayor', 1.25, 1n], ['b b', null, 0, 3n], ['c b', 'X', 1, 9007199254740992n]] // biome-ignore format: rows
  const { rows, changedValues } = await compare(before, after)
  expect(rows).toEqual({ before: 3, after: 3, added: 0, removed: 0, changed: 3 })
  expect(changedValues).toEqual({ pl_rade: 2, gaia: 2 })
})

test.each(['REAL', 'TEXT'])('a value that is the same in a column that became %s has not changed', async (type) => {
  const after: Row[] = [A, ['b b', null, null, type === 'REAL' ? 2.5 : '2.5']]
  const found = compareRows('exoplanets', await catalog([A, B]), await catalog(after, type), COLUMNS)
  expect(found.rows).toEqual({ before: 2, after: 2, added: 0, removed: 0, changed: 1 })
  expect(found.changedValues).toEqual({ gaia: 1 })
  const more: Row[] = [['a b', 'Mayor', 2, 1n], B]
  const both = compareRows('exoplanets', await catalog([A, B]), await catalog(more, type), COLUMNS)
  expect(both.changedValues).toEqual({ pl_rade: 1 })
})

test('a row of another reference is another row; new and lost names are listed in code-point order', async () => {
  const after: Row[] = [['a b', 'Queloz', 1.5, 1n], ['é b', null, null, null], ['Z b', null, null, null]] // biome-ignore format: rows
  const found = await compare([A, B], after)
  expect(found.rows).toEqual({ before: 2, after: 3, added: 3, removed: 2, changed: 0 })
  expect(found.newNames).toEqual(['Z b', 'é b'])
  expect(found.removedNames).toEqual(['b b'])
})

test('columns that only one state has do not count, nor does null count as empty', async () => {
  const shared = ['pl_name', 'pl_refname']
  expect((await compare([A], [['a b', 'Mayor', 7, null]], shared)).rows.changed).toBe(0)
  expect((await compare([['a b', null, 1, 1n]], [['a b', '', 1, 1n]], shared)).rows).toMatchObject({ added: 1, removed: 1 }) // biome-ignore format: an expectation
})

skipUnless(hasProc, NO_PROC).test('neither catalog stays open, also where the comparison fails', async () => {
  const paths = [await catalog([A, B]), await catalog([A])] as const
  const open = () => paths.flatMap((path) => openFilesBelow(dirname(path)))
  compareRows('exoplanets', ...paths, COLUMNS)
  expect(open()).toEqual([])
  expect(() => compareRows('stellarhosts', ...paths, COLUMNS)).toThrow('no such table')
  expect(open()).toEqual([])
})

test('rows are compared across the batches in which they are read', async () => {
  const many = (from: number, to: number): Row[] =>
    Array.from({ length: to - from }, (_, at) => [`p${from + at}`, null, from + at, null])
  const { rows, changedValues, newNames } = await compare(many(0, 1_001), [
    ...many(1, 501),
    ...many(0, 1),
    ...many(501, 1_003),
  ])
  expect(rows).toEqual({ before: 1_001, after: 1_003, added: 2, removed: 0, changed: 0 })
  expect({ changedValues, newNames }).toEqual({ changedValues: {}, newNames: ['p1001', 'p1002'] })
})
