import { describe, expect, test } from 'bun:test'
import { knownArchive } from '../../../../build/insights/known-archive.ts'
import type { ColumnType } from '../../../../src/format/column.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { catalogOf, DATES } from '../../../fixtures/insights/check-insight.ts'
import { smallDatabase } from '../../../fixtures/insights/small-database.ts'

/** What is known of an archive with these rows of planets. */
async function knownOf(columns: Readonly<Record<string, ColumnType>>, rows: readonly (readonly Cell[])[]) {
  const tables = {
    exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text', ...columns }, rows),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text', empty: 'real' }, [['A', null]]),
  }
  const database = await smallDatabase(tables)
  try {
    const { known, facts, isComposite, isEmpty } = knownArchive(database, catalogOf(tables), DATES)
    return {
      columns: known.exoplanets.map(({ name }) => name),
      namesRepeat: facts.namesRepeat,
      isComposite,
      empty: [isEmpty('stellarhosts', 'hostname'), isEmpty('stellarhosts', 'empty')],
    }
  } finally {
    database.close()
  }
}

test('planets repeat where a name does; a row without a name is no planet', async () => {
  const repeats = async (...names: readonly (string | null)[]) =>
    (
      await knownOf(
        {},
        names.map((name) => [name, 'A']),
      )
    ).namesRepeat
  expect(await repeats('A b', 'A c')).toBe(false)
  expect(await repeats('A b', 'A b')).toBe(true)
  expect(await repeats('A b', null)).toBe(false)
  expect(await repeats('A b', null, null)).toBe(false)
})

describe('an archive is composite', () => {
  const isIt = async (columns: Readonly<Record<string, ColumnType>>, row: readonly Cell[]) =>
    (await knownOf(columns, [['A b', 'A', ...row]])).isComposite

  test('if it names a reference for each value, or has predicted masses', async () => {
    expect(await isIt({ pl_rade_reflink: 'text' }, ['x'])).toBe(true)
    expect(await isIt({ pl_bmassprov: 'text' }, ['M-R relationship'])).toBe(true)
    expect(await isIt({ pl_bmassprov: 'text' }, ['Mass'])).toBe(false)
    expect(await isIt({}, [])).toBe(false)
  })

  test('but not if it marks default rows', async () => {
    expect(await isIt({ pl_rade_reflink: 'text', default_flag: 'integer' }, ['x', 1])).toBe(false)
    expect(await isIt({ pl_bmassprov: 'text', default_flag: 'integer' }, ['M-R relationship', 0])).toBe(false)
    // A flag without values marks nothing.
    expect(await isIt({ pl_rade_reflink: 'text', default_flag: 'integer' }, ['x', null])).toBe(true)
  })
})

test('a flag of default rows without values is as none, and a column without values is empty', async () => {
  const flagged = await knownOf({ default_flag: 'integer' }, [['A b', 'A', 0]])
  expect(flagged.columns).toContain('default_flag')
  const idle = await knownOf({ default_flag: 'integer' }, [['A b', 'A', null]])
  expect(idle.columns).toEqual(['pl_name', 'hostname'])
  expect(idle.empty).toEqual([false, true])
})
