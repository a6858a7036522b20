import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import pl from 'nodejs-polars'
import type { DataType } from '../../src/format/column.ts'
import { blocksOf } from '../fixtures/docs/docs.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { builtSnapshot } from '../fixtures/snapshots/built-snapshot.ts'
import { publishTo, storageAt } from '../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const BLOCKS = blocksOf().filter(({ path }) => path === 'docs/whole-tables.md')
const textsOf = (language: string): string[] => BLOCKS.filter((b) => b.language === language).map(({ text }) => text)

interface Table {
  readonly name: string
  readonly path: string
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly data_type: DataType }[]
}

let folder: string
let tables: readonly Table[]
let duckdb: DuckDBConnection
beforeAll(async () => {
  folder = await temporaryFolder()
  await publishTo(storageAt(folder), (await builtSnapshot()).dataDir)
  tables = Object(await Bun.file(join(folder, 'tables.json')).json()).tables
  duckdb = await (await DuckDBInstance.create()).connect()
})
afterAll(() => duckdb.closeSync())

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return (await duckdb.runAndReadAll(sql)).getRowObjectsJson() as Record<string, unknown>[]
}

test('what the page shows for DuckDB runs on what is published, and gives what SQL on the snapshot gives', async () => {
  const shown = textsOf('duckdb').join('\n').replaceAll('s3://my-bucket/catalog', folder)
  const statements = shown.split(/;\s*/).map((text) => text.replace(/^--.*$/gm, '').trim()).filter((text) => text !== '') // biome-ignore format: one chain
  // What fetches an extension and reads credentials; nothing of that is needed for a folder.
  const local = statements.filter((text) => !/^(?:INSTALL|LOAD|CREATE SECRET)\b/.test(text))
  expect(statements.length - local.length).toBe(3)
  const results: Record<string, unknown>[][] = []
  for (const text of local) results.push(await rowsOf(text))
  const [, methods, planet, counts] = results
  const { manifest } = await builtSnapshot()
  expect(methods!.reduce((sum, { planets }) => sum + Number(planets), 0)).toBe(manifest.tables.exoplanets.names)
  expect(planet!.length).toBeGreaterThan(0)
  for (const row of planet!) expect(row.pl_name).toBe('51 Peg b')
  expect(counts).toEqual([
    { name: 'exoplanets', rows: `${manifest.tables.exoplanets.rows}`, in_file: `${manifest.tables.exoplanets.rows}` },
  ])
})

test('each file is one without partitions, sorted, in groups with statistics, as the page says', async () => {
  for (const { path, rows, columns } of tables) {
    const file = join(folder, path)
    const groups = await rowsOf(
      `SELECT path_in_schema AS name, type, compression, row_group_num_rows AS n, stats_null_count AS nulls, stats_min_value IS NOT NULL AS has_min, num_values AS values FROM parquet_metadata('${file}')`,
    )
    expect(groups.length % columns.length).toBe(0)
    for (const group of groups) {
      expect(Number(group.n)).toBeLessThanOrEqual(10_000)
      expect(group.compression).toBe('ZSTD')
      expect(group.nulls).not.toBeNull()
      expect(group.has_min, String(group.name)).toBe(Number(group.nulls) < Number(group.n))
    }
    expect(await rowsOf(`SELECT count(*) AS n FROM read_parquet('${file}')`)).toEqual([{ n: `${rows}` }])
    const described = await rowsOf(`DESCRIBE SELECT * FROM read_parquet('${file}')`)
    const types: Readonly<Record<DataType, string>> = { String: 'VARCHAR', Float64: 'DOUBLE', Int64: 'BIGINT' }
    expect(described.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
      columns.map(({ name, data_type }) => [name, types[data_type]]),
    )
  }
})

test('Polars reads the files, and filters and joins as SQL does', async () => {
  const pathOf = (name: string): string => join(folder, tables.find((table) => table.name === name)!.path)
  const planets = pl.scanParquet(pathOf('exoplanets'))
  const hosts = pl.scanParquet(pathOf('stellarhosts')).unique({ subset: ['hostname'] })
  const small = await planets
    .filter(pl.col('default_flag').eq(1).and(pl.col('pl_rade').lt(1.6)))
    .join(hosts, { on: 'hostname', suffix: '_host' })
    .select('pl_name', 'pl_rade')
    .sort('pl_name')
    .collect()
  const expected = await rowsOf(
    `SELECT pl_name, pl_rade FROM read_parquet('${pathOf('exoplanets')}') WHERE default_flag = 1 AND pl_rade < 1.6 AND hostname IN (SELECT hostname FROM read_parquet('${pathOf('stellarhosts')}')) ORDER BY pl_name`,
  )
  expect<object[]>(small.toRecords()).toEqual(expected)
  expect(small.height).toBeGreaterThan(3)
})

test('the columns that the page names for Trino are in the file, with their types', () => {
  const [text] = textsOf('trino')
  const named = [...text!.matchAll(/^ {2}(\w+) (varchar|bigint|double),?$/gm)].map(([, name, type]) => [name, type])
  const types: Readonly<Record<DataType, string>> = { String: 'varchar', Float64: 'double', Int64: 'bigint' }
  const { columns } = tables.find(({ name }) => name === 'exoplanets')!
  expect(named.length).toBeGreaterThan(5)
  for (const [name, type] of named)
    expect(type, name).toBe(types[columns.find((column) => column.name === name)!.data_type])
  const folderOf = tables.find(({ name }) => name === 'exoplanets')!.path.replace(/[0-9a-f]{16}\/.*$/, 'SNAPSHOT/')
  expect(text).toContain(`'s3://my-bucket/catalog/${folderOf}'`)
})

const modules: readonly string[] = ['polars', 'pyspark']
const python = Bun.which('python3') ?? ''
const has = (name: string): boolean =>
  python !== '' && Bun.spawnSync([python, '-c', `import ${name}`], { stderr: 'ignore' }).exitCode === 0

describe.each(modules.map((name) => [name] as const))('%s in Python', (name) => {
  const { test: withModule } = skipUnless(has(name), `Python has no ${name}`)

  withModule('runs as the page shows it', async () => {
    const [text] = textsOf('python').filter((block) => block.includes(name))
    await using server = Bun.serve({
      port: 0,
      fetch: ({ url }) => new Response(Bun.file(join(folder, new URL(url).pathname))),
    })
    const moved = text!
      .replaceAll('https://my-bucket.example.org/catalog', `http://127.0.0.1:${server.port}`)
      .replaceAll('s3a://my-bucket/catalog', folder)
    const child = Bun.spawn([python, '-c', moved], { stdout: 'ignore', stderr: 'pipe' })
    expect(await child.stderr.text()).not.toContain('Error')
    expect(await child.exited).toBe(0)
  })

  test('is shown in Python that compiles', () => {
    if (python === '') return
    for (const text of textsOf('python'))
      expect(Bun.spawnSync([python, '-c', `compile(${JSON.stringify(text)}, 'page', 'exec')`]).exitCode).toBe(0)
  })
})
