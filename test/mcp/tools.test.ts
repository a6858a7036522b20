import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import Ajv from 'ajv'
import { TABLE_NAMES } from '../../src/format/table.ts'
import { MAX_STRUCTURED_CHARS, MAX_TEXT_CHARS } from '../../src/mcp/results/fit.ts'
import { type Called, call, connectClient } from '../fixtures/mcp/mcp-client.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

type Json = Readonly<Record<string, unknown>>

let service: CatalogApp
let client: Client
const schemas = new Map<string, object>()
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true })

beforeAll(async () => {
  service = await catalogApp()
  client = await connectClient(service.app.handle)
  for (const tool of (await client.listTools()).tools) schemas.set(tool.name, tool.outputSchema!)
})

afterAll(async () => {
  await client.close()
  await service.close()
})

/** Calls a tool and checks what holds for every result; the schema also forbids what it does not name. */
async function called(name: string, args: Json = {}): Promise<Called> {
  const result = await call(client, name, args)
  expect(result.isError, result.text).toBe(false)
  const validate = ajv.compile(schemas.get(name)!)
  expect(validate(result.structured), JSON.stringify(validate.errors)).toBe(true)
  const text = JSON.parse(result.text)
  expect(validate(text), JSON.stringify(validate.errors)).toBe(true)
  expect(result.text.length).toBeLessThanOrEqual(MAX_TEXT_CHARS)
  const whole = JSON.stringify(result.structured)
  expect(whole.length).toBeLessThanOrEqual(MAX_STRUCTURED_CHARS)
  if (whole.length <= MAX_TEXT_CHARS) expect(result.text).toBe(whole)
  else expect(text).toMatchObject({ truncated: true, notice: expect.any(String) })
  return result
}

async function structured(name: string, args: Json = {}): Promise<Json> {
  return (await called(name, args)).structured!
}

async function rest(path: string): Promise<Json> {
  const response = await service.get(path)
  expect(response.status).toBe(200)
  return Object(await response.json())
}

function query(sql: string, limit?: number): Promise<Json> {
  return structured('query_catalog', limit === undefined ? { sql } : { sql, limit })
}

describe('every tool agrees with its REST twin', () => {
  test('health', async () => {
    expect(await structured('health')).toEqual(await rest('/health'))
  })

  test('list_insights', async () => {
    const descriptors = Object.values(await rest('/rest/insights')) as Json[]
    const { insights } = await structured('list_insights')
    expect(insights).toEqual(
      descriptors.map(({ slug, title, category, kind, description, limit }) => ({
        slug,
        title,
        category,
        kind,
        description,
        limit,
      })),
    )
    expect(descriptors.length).toBeGreaterThan(20)
  })

  test('run_insight, for every insight', async () => {
    for (const { slug } of Object.values(await rest('/rest/insights')) as { slug: string }[])
      expect(await structured('run_insight', { slug })).toEqual({
        ...(await rest(`/rest/insights/${slug}`)),
        truncated: false,
      })
  })

  test.each([...TABLE_NAMES])('describe_catalog of all columns of %s', async (table) => {
    const { columns, total_rows } = await rest(`/rest/${table}/schema`)
    const { groups, rows } = await structured('describe_catalog', { table, columns: ['*'] })
    expect(rows).toBe(total_rows)
    const described = (groups as { columns: { name: string }[] }[]).flatMap((group) => group.columns)
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)
    expect(described.sort(byName)).toEqual((columns as { name: string }[]).sort(byName))
  })

  test.each([
    ['a page of rows', 'SELECT pl_name, pl_rade, disc_year FROM exoplanets ORDER BY pl_name, rowid LIMIT 20'],
    [
      'the join',
      'SELECT pl_name, s.st_teff FROM exoplanets JOIN stellarhosts s USING (hostname) ORDER BY 1, 2 LIMIT 50',
    ],
    [
      'groups',
      'SELECT discoverymethod, COUNT(*) AS count, median(pl_rade) FROM exoplanets GROUP BY 1 ORDER BY 2 DESC, 1',
    ],
    ['two columns of one name', 'SELECT 1 AS a, 2 AS a, 3 AS a'],
    ['nulls, a blob and text that needs escapes', `SELECT NULL AS n, x'00ff' AS b, '"},{"q":"\\' AS q, char(10) AS l`],
    ['no rows', 'SELECT pl_name FROM exoplanets WHERE 0'],
    ['numeric column names', 'SELECT 1, 2.5, 1e300'],
  ])('query_catalog: %s', async (_case, sql) => {
    const { data, rows, columns, truncated } = await rest(`/rest/query?sql=${encodeURIComponent(sql)}`)
    expect(await query(sql)).toEqual({ data, rows, columns, truncated })
  })

  test.each([
    ['exoplanet', 'HAT-P-7 b', 'json', '/exoplanets/HAT-P-7%20b.json'],
    ['exoplanet', 'HAT-P-7 b', 'csv', '/exoplanets/HAT-P-7%20b.csv'],
    ['stellarhost', 'HAT-P-7 B', 'json', '/stellarhosts/HAT-P-7%20B.json'],
    ['stellarhost', '51 Peg', 'json', '/stellarhosts/51%20Peg.json'],
    ['stellarhost', '51 Peg', 'csv', '/stellarhosts/51%20Peg.csv'],
  ])('download_detail of %s %s as %s', async (entity, name, format, path) => {
    const response = await service.get(path)
    const file = await structured('download_detail', { entity, name, format })
    expect(file.content).toBe(await response.text())
    expect(file.mime_type).toBe(response.headers.get('content-type'))
    expect(response.headers.get('content-disposition')).toContain(`filename="${file.filename}"`)
    expect(file.url).toBe(`http://localhost:3000${path}`)
  })

  test('download_detail of a name that needs encoding gives an address that works', async () => {
    const names = (await query("SELECT DISTINCT pl_name FROM exoplanets WHERE pl_name REGEXP '[+''.]'")).data
    expect((names as Json[]).length).toBeGreaterThan(0)
    for (const { pl_name } of names as { pl_name: string }[]) {
      const file = await structured('download_detail', { entity: 'exoplanet', name: pl_name, format: 'csv' })
      const fetched = await service.app.handle(new Request(String(file.url)))
      expect([fetched.status, await fetched.text()]).toEqual([200, String(file.content)])
    }
  })
})

