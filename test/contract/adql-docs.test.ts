import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { translateAdql } from '../../src/tap/translate/translate-adql.ts'
import { type AdqlDatabase, openAdqlDatabase } from '../fixtures/tap/adql-database.ts'
import { SKY_TABLES } from '../fixtures/tap/sky-archive.ts'
import { catalogError } from '../fixtures/thrown.ts'

const page = await Bun.file(join(import.meta.dir, '../../docs/adql.md')).text()
const queries = [...page.matchAll(/```adql\n([\s\S]*?)```/g)].map((match) => match[1]!.trim())

let database: AdqlDatabase
beforeAll(async () => {
  database = await openAdqlDatabase()
})
afterAll(() => database.close())

test('every query of the ADQL page runs, and most find rows', async () => {
  const counts: number[] = []
  for (const query of queries) counts.push((await database.adql(query)).rows.length)
  expect(counts.length).toBeGreaterThanOrEqual(8)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(counts.length - 2)
})

test('the error of the ADQL page is the one that is given', () => {
  const error = catalogError(() => translateAdql('select pl_radius from ps', SKY_TABLES))
  expect(page).toContain(error.message)
})

test('the functions that the page names exist', () => {
  const names = page.match(/`[A-Z][A-Z0-9_]+`/g)!.map((name) => name.slice(1, -1))
  const unknown = [...new Set(names)].filter((name) => {
    try {
      translateAdql(`select ${name}(1, 2, 3, 4, 5, 6, 7) from ps`, SKY_TABLES)
      return false
    } catch (error) {
      return (error as { code: string }).code === 'unknown_function'
    }
  })
  // The one that is not supported, and words that are no functions.
  expect(unknown).toEqual(['REGION', 'ICRS', 'FK5', 'TOP', 'CURRENT_DATE', 'OVER'])
})
