import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DuckDBBlobValue, DuckDBInstance } from '@duckdb/node-api'
import { parquetMetadataAsync } from 'hyparquet'
import { orderRows } from '../../../../build/table/order-rows.ts'
import { packTable } from '../../../../build/table/shared-table.ts'
import { GzipWriter } from '../../../../build/whole-tables/gzip.ts'
import { encodeParquet } from '../../../../build/whole-tables/parquet.ts'
import { writeSlimCatalog } from '../../../../build/whole-tables/slim-catalog.ts'
import type { Column } from '../../../../src/format/column.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { TABLE_NAMES } from '../../../../src/format/table.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'
import { realArchive } from '../../../fixtures/archives/real-archive.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const FACTS = { snapshotId: '0123456789abcdef', source: 'made up', date: null }

type NamedArchive = readonly [what: string, folder: () => Promise<string | undefined>]

const realArchives: readonly NamedArchive[] =
  realArchive === undefined
    ? []
    : [['the real archive with all columns', () => Promise.resolve(`${realArchive}/all-columns`)]]
const ARCHIVES: readonly NamedArchive[] = [
  ['the sample archive', () => Promise.resolve(undefined)],
  ['awkward values', awkwardArchive],
  ...realArchives,
]

/** All rows of a Parquet file as another implementation reads them; integers as bigints. */
async function readWithDuckDb(path: string, columns: readonly Column[]): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    // As bytes: its own decoding of texts drops a byte order mark.
    const list = columns.map(({ name, type }) => (type === 'text' ? `encode("${name}")` : `"${name}"`)).join(', ')
    const result = await connection.run(`SELECT ${list} FROM read_parquet('${path}')`)
    const rows = await result.getRows()
    return rows.map((row) =>
      row.map((value) => (value instanceof DuckDBBlobValue ? Buffer.from(value.bytes).toString() : value)),
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const fileOf = (dataDir: string, { files }: Manifest, name: string): string => join(dataDir, files.data[name]!.path)

test.each(ARCHIVES)('every cell of the Parquet files of %s equals SQL over the snapshot', async (_, archive) => {
  const { dataDir, manifest } = await builtSnapshot(await archive())
  const database = new Database(join(dataDir, manifest.files.catalog.path), { readonly: true, safeIntegers: true })
  for (const table of TABLE_NAMES) {
    const { columns } = manifest.tables[table]
    const names = columns.map(({ name }) => name)
    const expected = database.query(
      `SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM ${table} ORDER BY rowid`,
    )
    const found = await readWithDuckDb(fileOf(dataDir, manifest, `${table}.parquet`), columns)
    expect(found).toEqual(expected.values() as unknown[][])
  }
  database.close()
})

test('the Parquet file says what its columns mean and where it comes from', async () => {
  const { dataDir, manifest } = await builtSnapshot()
  const bytes = await Bun.file(fileOf(dataDir, manifest, 'exoplanets.parquet')).arrayBuffer()
  const { key_value_metadata: pairs = [], schema } = await parquetMetadataAsync(bytes)
  const metadata = Object.fromEntries(pairs.map(({ key, value }) => [key, value]))
  expect(metadata).toMatchObject({ table: 'exoplanets', source: manifest.source, snapshot: manifest.snapshotId })
  const columns: { name: string; unit?: string }[] = JSON.parse(metadata.columns!)
  expect(columns.find(({ name }) => name === 'pl_orbper')).toMatchObject({ unit: 'day', data_type: 'Float64' })
  expect(schema.find(({ name }) => name === 'disc_year')).toMatchObject({ type: 'INT64', repetition_type: 'OPTIONAL' })
})

test('a table of many rows is written in groups of 10,000', async () => {
  const rows = Array.from({ length: 25_000 }, (_, row) => [`planet ${row}`, row % 7 === 0 ? null : row / 3])
  const table = makeTable('exoplanets', { pl_name: 'text', pl_rade: 'real' }, rows)
  const bytes = new Uint8Array(encodeParquet(packTable(table), pagesOf(table), FACTS))
  const { row_groups: groups } = await parquetMetadataAsync(bytes.buffer)
  expect(groups.map(({ num_rows }) => num_rows)).toEqual([10_000n, 10_000n, 5_000n])
})

test('the same table gives the same bytes', () => {
  const table = orderRows(
    makeTable('stellarhosts', { hostname: 'text', sy_pnum: 'integer' }, [
      ['b', 3n ** 39n],
      ['a', 1],
    ]),
  )
  expect(
    Buffer.compare(
      encodeParquet(packTable(table), pagesOf(table), FACTS),
      encodeParquet(packTable(table), pagesOf(table), FACTS),
    ),
  ).toBe(0)
})

test('the packed files hold all rows, and the sums are right', async () => {
  const { dataDir, manifest } = await builtSnapshot()
  const { data } = manifest.files
  const unpacked = async (name: string) =>
    Bun.gunzipSync(new Uint8Array(await Bun.file(fileOf(dataDir, manifest, name)).bytes()))
  const lines = Buffer.from(await unpacked('stellarhosts.csv.gz'))
    .toString()
    .split('\r\n')
  expect(lines[0]).toBe(manifest.tables.stellarhosts.columns.map(({ name }) => name).join(','))
  expect(lines.length).toBe(manifest.tables.stellarhosts.rows + 2)
  const votable = Buffer.from(await unpacked('exoplanets.vot.gz')).toString()
  expect(votable.match(/<TR>/g)?.length).toBe(manifest.tables.exoplanets.rows)
  const sums = (await Bun.file(fileOf(dataDir, manifest, 'SHA256SUMS')).text()).trimEnd().split('\n')
  const names = Object.keys(data).filter((name) => name !== 'SHA256SUMS')
  expect(sums.map((line) => line.split('  ')[1])).toEqual(names)
  for (const line of sums) {
    const [sum, name] = line.split('  ')
    const bytes = await Bun.file(fileOf(dataDir, manifest, name!)).bytes()
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum!)
  }
})

