import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { archiveColumn } from '../../../../src/pages/sql/archive-column.ts'

const table = (...columns: readonly Pick<Column, 'name' | 'unit'>[]) => ({ columns })
const TABLES = {
  exoplanets: table({ name: 'pl_rade', unit: 'Rearth' }, { name: 'sy_dist', unit: 'pc' }),
  stellarhosts: table({ name: 'sy_dist', unit: 'kpc' }),
} as unknown as Manifest['tables']

test.each([
  ['SELECT pl_rade FROM exoplanets'],
  ['SELECT * FROM exoplanets'],
  ['select "pl_rade" from exoplanets'],
  ['SELECT sy_dist,pl_rade FROM exoplanets'],
  ['SELECT DISTINCT e.pl_rade\nFROM exoplanets e WHERE pl_rade > 1 AND pl_rade < 3 ORDER BY pl_rade'],
])('%s has the values of the archive', (sql) => {
  expect(archiveColumn(sql, 'pl_rade', TABLES)?.unit).toBe('Rearth')
})

test.each([
  ['SELECT log10(pl_rade) AS pl_rade FROM exoplanets'],
  ['SELECT log10(pl_rade) pl_rade FROM exoplanets'],
  ['SELECT 2 * pl_rade "pl_rade" FROM exoplanets'],
  ['SELECT 1 pl_rade FROM exoplanets'],
  ['WITH t AS (SELECT pl_rade / 11.2 AS pl_rade FROM exoplanets) SELECT pl_rade FROM t'],
  ['SELECT 1 AS pl_rade'],
])('%s may have others', (sql) => {
  expect(archiveColumn(sql, 'pl_rade', TABLES)).toBeUndefined()
})

test('a column that two tables have in different units has none', () => {
  const sql = 'SELECT sy_dist FROM exoplanets JOIN stellarhosts USING (hostname)'
  expect(archiveColumn(sql, 'sy_dist', TABLES)).toBeUndefined()
  expect(archiveColumn('SELECT sy_dist FROM exoplanets', 'sy_dist', TABLES)?.unit).toBe('pc')
})

test('a long query is read at once', () => {
  const sql = `SELECT ${'x'.repeat(15_000)}, pl_rade FROM exoplanets`
  expect(archiveColumn(sql, 'pl_rade', TABLES)?.unit).toBe('Rearth')
})
