import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import { createTranslations, ofQuery, storedTable } from '../../../../src/http/tap/translations.ts'
import { AdqlCatalog } from '../../../../src/tap/resolve/catalog.ts'
import type { TapTables } from '../../../../src/tap/schema/tap-tables.ts'
import type { TranslatedQuery } from '../../../../src/tap/translate/translate-adql.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'
import { SKY_TABLES } from '../../../fixtures/tap/sky-archive.ts'

const TABLES = {
  catalog: new AdqlCatalog(SKY_TABLES),
  withSchema: (sql: string) => `${sql} -- schema`,
} as unknown as TapTables

describe('a translation', () => {
  test('is made once for each snapshot, and has the schema that it needs', () => {
    let made = 0
    const translate = createTranslations(() => {
      made += 1
      return TABLES
    })
    const [one, other] = [fakeCatalog({}), fakeCatalog({})]
    const first = translate(one, 'select ra from ps')
    expect(first.sql).toEndWith(' -- schema')
    expect(translate(one, 'select ra from ps')).toBe(first)
    expect(made).toBe(1)
    expect(translate(other, 'select ra from ps')).not.toBe(first)
    expect(made).toBe(2)
  })

  test('of the oldest query is forgotten after five hundred others, and one of a long query at once', () => {
    const translate = createTranslations(() => TABLES)
    const current = fakeCatalog({})
    const of = (at: number) => translate(current, `select ${at} from ps`)
    const [first, second] = [of(0), of(1)]
    for (let at = 2; at < 500; at++) of(at)
    expect([of(0), of(1)]).toEqual([first, second])
    expect(of(0)).toBe(first)
    of(500)
    expect(of(1)).toBe(second)
    expect(of(0)).not.toBe(first)
    const long = (length: number): string => 'select 1 from ps'.padEnd(length)
    expect(translate(current, long(4_000))).toBe(translate(current, long(4_000)))
    expect(translate(current, long(4_001))).not.toBe(translate(current, long(4_001)))
  })

  test('that fails is not kept, and says so each time', () => {
    const translate = createTranslations(() => TABLES)
    for (let i = 0; i < 2; i++) expect(() => translate(fakeCatalog({}), 'select x from ps')).toThrow(CatalogError)
  })
})

test('an error loses the position that it has in the translation, and nothing else', () => {
  const error = new CatalogError('invalid_sql', 'No.', { position: 3, suggestions: ['a'] })
  const told = ofQuery(error) as CatalogError
  expect([told.code, told.message, told.help, told.cause]).toEqual([
    'invalid_sql',
    'No.',
    { suggestions: ['a'] },
    error,
  ])
  const plain = new CatalogError('invalid_sql', 'No.')
  expect(ofQuery(plain)).toBe(plain)
  const first = new CatalogError('invalid_sql', 'No.', { position: 0 })
  expect((ofQuery(first) as CatalogError).help).toEqual({})
  const fault = new Error('a fault')
  expect(ofQuery(fault)).toBe(fault)
})

test('a whole table is one that the snapshot has', () => {
  const current = fakeCatalog({}) as Catalog
  const of = (wholeTable: string | undefined) => storedTable(current, { wholeTable } as TranslatedQuery)
  expect([of(undefined), of('exoplanets'), of('tap_schema.tables')]).toEqual([undefined, 'exoplanets', undefined])
})
