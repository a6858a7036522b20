import { beforeAll, expect, test } from 'bun:test'
import { parseTableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import type { TableName } from '../../../../src/format/table.ts'
import { tableSql } from '../../../../src/pages/code/table-sql.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

let manifest: Manifest
beforeAll(async () => {
  manifest = (await builtSnapshot()).manifest
})

function sqlOf(table: TableName, query: string): string {
  const facts = manifest.tables[table]
  return tableSql({ name: table, ...facts }, parseTableQuery(tableShape(table, facts), query))
}

test('it reads as one writes it', () => {
  expect(
    sqlOf('exoplanets', 'pl_rade__lt=2&discoverymethod__startswith=K_&columns=pl_name,pl_rade&sort_by=pl_rade&page=2'),
  ).toBe(
    String.raw`SELECT pl_name, pl_rade
FROM exoplanets
WHERE discoverymethod LIKE 'k\_%' ESCAPE '\'
  AND pl_rade < 2
ORDER BY pl_rade NULLS LAST, rowid
LIMIT 50 OFFSET 50`,
  )
  expect(sqlOf('stellarhosts', 'columns=*&limit=5')).toBe('SELECT *\nFROM stellarhosts\nORDER BY rowid\nLIMIT 5')
})
