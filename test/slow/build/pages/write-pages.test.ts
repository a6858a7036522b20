import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { PageColumn } from '../../../../src/core/ports.ts'
import { TABLE_NAMES } from '../../../../src/format/table.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { fragmentsOf, readyRows } from '../../../fixtures/snapshots/page-texts.ts'

type SqlValue = string | number | bigint | null

const jsonOf = (value: SqlValue) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value))
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Row numbers from greatest to least as page-file.ts describes it: groups from the last non-null one, nulls last. */
function descending({ distinct, order, starts }: PageColumn): number[] {
  const groups = [...Array(distinct).keys()].reverse()
  return [...groups, distinct].flatMap((code) => [...order.subarray(starts[code]!, starts[code + 1]!)])
}

/** Compares the page files of a built archive with what SQL over its catalog says, column by column. */
async function expectPagesToBeSql(archiveDir: string): Promise<number> {
  const { dataDir, manifest } = await builtSnapshot(archiveDir)
  const database = new Database(join(dataDir, manifest.files.catalog.path), { readonly: true, safeIntegers: true })
  let columns = 0
  for (const table of TABLE_NAMES) {
    const { path } = manifest.files.pages[table]
    const pages = pageTable(table, new Uint8Array(await Bun.file(join(dataDir, path)).arrayBuffer()), path)
    expect([...pages.columns.keys()]).toEqual(manifest.tables[table].columns.map(({ name }) => name))
    const firstColumn = (sql: string) =>
      database
        .query<unknown, []>(sql)
        .values()
        .map(([value]) => value as SqlValue)
    for (const [name, column] of pages.columns) {
      columns += 1
      const by = quoted(name)
      const values = firstColumn(`SELECT ${by} FROM ${table} ORDER BY rowid`)
      expect(fragmentsOf(column)).toEqual(values.map(jsonOf))
      const sorted = (order: string) =>
        firstColumn(`SELECT rowid - 1 FROM ${table} ORDER BY ${by} ${order} NULLS LAST, rowid`).map(Number)
      expect([...column.order]).toEqual(sorted('ASC'))
      expect(descending(column)).toEqual(sorted('DESC'))
    }
    const { defaultColumns } = manifest.tables[table]
    const rows = database.query(`SELECT ${defaultColumns.map(quoted).join(', ')} FROM ${table} ORDER BY rowid`).values()
    expect(pages.defaultRows.columns).toEqual(defaultColumns)
    expect(readyRows(pages, pages.defaultRows)).toEqual(
      rows.map(
        (row) =>
          `{${row.map((value, at) => `${JSON.stringify(defaultColumns[at])}:${jsonOf(value as SqlValue)}`).join(',')}},`,
      ),
    )
  }
  database.close()
  return columns
}

test('every column and order of an archive of awkward values is what SQL says', async () => {
  expect(await expectPagesToBeSql(await awkwardArchive())).toBe(21)
})

skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).test(
  'every column and order of all real columns is what SQL says',
  async () => {
    expect(await expectPagesToBeSql(join(realArchive!, 'all-columns'))).toBe(491)
  },
)

skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).test(
  'every column and order of the real archive at volume is what SQL says',
  async () => {
    expect(await expectPagesToBeSql(join(realArchive!, 'volume'))).toBe(137)
  },
)
