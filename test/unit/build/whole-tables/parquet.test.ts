import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { packTable } from '../../../../build/table/shared-table.ts'
import { encodeParquet } from '../../../../build/whole-tables/parquet.ts'
import { writeSlimCatalog } from '../../../../build/whole-tables/slim-catalog.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const ROWS = [
  ['a "b"', 1.5, 7n],
  [null, null, null],
  ['Größe', -0.25, 9_007_199_254_740_993n],
  ['', 1e300, -5n],
] as const
const TABLE = makeTable('exoplanets', { pl_name: 'text', pl_rade: 'real', gaia_id: 'integer' }, ROWS)
const FACTS = { snapshotId: 'an id', source: 'a source', date: '2026-01-02' }

/** The bytes of a file as a reader takes them. */
const fileOf = (bytes: Uint8Array) => ({
  byteLength: bytes.byteLength,
  slice: (start: number, end?: number) => bytes.slice(start, end).buffer as ArrayBuffer,
})
const compressors = { ZSTD: (input: Uint8Array) => Bun.zstdDecompressSync(Uint8Array.from(input)) }

async function rowsIn(bytes: Uint8Array): Promise<unknown[][]> {
  const rows = await parquetReadObjects({ file: fileOf(bytes), compressors })
  return rows.map((row) => ['pl_name', 'pl_rade', 'gaia_id'].map((name) => row[name] ?? null))
}
const about = (bytes: Uint8Array) => {
  const metadata = parquetMetadata(Uint8Array.from(bytes).buffer)
  return {
    facts: Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value])),
    groups: metadata.row_groups.map(({ num_rows }) => Number(num_rows)),
    schema: metadata.schema.map(({ name, type, repetition_type }) => [name, type, repetition_type]),
  }
}

test('a Parquet file has every value exactly, and says where it comes from', async () => {
  const bytes = encodeParquet(packTable(TABLE), pagesOf(TABLE), FACTS)
  expect(await rowsIn(bytes)).toEqual(ROWS.map((row) => [...row]))
  const { facts, groups, schema } = about(bytes)
  const { columns, ...others } = facts
  expect(others).toEqual({ table: 'exoplanets', source: 'a source', snapshot: 'an id', date: '2026-01-02' })
  expect(JSON.parse(columns!)[1]).toEqual({ name: 'pl_rade', data_type: 'Float64' })
  expect(groups).toEqual([4])
  expect(schema.slice(1)).toEqual([
    ['pl_name', 'BYTE_ARRAY', 'OPTIONAL'],
    ['pl_rade', 'DOUBLE', 'OPTIONAL'],
    ['gaia_id', 'INT64', 'OPTIONAL'],
  ])
  expect(about(encodeParquet(packTable(TABLE), pagesOf(TABLE), { ...FACTS, date: null })).facts).not.toHaveProperty(
    'date',
  )
})

test.each([
  [0, []],
  [9_999, [9_999]],
  [10_000, [10_000]],
  [10_001, [10_000, 1]],
  [20_000, [10_000, 10_000]],
])('%d rows are in groups of ten thousand', async (count, groups) => {
  const rows = Array.from({ length: count }, (_, row) => [`P ${row}`, row % 3 === 0 ? null : row / 4, BigInt(row)])
  const table = makeTable('exoplanets', { pl_name: 'text', pl_rade: 'real', gaia_id: 'integer' }, rows)
  const bytes = encodeParquet(packTable(table), pagesOf(table), FACTS)
  expect(about(bytes).groups.filter((group) => group > 0)).toEqual(groups)
  if (count % 10_000 === 1) expect((await rowsIn(bytes)).slice(-2)).toEqual(rows.slice(-2))
})

test('a slim catalog has the tables and the indexes on single columns, and takes the place of what was there', async () => {
  const folder = await temporaryFolder()
  const [source, target] = [join(folder, 'source.sqlite'), join(folder, 'target.sqlite')]
  {
    using database = new Database(source)
    database.run('PRAGMA page_size = 8192')
    database.run('PRAGMA user_version = 7')
    database.run('CREATE TABLE "a table" (x TEXT, y REAL) STRICT')
    database.run("INSERT INTO \"a table\" VALUES ('b', 2), ('a', NULL)")
    database.run('DELETE FROM "a table" WHERE x = \'b\'')
    database.run('INSERT INTO "a table" VALUES (\'c\', 1.5)')
    database.run('CREATE INDEX one ON "a table" (x)')
    database.run('CREATE INDEX two ON "a table" (x, y)')
  }
  await Bun.write(target, 'something else')
  await writeSlimCatalog(source, target)
  using slim = new Database(target, { readonly: true })
  expect(slim.query('SELECT * FROM "a table" ORDER BY x').values()).toEqual([
    ['a', null],
    ['c', 1.5],
  ])
  expect(slim.query("SELECT name FROM sqlite_schema WHERE type = 'index'").values()).toEqual([['one']])
  expect([slim.query('PRAGMA page_size').values(), slim.query('PRAGMA user_version').values()]).toEqual([
    [[8_192]],
    [[7]],
  ])
  expect(slim.query('SELECT count(*) FROM sqlite_stat1').values()).toEqual([[1]])
  await expect(writeSlimCatalog(join(folder, 'absent'), join(folder, 'other'))).rejects.toThrow('ENOENT')
  expect((await readdir(folder)).sort()).toEqual(['source.sqlite', 'target.sqlite'])
})
