import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import type { SqlRunner } from '../../../src/core/ports.ts'
import { createSqlPool } from '../../../src/sql/pool/pool.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE_WITH_CANDIDATES } from '../../fixtures/archives/further-tables.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

let pool: SqlRunner
beforeAll(async () => {
  const folder = await folderWith(FURTHER_ARCHIVE_WITH_CANDIDATES)
  const { catalogPath } = await openSnapshot((await builtSnapshot(folder)).dataDir)
  pool = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 128, explainMs: 10_000 })
})
afterAll(() => pool.close())

async function rowsOf(sql: string): Promise<unknown[][]> {
  const { json } = await pool.run({ sql, maxRows: 100 })
  const { data, columns } = JSON.parse(Buffer.concat(json).toString())
  return data.map((row: Record<string, unknown>) => columns.map((column: string) => row[column]))
}

async function refusalOf(sql: string): Promise<CatalogError> {
  const error = await pool.run({ sql, maxRows: 1 }).catch((thrown: unknown) => thrown)
  if (error instanceof CatalogError) return error
  throw new Error(`accepted: ${sql}`)
}

describe('SQL on further tables', () => {
  test('gives their rows in the order of their first key', async () => {
    expect(await rowsOf('SELECT * FROM toi')).toEqual([
      [1000.02, 9007199254740992, 'CP', null, 2, 'plain'],
      [1000.1, 50365310, 'PC', 656, null, 'é “quoted”'],
      [1002.01, 124709665, 'FP', 1500.5, 9.5, null],
    ])
    expect(await rowsOf('SELECT CAST(tid AS TEXT) FROM toi WHERE toi = 1000.02')).toEqual([['9007199254740993']])
  })

  test('joins them with the two tables and with each other', async () => {
    const sql = `SELECT e.pl_name, k.kepler_name, c.pl_rade FROM exoplanets e JOIN keplernames k USING (pl_name)
      LEFT JOIN PSCompPars c ON c.pl_name = e.pl_name WHERE e.default_flag = 1 ORDER BY 1`
    expect(await rowsOf(sql)).toEqual([
      ['Aso-1 b', 'Kepler-2 b', 1.5],
      ['Bel-2 c', 'Kepler-1 c', 11.25],
    ])
  })

  test('reads nothing but tables', async () => {
    const { message, help } = await refusalOf('SELECT * FROM sqlite_schema')
    const names = ['exoplanets', 'stellarhosts', 'k2pandc', 'keplernames', 'pscomppars', 'toi']
    expect(message).toBe(
      '"sqlite_schema" cannot be read here. The tables are exoplanets, stellarhosts, k2pandc, keplernames, pscomppars and toi.',
    )
    expect(help.suggestions).toEqual(names)
  })

  test.each<[string, string, string[] | undefined]>([
    ['SELECT * FROM toy', 'Unknown table "toy". The tables are exoplanets, stellarhosts, k2pandc', ['toi']],
    ['SELECT * FROM exo_tap.toi', 'Unknown table "exo_tap.toi".', ['toi']],
    ['SHOW TABLES', 'The tables are exoplanets, stellarhosts, k2pandc, keplernames, pscomppars and toi.', undefined],
    ['SELECT pl_trandepth FROM toi', 'Unknown column "pl_trandepth" in toi.', ['pl_trandep']],
    ['SELECT t.tidd FROM toi t', 'Table "toi" (here "t") has no column "tidd".', ['t.tid']],
    ['SELECT tfopwg_disp FROM keplernames', '"tfopwg_disp" is a column of toi, which this query does not read.', []],
    [
      'SELECT sy_dist FROM pscomppars',
      '"sy_dist" is a column of stellarhosts, which this query does not read: join it on hostname.',
      [],
    ],
  ])('%s', async (sql, words, suggestions) => {
    const { message, help } = await refusalOf(sql)
    expect(message).toContain(words)
    expect(help.suggestions).toEqual(suggestions!)
  })
})

test('where columns are listed is said of the table that is read', async () => {
  expect((await refusalOf('SELECT nothing_like_it FROM toi')).help.see).toEqual({ kind: 'schema', table: 'toi' })
  expect((await refusalOf('DESCRIBE toi')).help.see).toEqual({ kind: 'schema', table: 'toi' })
  expect((await refusalOf('SELECT nothing_like_it FROM toi, exoplanets')).help.see).toEqual({ kind: 'schema' })
  expect((await refusalOf('SELECT nothing_like_it FROM exoplanets')).help.see).toEqual({ kind: 'schema' })
})
