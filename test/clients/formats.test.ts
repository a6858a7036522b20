import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { builtSnapshot } from '../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

/** Column names and values that a statement can have and the tables have not. */
const ODD_SQL = `SELECT 1 AS "a<b>&""c", 'é<&>' AS "é", NULL AS "count(*)", 9223372036854775807 AS "1x y", 9e999 AS "tab\tname",
  char(1, 9, 10, 13, 92, 34, 44, 127, 128512) AS "", x'00ff' AS blob, ']]>' AS "a_b", 2 AS a_b
  UNION ALL SELECT NULL, '', 0.5, -9223372036854775808, 1e300, ' ', x'', 'x', NULL`

function worksIn(python: string, modules: string): boolean {
  return Bun.spawnSync([python, '-c', `import ${modules}`], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0
}

/** A Python that has the modules: that of the path or the system's. */
const pythonWith = (modules: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((python) => Bun.which(python) !== null && worksIn(python, modules))

const pandas = pythonWith('pandas')
const astropy = pythonWith('astropy.table, pandas')
const stilts = Bun.which('stilts')
const jq = Bun.which('jq')

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startServer({ DATA_DIR: (await builtSnapshot()).dataDir, SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

async function run(command: readonly string[], input = ''): Promise<string> {
  const child = Bun.spawn([...command], { stdin: new Blob([input]), stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(`${complaint}${await child.exited}`, command.join(' ').slice(0, 300)).toBe('0')
  return output
}

type Row = Readonly<Record<string, unknown>>

async function jsonRows(path: string): Promise<readonly Row[]> {
  const { data } = (await (await fetch(server.url + path)).json()) as { readonly data: readonly Row[] }
  return data
}

async function saved(path: string, name: string): Promise<string> {
  const file = join(folder, name)
  const response = await fetch(server.url + path)
  expect(response.status, path).toBe(200)
  await writeFile(file, await response.bytes())
  return file
}

const PAGE = '/rest/exoplanets?columns=*&limit=1000'
const query = (sql: string): string => `/rest/query?limit=1000&sql=${encodeURIComponent(sql)}`

/** A frame of pandas as JSON rows; what is missing is null, and so is an empty text, which CSV cannot tell from it. */
const PRINT_FRAME = `
import json, math
rows = [[None if v is None or v is pandas.NA or v == '' or (isinstance(v, float) and math.isnan(v)) else v for v in row]
        for row in frame.astype(object).values.tolist()]
print(json.dumps({'columns': list(frame.columns), 'rows': rows}, default=lambda v: v.item()))`

interface Frame {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

async function frameOf(python: string, code: string): Promise<Frame> {
  return JSON.parse(await run([python, '-c', `import pandas\n${code}${PRINT_FRAME}`])) as Frame
}

function expectSame(frame: Frame, rows: readonly Row[]): void {
  expect(frame.columns).toEqual(Object.keys(rows[0]!))
  expect(frame.rows).toEqual(rows.map((row) => Object.values(row).map((value) => (value === '' ? null : value))))
}

const withPandas = skipUnless(pandas !== undefined, 'there is no Python with pandas')
const PRECISE = "float_precision='round_trip', low_memory=False, keep_default_na=False, na_values=['']"

withPandas.test('pandas reads CSV, TSV and NDJSON as the JSON says', async () => {
  const rows = await jsonRows(PAGE)
  const readers = [
    `read_csv('${server.url}${PAGE}&format=csv', ${PRECISE})`,
    `read_csv('${server.url}${PAGE}&format=tsv', sep='\\t', quoting=3, ${PRECISE})`,
    `read_json('${server.url}${PAGE}&format=ndjson', lines=True, convert_dates=False, precise_float=True)`,
  ]
  for (const reader of readers) expectSame(await frameOf(pandas!, `frame = pandas.${reader}`), rows)
})

withPandas.test('pandas reads a CSV of one column without losing the rows that are null', async () => {
  const rows = await jsonRows('/rest/exoplanets?columns=pl_rade&limit=1000')
  const url = `${server.url}/rest/exoplanets?columns=pl_rade&limit=all&format=csv`
  expectSame(await frameOf(pandas!, `frame = pandas.read_csv('${url}', ${PRECISE})`), rows)
})

skipUnless(astropy !== undefined, 'there is no Python with astropy and pandas').test(
  'astropy reads a VOTable with names, units and values, without a warning about its columns',
  async () => {
    const rows = await jsonRows(PAGE)
    const code = `
import warnings
from astropy.table import Table
warnings.filterwarnings('error', message='.*(ID|name|W03|W32).*')
table = Table.read('${server.url}${PAGE}&format=votable', format='votable')
assert str(table['sy_dist'].unit) == 'pc', table['sy_dist'].unit
assert str(table['pl_orbper'].unit) == 'd', table['pl_orbper'].unit
frame = table.to_pandas()`
    expectSame(await frameOf(astropy!, code), rows)
    const oddFile = await saved(`${query(ODD_SQL)}&format=votable`, 'odd.vot')
    const odd = `
from astropy.io.votable import parse
table = parse('${oddFile}').get_first_table()
assert len(table.array) == 2, table.array
frame = pandas.DataFrame({'id': [str(name) for name in table.to_table().colnames]})`
    const { rows: names } = await frameOf(astropy!, odd)
    expect(new Set(names.flat()).size).toBe(9)
  },
)

const READS = [
  PAGE,
  '/rest/exoplanets?hostname=none',
  '/rest/exoplanets/schema?',
  '/rest/insights/nearest-planets?',
  query('SELECT pl_name, count(*) FROM exoplanets WHERE 0 GROUP BY 1'),
  query(ODD_SQL),
]

skipUnless(stilts !== null, 'there is no stilts').test(
  'stilts finds nothing to say against any VOTable, and as many rows as the JSON has',
  async () => {
    for (const [i, path] of READS.entries()) {
      const file = await saved(`${path}&format=votable`, `${i}.vot`)
      expect(await run([stilts!, 'votlint', 'ucd=true', 'unit=true', file]), path).toBe('')
      const count = await run([stilts!, 'tpipe', `in=${file}`, 'omode=count'])
      const ndjson = await (await fetch(`${server.url}${path}&format=ndjson`)).text()
      expect(Number(/rows: (\d+)/.exec(count)![1]), path).toBe(ndjson.split('\n').length - 1)
    }
  },
)

skipUnless(jq !== null, 'there is no jq').test('jq reads NDJSON line by line', async () => {
  for (const path of [PAGE, query(ODD_SQL)]) {
    const body = await (await fetch(`${server.url}${path}&format=ndjson`)).text()
    const lines = (await run([jq!, '-c', 'keys_unsorted | length'], body)).trim().split('\n')
    expect(lines).toHaveLength((await jsonRows(path)).length)
    expect(new Set(lines).size).toBe(1)
  }
})

test('DuckDB reads CSV and NDJSON as the JSON says', async () => {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  const columns = '/rest/exoplanets?columns=pl_name,hostname,disc_year,pl_rade,sy_dist&limit=1000'
  for (const path of [columns, '/rest/exoplanets?columns=pl_rade&limit=1000']) {
    const rows = await jsonRows(path)
    const csv = await saved(`${path}&format=csv`, 'duck.csv')
    const ndjson = await saved(`${path}&format=ndjson`, 'duck.ndjson')
    for (const source of [`read_csv('${csv}', header = true)`, `read_json('${ndjson}')`]) {
      const result = await connection.runAndReadAll(`SELECT * FROM ${source}`)
      const read = result
        .getRowObjects()
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
          ),
        )
      expect(read as readonly Row[], source).toEqual(rows)
    }
  }
  connection.closeSync()
  instance.closeSync()
})
