import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AdqlDatabase, openAdqlDatabase, sortedRows } from '../../fixtures/tap/adql-database.ts'
import { STATEMENTS } from './statements.ts'

/** Numbers to 12 digits: the two sides may round differently. */
function rounded(rows: readonly (readonly unknown[])[]): unknown[][] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell)))
}

describe('ADQL gives the rows of the SQL that says the same', () => {
  let database: AdqlDatabase
  beforeAll(async () => {
    database = await openAdqlDatabase()
  })
  afterAll(() => database.close())

  test('there are at least 250 different statements', () => {
    expect(
      new Set(Object.values(STATEMENTS).flatMap((group) => group.map(([adql]) => adql))).size,
    ).toBeGreaterThanOrEqual(250)
  })

  for (const [group, statements] of Object.entries(STATEMENTS)) {
    for (const [adql, sqlite, names] of statements)
      test(`${group}: ${adql}`, async () => {
        const [found, expected] = [await database.adql(adql), await database.sql(sqlite)]
        const isOrdered = /\bORDER BY (?!.*\))/.test(sqlite)
        const [rows, oracle] = [rounded(found.rows), rounded(expected)] as (readonly (string | number | null)[])[][]
        expect(isOrdered ? rows : sortedRows(rows!)).toEqual(isOrdered ? oracle! : sortedRows(oracle!))
        if (names !== undefined) expect(found.query.columns.map(({ name }) => name).join(',')).toBe(names)
        const width = rows![0]?.length ?? found.query.columns.length
        expect(found.query.columns.length).toBe(width)
      })
  }
})