describe('rows are bounded', () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n'

  test.each([
    [undefined, 100],
    [7, 7],
    [0, 0],
    [1_000, 1_000],
    [5_000, 1_000],
  ])('limit %p gives %i rows and says that there are more', async (limit, rows) => {
    const result = await query(endless, limit)
    expect(result).toMatchObject({
      rows,
      columns: ['i'],
      truncated: true,
      notice: expect.stringContaining('more rows'),
    })
    expect(result.data).toEqual(Array.from({ length: rows }, (_, index) => ({ i: index + 1 })))
  })

  test('what is whole does not say that it is cut', async () => {
    expect(await query(`${endless} LIMIT 100`)).toMatchObject({ rows: 100, truncated: false })
    expect(await query(`${endless} LIMIT 100`)).not.toHaveProperty('notice')
  })

  test('the text holds the first rows, and is still JSON', async () => {
    const result = await called('query_catalog', { sql: endless, limit: 1_000 })
    const sql = 'SELECT pl_name, hostname, pl_refname FROM exoplanets'
    const long = await called('query_catalog', { sql, limit: 1_000 })
    const text = JSON.parse(long.text)
    expect(result.structured!.rows).toBe(1_000)
    expect(text.rows).toBeGreaterThan(20)
    expect(text.rows).toBeLessThan(long.structured!.rows as number)
    expect(text.data).toEqual((long.structured!.data as Json[]).slice(0, text.rows))
    expect(text.notice).toContain(`first ${text.rows} of ${long.structured!.rows}`)
    expect(long.structured!.truncated).toBe(false)
  })

  test('structured content is cut to whole rows', async () => {
    const result = await query(`SELECT i, printf('%.2000c', '}') AS x FROM (${endless})`, 1_000)
    expect(result.truncated).toBe(true)
    expect(result.rows).toBe((result.data as Json[]).length)
    expect(result.rows).toBeGreaterThan(190)
    expect(result.rows).toBeLessThan(200)
    expect(result.notice).toContain(`first ${result.rows} of more than 1000 rows`)
    expect(result.data).toContainEqual({ i: 190, x: '}'.repeat(2_000) })
  })

  test('names of columns are cut where they alone are too long', async () => {
    const sql = `SELECT ${Array(30).fill('*').join(',')} FROM exoplanets`
    const { columns } = (await called('query_catalog', { sql, limit: 0 })).structured!
    const text = JSON.parse((await called('query_catalog', { sql })).text)
    expect(text).toMatchObject({ rows: 0, data: [], truncated: true })
    expect(text.columns.length).toBeGreaterThan(500)
    expect(text.columns).toEqual((columns as string[]).slice(0, text.columns.length))
    expect(text.notice).toContain(`first ${text.columns.length} of ${(columns as string[]).length} column names`)
  })

  test('a row that is too long alone is left out, with a way to get at it', async () => {
    expect(await query("SELECT printf('%.500000c', 'x') AS x")).toMatchObject({
      rows: 0,
      columns: ['x'],
      truncated: true,
      notice: expect.stringContaining('substr'),
      data: [],
    })
  })
})

