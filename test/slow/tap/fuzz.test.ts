import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { CatalogError } from '../../../src/core/errors.ts'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { adqlMutant, adqlQuery, adqlWords } from '../../fixtures/tap/adql-arbitrary.ts'
import { type AdqlDatabase, openAdqlDatabase } from '../../fixtures/tap/adql-database.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'

/** Milliseconds of processor time in which any query must be translated or refused. */
const MAX_MS = 5000

/** The translation, or undefined if the query is refused with a CatalogError that names its place. */
function attempt(adql: string): ReturnType<typeof translateAdql> | undefined {
  const before = process.cpuUsage()
  try {
    return translateAdql(adql, SKY_TABLES)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw new Error(`${JSON.stringify(adql.slice(0, 500))}: ${error}`)
    expect(error.message).toMatch(/\(line \d+, column \d+\)$/)
    expect(error.help.position).toBeWithin(0, adql.length + 1)
    expect(error.message.length).toBeLessThan(1000)
    return undefined
  } finally {
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_MS)
  }
}

describe('any text is translated or refused', () => {
  test('texts of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void attempt(text)),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => void attempt(`select ${text} from ps`)),
      { numRuns: 2000 },
    )
  })

  test('words of the language in any order', () => {
    fc.assert(
      fc.property(adqlWords, (text) => void attempt(text)),
      { numRuns: 5000 },
    )
    fc.assert(
      fc.property(adqlWords, (text) => void attempt(`select * from ps where ${text}`)),
      { numRuns: 5000 },
    )
  })
})

describe('what is translated runs', () => {
  let database: AdqlDatabase
  beforeAll(async () => {
    database = await openAdqlDatabase()
  })
  afterAll(() => database.close())

  /** SQLite may run out of what it may use, or meet a value that has no meaning; it must never misunderstand the text. */
  const isRuntimeFault = (error: unknown): boolean =>
    error instanceof CatalogError &&
    (['query_too_large', 'query_timeout', 'result_too_large', 'sql_too_long'].includes(error.code) ||
      /^The query failed: /.test(error.message))

  const runs = async (adql: string, isValid: boolean): Promise<void> => {
    const query = attempt(adql)
    if (query === undefined) {
      expect([isValid, adql]).toEqual([false, adql])
      return
    }
    try {
      const rows = await database.sql(query.sql)
      if (rows.length > 0) expect(rows[0]!.length).toBe(query.columns.length)
    } catch (error) {
      if (!isRuntimeFault(error)) throw new Error(`${adql}\n${query.sql}\n${error}`)
    }
  }

  test('queries that have a meaning', async () => {
    await fc.assert(
      fc.asyncProperty(adqlQuery, (adql) => runs(adql, true)),
      { numRuns: 400 },
    )
  })

  test('queries with a piece left out, doubled or added', async () => {
    await fc.assert(
      fc.asyncProperty(adqlMutant, (adql) => runs(adql, false)),
      { numRuns: 800 },
    )
  })
})