test('the packed database is the one that is served, without its wide indexes', async () => {
  const { dataDir, manifest } = await builtSnapshot()
  const packed = await Bun.file(fileOf(dataDir, manifest, 'catalog.sqlite.gz')).bytes()
  const served = join(dataDir, manifest.files.catalog.path)
  const [path, again] = [join(await temporaryFolder(), 'a.sqlite'), join(await temporaryFolder(), 'b.sqlite')]
  await Bun.write(path, Bun.gunzipSync(new Uint8Array(packed)))
  await writeSlimCatalog(served, again)
  expect(Buffer.compare(await Bun.file(path).bytes(), await Bun.file(again).bytes())).toBe(0)
  expect(Bun.file(path).size).toBeLessThan(Bun.file(served).size)

  const [mine, theirs] = [path, served].map((file) => new Database(file, { readonly: true, safeIntegers: true }))
  const both = (sql: string): unknown[][][] => [mine!, theirs!].map((database) => database.query(sql).values())
  expect(mine!.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  for (const sql of [
    'PRAGMA user_version',
    'PRAGMA page_size',
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage",
    ...TABLE_NAMES.map((table) => `SELECT rowid, * FROM ${table} ORDER BY rowid`),
  ]) {
    const [rows, expected] = both(sql)
    expect(rows!, sql).toEqual(expected!)
  }
  const [indexes, all] = both("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY 1")
  expect(indexes).toEqual([['exoplanets_pl_name']])
  expect(all!.length).toBeGreaterThan(3)
  mine!.close()
  theirs!.close()
})

test('gzip packs any number of bytes written in any parts', () => {
  for (const length of [0, 1, 100_000, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, 9_000_000]) {
    const bytes = new Uint8Array(length).map((_, at) => (at * 31) >> 3)
    const gzip = new GzipWriter()
    for (let at = 0; at < length; at += 1_234_567) gzip.write(bytes.subarray(at, at + 1_234_567))
    expect(Buffer.compare(Bun.gunzipSync(Buffer.concat(gzip.finish())), bytes)).toBe(0)
  }
})