test('integers beyond 2^53 keep their digits, as texts', async () => {
  const sql = `SELECT 9007199254740991 AS safe, -9007199254740991 AS low, 9007199254740992 AS first, 9007199254740993 AS odd,
    -9223372036854775808 AS least, '9007199254740993' AS text, 1e16 AS real, 1.5 AS half`
  expect((await query(sql)).data).toEqual([
    {
      safe: 9_007_199_254_740_991,
      low: -9_007_199_254_740_991,
      first: '9007199254740992',
      odd: '9007199254740993',
      least: '-9223372036854775808',
      text: '9007199254740993',
      real: '10000000000000000',
      half: 1.5,
    },
  ])
})

describe('describe_catalog', () => {
  test('folds companions in the overview, and names every column once', async () => {
    const { groups, total_columns, hint } = await structured('describe_catalog', { table: 'exoplanets' })
    const entries = (groups as { topic: string; columns: { name: string; variants?: string[] }[] }[]).flatMap(
      (group) => group.columns,
    )
    const names = entries.flatMap(({ name, variants = [] }) => [name, ...variants.map((ending) => name + ending)])
    const { columns } = await rest('/rest/exoplanets/schema')
    expect(names.sort()).toEqual((columns as { name: string }[]).map(({ name }) => name).sort())
    expect(total_columns).toBe(names.length)
    expect(entries.find(({ name }) => name === 'pl_rade')).toMatchObject({ variants: ['err1', 'err2', 'lim'] })
    expect(hint).toContain('columns')
  })

  test('tells how to get one row for each planet', async () => {
    expect((await structured('describe_catalog', { table: 'exoplanets' })).about).toContain('default_flag = 1')
  })

  test('takes names and patterns, also twice the same', async () => {
    const { groups } = await structured('describe_catalog', {
      table: 'exoplanets',
      columns: ['pl_rade*', ' st_teff ', '*name', '**name', 'st_teff', '*name'],
    })
    const names = (groups as { columns: { name: string }[] }[]).flatMap((group) =>
      group.columns.map(({ name }) => name),
    )
    expect(names.sort()).toEqual(
      ['hostname', 'pl_name', 'pl_rade', 'pl_radeerr1', 'pl_radeerr2', 'pl_radelim', 'pl_refname', 'st_teff'].sort(),
    )
  })
})

