import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import Papa from 'papaparse'
import { dataSamples } from '../../src/pages/about/data-samples.ts'
import { type CodeSample, type CodeView, codeSamples } from '../../src/pages/code/code-samples.ts'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const PYTHON = '/usr/bin/python3'

function hasModule(name: string): boolean {
  return Bun.spawnSync([PYTHON, '-c', `import ${name}`], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0
}

/** Quotes and a backslash of every kind, on two lines. */
const ODD_SQL =
  String.raw`SELECT pl_name, "hostname", 'it''s "$HOME" \n %s """ #{x} é' AS "odd ` +
  '`name`' +
  `"
FROM exoplanets -- a remark
WHERE pl_name <> 'a\\' ORDER BY rowid LIMIT 3`

const VIEWS: readonly (readonly [string, CodeView])[] = [
  ['a query', { kind: 'query', sql: ODD_SQL }],
  [
    'a table read',
    { kind: 'rows', path: "/rest/exoplanets?columns=pl_name,pl_rade&hostname__ne=O'Neill%20%22x&limit=4" },
  ],
  ['an insight', { kind: 'rows', path: '/rest/insights/discovery-methods' }],
  ['a planet', { kind: 'file', csv: '/exoplanets/51%20Peg%20b.csv' }],
]

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

function sampleOf(view: CodeView, id: CodeSample['id']): string {
  return codeSamples(view, server.url).find((sample) => sample.id === id)!.code
}

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(`${complaint}${await child.exited}`, command.join(' ')).toBe('0')
  return output
}

/** Header and rows as the service itself gives them. */
async function expected(view: CodeView): Promise<readonly (readonly string[])[]> {
  const path =
    view.kind === 'query'
      ? `/rest/query?format=csv&limit=10000&sql=${encodeURIComponent(view.sql)}`
      : view.kind === 'rows'
        ? `${view.path}${view.path.includes('?') ? '&' : '?'}format=csv`
        : view.csv
  const response = await fetch(server.url + path)
  expect(response.status, path).toBe(200)
  return parsed(await response.text())
}

function parsed(csv: string): readonly (readonly string[])[] {
  const { data, errors } = Papa.parse<string[]>(csv, { skipEmptyLines: true })
  expect(errors).toEqual([])
  expect(data.length).toBeGreaterThan(1)
  return data
}

const PRINT = `
import json
print(json.dumps([list(map(str, table.columns)), len(table), [str(v) for v in table[table.columns[0]]]]))`
const PRINT_ASTROPY = `
import json
print(json.dumps([table.colnames, len(table), [str(v) for v in table[table.colnames[0]]]]))`

for (const [name, view] of VIEWS) {
  skipUnless(Bun.which('curl') !== null, 'there is no curl').test(`curl gets ${name}`, async () => {
    expect(parsed(await run(['sh', '-c', sampleOf(view, 'curl')]))).toEqual(await expected(view))
  })

  skipUnless(hasModule('pandas'), `${PYTHON} has no pandas`).test(`pandas reads ${name}`, async () => {
    const [header = [], ...rows] = await expected(view)
    const [columns, count, first] = JSON.parse(await run([PYTHON, '-c', sampleOf(view, 'pandas') + PRINT]))
    expect(columns).toEqual(header)
    expect(count).toBe(rows.length)
    expect(first).toEqual(rows.map(([value]) => value))
  })

  if (view.kind !== 'file')
    skipUnless(hasModule('astropy.table'), `${PYTHON} has no astropy`).test(`astropy reads ${name}`, async () => {
      const [header = [], ...rows] = await expected(view)
      const [columns, count, first] = JSON.parse(await run([PYTHON, '-c', sampleOf(view, 'astropy') + PRINT_ASTROPY]))
      expect(columns).toHaveLength(header.length)
      expect(count).toBe(rows.length)
      expect(first).toEqual(rows.map(([value]) => value))
    })

  skipUnless(Bun.which('Rscript') !== null, 'there is no Rscript').test(`R reads ${name}`, async () => {
    const [header = [], ...rows] = await expected(view)
    const output = await run(['Rscript', '-e', `${sampleOf(view, 'r')}\ncat(nrow(table), ncol(table))`])
    expect(output).toBe(`${rows.length} ${header.length}`)
  })
}

test('SQL stands first, where a view has any', () => {
  const samples = codeSamples({ kind: 'rows', path: '/rest/exoplanets', sql: 'SELECT 1' }, 'https://example.org/x')
  expect(samples.map(({ id }) => id)).toEqual(['sql', 'curl', 'pandas', 'astropy', 'r'])
  expect(samples[0]!.code).toBe('SELECT 1')
  expect(samples[4]!.code).toBe('table <- read.csv("https://example.org/x/rest/exoplanets?format=csv")')
})

function dataSample(title: string): string {
  return dataSamples(server.url).find((sample) => sample.title === title)!.code
}

async function planetRows(): Promise<number> {
  const { total_all } = (await (await fetch(`${server.url}/rest/exoplanets?limit=0`)).json()) as { total_all: number }
  return total_all
}

for (const [title, modules] of [
  ['pandas', 'pandas, pyarrow'],
  ['Polars', 'polars'],
] as const)
  skipUnless(hasModule(modules), `${PYTHON} has no ${modules}`).test(`${title} reads a whole table`, async () => {
    const rows = await run([PYTHON, '-c', `${dataSample(title)}\nprint(len(planets))`])
    expect(Number(rows)).toBe(await planetRows())
  })

test('DuckDB reads a whole table as the sample says', async () => {
  // Its extension for addresses is not at hand here: the same statement reads the file.
  const address = `${server.url}/data/exoplanets.parquet`
  const sql = dataSample('DuckDB')
  expect(sql).toContain(`'${address}'`)
  const file = join(await temporaryFolder(), 'exoplanets.parquet')
  await Bun.write(file, await (await fetch(address)).bytes())
  const connection = await (await DuckDBInstance.create()).connect()
  const rows = (await connection.runAndReadAll(sql.replace(address, file))).getRows()
  const { data } = (await (
    await fetch(
      `${server.url}/rest/query?sql=${encodeURIComponent('SELECT discoverymethod, count(DISTINCT pl_name) AS n FROM exoplanets GROUP BY 1')}`,
    )
  ).json()) as { data: readonly { discoverymethod: string; n: number }[] }
  expect(new Map(rows.map(([method, planets]) => [method, Number(planets)]))).toEqual(
    new Map(data.map(({ discoverymethod, n }) => [discoverymethod, n])) as never,
  )
})

skipUnless(Bun.which('stilts') !== null, 'there is no stilts').test(
  'STILTS reads the file that TOPCAT opens',
  async () => {
    const [, address = ''] = /'(.*)'/.exec(dataSample('TOPCAT')) ?? []
    expect(
      Number(
        await run(['stilts', 'tpipe', 'ifmt=votable', `in=${address}`, 'omode=count']).then(
          (text) => /rows: (\d+)/.exec(text)?.[1],
        ),
      ),
    ).toBe(await planetRows())
  },
)

skipUnless(Bun.which('sqlite3') !== null, 'there is no sqlite3').test('SQLite reads the database', async () => {
  const folder = await temporaryFolder()
  const count = await run(['sh', '-c', `cd '${folder}' && ${dataSample('SQLite')}`])
  const { tables } = (await (await fetch(`${server.url}/health`)).json()) as {
    tables: { exoplanets: { planets: number } }
  }
  expect(Number(count)).toBe(tables.exoplanets.planets)
})
