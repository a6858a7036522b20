import { expect, test } from 'bun:test'
import { openCatalog } from '../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { openQueryTables, queriedTables } from '../../../../build/insights/query-tables.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const TABLES = {
  exoplanets: makeTable(
    'exoplanets',
    { pl_name: 'text', pl_rade: 'real', unused: 'text', hostname: 'text', default_flag: 'integer' },
    [
      ['a b', 1.5, 'x', 'a', 1],
      [null, null, null, 'a', null],
      ['a b', -2, 'y', 'a', 0],
    ],
  ),
  stellarhosts: makeTable('stellarhosts', { hostname: 'text', st_teff: 'real' }, [
    ['a', 5_000],
    ['b', null],
  ]),
}
const shown = { columns: [{ name: 'pl_rade', table: 'exoplanets' }], alsoNeeds: {}, uses: {} } as const
const flagged = {
  columns: [],
  alsoNeeds: { stellarhosts: ['absent'] },
  uses: { exoplanets: ['default_flag'] },
} as const

test('the tables have the columns that queries use and those that every archive has, in their order', async () => {
  const database = await openQueryTables(queriedTables(TABLES, [shown, flagged]))
  const [exoplanets] = database.exec('SELECT rowid, * FROM exoplanets')
  expect(exoplanets).toEqual({
    columns: ['rowid', 'pl_name', 'pl_rade', 'hostname', 'default_flag'],
    values: [
      [1, 'a b', 1.5, 'a', 1],
      [2, null, null, 'a', null],
      [3, 'a b', -2, 'a', 0],
    ],
  })
  expect(database.exec('SELECT * FROM stellarhosts')).toEqual([{ columns: ['hostname'], values: [['a'], ['b']] }])
  database.close()
})

test('the columns have the types of the catalog, and nothing can be written', async () => {
  const typesIn = (database: Awaited<ReturnType<typeof openCatalog>>) =>
    new Map(database.exec("SELECT name, type FROM pragma_table_info('exoplanets')")[0]!.values as [string, string][])
  const [narrow, catalog] = [
    await openQueryTables(queriedTables(TABLES, [shown])),
    await openCatalog(await encodeCatalog(TABLES)),
  ]
  const all = typesIn(catalog)
  for (const [name, type] of typesIn(narrow)) expect(type).toBe(all.get(name)!)
  expect(() => narrow.exec('DELETE FROM exoplanets')).toThrow('readonly')
  for (const database of [narrow, catalog]) database.close()
})

test('a query for default rows, or for a planet, reads no other rows', async () => {
  const rows = Array.from({ length: 200 }, (_, row) => [`planet ${row >> 2}`, 'a', row % 4 === 0 ? 1 : 0])
  const columns = { pl_name: 'text', hostname: 'text', default_flag: 'integer' } as const
  const many = { ...TABLES, exoplanets: makeTable('exoplanets', columns, rows) }
  const database = await openQueryTables(queriedTables(many, [flagged]))
  const planOf = (sql: string) => String(database.exec(`EXPLAIN QUERY PLAN ${sql}`)[0]!.values[0]![3])
  expect(planOf('SELECT * FROM exoplanets WHERE default_flag = 1')).toContain('SEARCH exoplanets USING INDEX')
  expect(planOf("SELECT * FROM exoplanets WHERE pl_name = 'a b'")).toContain('SEARCH exoplanets USING INDEX')
  database.close()
  const bare = { ...TABLES, exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text' }, [['a b', 'a']]) }
  const without = await openQueryTables(queriedTables(bare, [flagged]))
  expect(without.exec('SELECT * FROM exoplanets')[0]!.values).toEqual([['a b', 'a']])
  without.close()
})