describe('a fault that the agent can mend says what to do', () => {
  test.each<[string, Json, RegExp]>([
    ['query_catalog', { sql: 'SELECT pl_radius FROM exoplanets' }, /pl_radius.*pl_rade.*character 8.*describe_catalog/],
    ['query_catalog', { sql: 'SELECT 1 FROM planets' }, /planets.*exoplanets/],
    ['query_catalog', { sql: "SELECT * FROM exoplanets WHERE pl_name ILIKE 'kepler%'" }, /LIKE/],
    ['query_catalog', { sql: 'SELECT TOP 5 pl_name FROM exoplanets' }, /LIMIT/],
    ['query_catalog', { sql: 'DELETE FROM exoplanets' }, /SELECT.*the data are read-only/],
    ['query_catalog', { sql: 'SELECT 1; SELECT 2' }, /one at a time/],
    ['query_catalog', { sql: 'SELECT sqrrt(2)' }, /sqrrt.*sqrt/],
    ['query_catalog', { sql: ' ' }, /SELECT/],
    ['query_catalog', { sql: '' }, /"sql".*query_catalog takes sql, limit \(optional\)/],
    ['query_catalog', {}, /^The argument "sql" is missing\. One SELECT .*query_catalog takes sql/],
    [
      'query_catalog',
      { sql: "SELECT printf('%.*c', 17000000, 'x') AS x" },
      /^The result is larger than 16 MiB of JSON: .*shorter texts/,
    ],
    ['describe_catalog', {}, /^The argument "table" is missing\. exoplanets: .*describe_catalog takes table/],
    ['query_catalog', { query: 'SELECT 1' }, /query_catalog takes sql/],
    ['query_catalog', { sql: 'SELECT 1', limits: 5 }, /no argument "limits".*limit/],
    ['query_catalog', { sql: 'SELECT 1', limit: -1 }, /"limit"/],
    [
      'query_catalog',
      { sql: 'SELECT 1', limit: 1.5 },
      /"limit" is not usable: It must be a whole number, and is 1\.5\. /,
    ],
    [
      'query_catalog',
      { sql: 'SELECT 1', limit: 'many' },
      /"limit" is not usable: It must be a whole number, and is "many"\. /,
    ],
    ['query_catalog', { sql: 'SELECT 1', limit: -1 }, /"limit" is not usable: It must be at least 0, and is -1\. /],
    ['query_catalog', { sql: ['SELECT 1'] }, /"sql" is not usable: It must be a text, and is a list\. /],
    ['run_insight', { slug: '' }, /"slug" is not usable: It must not be empty\. /],
    ['run_insight', { slug: null }, /"slug" is not usable: It must be a text, and is null\. /],
    [
      'describe_catalog',
      { table: 'stellarhosts', columns: ['p'.repeat(101)] },
      /"columns\.0" is not usable: It must be at most 100 characters long, and is "p{80}…"\. /,
    ],
    ['run_insight', { slug: 'nearest-planet' }, /nearest-planets.*list_insights/],
    ['describe_catalog', { table: 'planets' }, /"table".* "exoplanets" or "stellarhosts", and is "planets"\. /],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: ['pl_rad'] },
      /pl_rad.*Did you mean.*pl_rad[ej].*describe_catalog/,
    ],
    ['describe_catalog', { table: 'exoplanets', columns: ['zz*'] }, /zz\*/],
    [
      'query_catalog',
      { sql: 'SELECT 1', ...Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`sql${i}`, i])) },
      /^(There is no argument "sql[0-4]"\. Did you mean sql\? ){5}There are 1495 more faults like these\. query_catalog takes/,
    ],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: Array.from({ length: 900 }, () => 1) },
      /^(The argument "columns\.[0-4]" is not usable: .{1,80}\. ){5}There are 895 more faults like these\. describe_catalog/,
    ],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: Array.from({ length: 1_000 }, (_, i) => `p${'*'.repeat(90)}${i}`) },
      /"columns" is not usable: It may hold 20 patterns at most/,
    ],
    ['download_detail', { entity: 'exoplanet', name: 'Kepler-22b', format: 'csv' }, /Kepler-22 b.*query_catalog/],
    ['download_detail', { entity: 'planet', name: 'Kepler-22 b', format: 'csv' }, /"entity".*exoplanet/],
    ['download_detail', { entity: 'exoplanet', name: 'Kepler-22 b', format: 'xml' }, /"format".*json/],
  ])('%s %j', async (name, args, text) => {
    const result = await call(client, name, args)
    expect(result.isError).toBe(true)
    expect(result.text).toMatch(text)
    expect(result.structured).toBeUndefined()
  })
})

test.each<[string, Json, string]>([
  ['query_catalog', { sql: 'SHOW TABLES' }, 'Only SELECT is allowed, not "SHOW". The tables are'],
  ['query_catalog', { sql: 'DESCRIBE exoplanets' }, 'describe_catalog lists the columns'],
  ['query_catalog', { sql: 'PRAGMA table_info(exoplanets)' }, 'describe_catalog lists the columns'],
  ['query_catalog', { sql: 'SELECT "TRAPPIST-1" FROM exoplanets' }, 'Use single quotes for strings'],
  ['describe_catalog', { table: 'exoplanets', columns: ['pl_radius'] }, 'Did you mean pl_rade'],
  ['run_insight', { slug: 'nearest' }, 'list_insights lists the slugs'],
])('a fault of %s %j names tools, and no endpoint that the agent does not know', async (name, args, text) => {
  const result = await call(client, name, args)
  expect(result.isError).toBe(true)
  expect(result.text).toContain(text)
  expect(result.text).not.toMatch(/\/rest\/|endpoint/)
})

test('what an agent wrote itself is told as it is, also where it looks like an endpoint', async () => {
  const { text } = await call(client, 'run_insight', { slug: 'see /rest/insights of it' })
  expect(text).toContain('There is no insight "see /rest/insights of it".')
})

test('arguments to a tool that takes none are overlooked, as some clients must send one', async () => {
  expect(await structured('health', { random_string: 'dummy' })).toMatchObject({ status: 'ok' })
})

test('the tools are read-only by their own account, and describe every argument and the structure of the answer', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'describe_catalog',
    'download_detail',
    'health',
    'list_functions',
    'list_insights',
    'query_catalog',
    'run_insight',
  ])
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
      destructiveHint: false,
    })
    expect(tool.title).toBeString()
    // Claude Code cuts descriptions and instructions off here.
    expect(tool.description!.length).toBeLessThanOrEqual(2_048)
    expect(tool.inputSchema).not.toHaveProperty('$schema')
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow()
    for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {}))
      expect(property, `${tool.name}.${name}`).toHaveProperty('description')
    expect(tool.outputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
  expect(client.getInstructions()!.length).toBeLessThanOrEqual(2_048)
  for (const { name } of tools.filter((tool) => tool.name !== 'health'))
    expect(client.getInstructions()).toContain(name)
})
