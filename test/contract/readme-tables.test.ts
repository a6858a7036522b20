import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createCatalog } from '../../src/core/catalog/create-catalog.ts'
import { TABLE_PARAMETERS } from '../../src/core/pages/table-query.ts'
import { isTableName } from '../../src/format/table.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
import { builtSnapshot } from '../fixtures/snapshots/built-snapshot.ts'

const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text()
const section = /\n## Table reads\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''

test('the table reads that README shows give the answers that it shows', async () => {
  const { dataDir } = await builtSnapshot()
  const noSql = { run: () => Promise.reject(new Error('A page asked for SQL.')), close: () => Promise.resolve() }
  const catalog = createCatalog(await openSnapshot(dataDir), noSql)
  let examples = 0
  for (const [, table, query, json] of section.matchAll(/GET \/rest\/(\w+)\?(\S+)\n```\n+```json\n([\s\S]*?)```/g)) {
    if (!isTableName(table!)) throw new Error(`README reads a table "${table}".`)
    expect(JSON.parse(new TextDecoder().decode(catalog.page(table, query!).body()))).toEqual(JSON.parse(json!))
    examples += 1
  }
  expect(examples).toBeGreaterThan(0)
})

test('README names every parameter of a table read, with its default', () => {
  for (const { name, default: value } of TABLE_PARAMETERS) {
    const row = new RegExp(`^\\| \`${name}\` \\|([^|]*)\\|`, 'm').exec(section)?.[1]
    expect(row).toBeDefined()
    if (value !== null) expect(row).toContain(String(value))
  }
})
