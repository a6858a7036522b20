import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import { MAX_ADQL_LENGTH, translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'

/** Milliseconds of processor time for the longest query that is read. Most need less than a tenth of it. */
const MAX_MS = 8000

const many = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('')

/** Each as long as a query may be, or of a size that doubles with each of its parts. */
const QUERIES: Readonly<Record<string, string>> = {
  'open brackets': `select ${'('.repeat(200_000)}`,
  'brackets around a value': `select ${'('.repeat(60_000)}1${')'.repeat(60_000)}`,
  'brackets around a query': `select * from ${'(('.repeat(20_000)}select 1${'))'.repeat(20_000)}`,
  subqueries: `select * from ${'(select * from '.repeat(8000)}ps`,
  'existence of existence': `select 1 from ps where ${'exists (select 1 from ps where '.repeat(4000)}1=1`,
  negations: `select 1 from ps where ${'not '.repeat(30_000)}1=1`,
  signs: `select ${'- '.repeat(60_000)}1`,
  disjunctions: `select 1 from ps where ${'ra=1 or '.repeat(16_000)}1=1`,
  'disjunctions of conjunctions': `select 1 from ps where ${'ra=1 or ra=2 and '.repeat(7000)}1=1`,
  additions: `select ${'1+'.repeat(60_000)}1`,
  'a long list': `select 1 from ps where ra in (${'1,'.repeat(60_000)}1)`,
  columns: `select ${'pl_name,'.repeat(15_000)}ra from ps`,
  asterisks: `select ${'*,'.repeat(60_000)}* from ps`,
  unions: `select 1${' union select 1'.repeat(8000)}`,
  'natural joins': `select 1 from ps a${many(60, (i) => ` natural full join ps b${i}`)}`,
  'merged columns': `select ra from ps a${many(60, (i) => ` full join ps b${i} using (ra)`)} where ${'ra=1 or '.repeat(10_000)}1=1`,
  'common tables that double': `with c0 as (select * from ps)${many(60, (i) => `, c${i + 1} as (select * from c${i} a, c${i} b)`)} select * from c60`,
  'names that double': `select ${many(60, (i) => `a${i}||a${i} as a${i + 1},`)}'x' as a0 from ps group by a60`,
  'names in an order': `select ${"'aaaaaaaaaaaaaaaaaaaa'||".repeat(390)}'a' as a from ps order by ${'a||'.repeat(390)}a`,
  'cases that multiply': `select ${'case '.repeat(60)}1${' when 1 then 2 when 2 then 3 when 4 then 5 end'.repeat(60)}`,
  'choices that multiply': `select ${'decode('.repeat(60)}1${',1,2,3,4,5)'.repeat(60)}`,
  blanks: `select${' '.repeat(120_000)}1`,
  'blanks in operators': `select 1 from ps where ra ${`<${' '.repeat(300)}`.repeat(400)}1`,
  comments: `${'/**/--\n'.repeat(17_000)}select 1`,
  'open comments': '/*'.repeat(60_000),
  quotes: `select '${"''".repeat(60_000)}'`,
  'dots between names': `select ${'"a".'.repeat(30_000)}b`,
  'a pattern': `select 1 from ps where pl_name like '${'%a_'.repeat(40_000)}'`,
  'a long name': `select ${'a'.repeat(120_000)} from ps`,
  'a long number': `select ${'9'.repeat(120_000)}`,
  polygon: `select 1 from ps where contains(point(ra,dec),polygon(${many(8000, (i) => `${(i * 360) / 8000},${(i % 2) + 1},`)}0,0))=1`,
  'polygon of columns': `select 1 from ps where contains(point(ra,dec),polygon(${'ra,dec,'.repeat(10_000)}ra,dec))=1`,
  'groups of sums': `select count(*) from ps group by ${many(300, () => `${'ra+'.repeat(100)}ra,`)}ra`,
  'many commas': `select ${','.repeat(120_000)}`,
  'many semicolons': `select 1${';'.repeat(120_000)}`,
  'one word': 'select '.repeat(18_000),
}

describe('no query takes long, however it is written', () => {
  for (const [name, text] of Object.entries(QUERIES)) {
    test(name, () => {
      const adql = text.slice(0, MAX_ADQL_LENGTH)
      const before = process.cpuUsage()
      try {
        expect(translateAdql(adql, SKY_TABLES).sql.length).toBeLessThan(400_001)
      } catch (error) {
        expect(error).toBeInstanceOf(CatalogError)
        expect((error as CatalogError).message.length).toBeLessThan(1000)
      }
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_MS)
    })
  }

  test('a longer one is refused', () => {
    expect(() => translateAdql(' '.repeat(MAX_ADQL_LENGTH + 1), SKY_TABLES)).toThrow('the maximum is 131072')
  })
})
