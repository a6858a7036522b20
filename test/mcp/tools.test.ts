import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import Ajv from 'ajv'
import { TABLE_NAMES } from '../../src/format/table.ts'
import { MAX_RESULT_CHARS } from '../../src/mcp/results/fit.ts'
import { MAX_OBJECT_ROWS } from '../../src/mcp/results/tool.ts'
import { type Called, call, connectClient } from '../fixtures/mcp/mcp-client.ts'
import { exchange, mcpRequest, rpc } from '../fixtures/mcp/mcp-post.ts'
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
  // Clients give their model the one or the other: both are the same, and neither fills a context window.
  expect(result.text).toBe(JSON.stringify(result.structured))
  expect(result.text.length).toBeLessThanOrEqual(MAX_RESULT_CHARS)
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

/** An answer with its rows as objects, whichever form they came in; many of them come as arrays. */
function withObjects(answer: Json): Json {
  const { data, columns } = answer as { data: (Json | unknown[])[]; columns: string[] }
  const objects = data.map((row) =>
    Array.isArray(row) ? Object.fromEntries(columns.map((name, i) => [name, row[i]])) : row,
  )
  return { ...answer, data: objects }
}

async function query(sql: string, limit?: number): Promise<Json> {
  return withObjects(await structured('query_catalog', limit === undefined ? { sql } : { sql, limit }))
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
    let cut = 0
    for (const { slug } of Object.values(await rest('/rest/insights')) as { slug: string }[]) {
      const { notice, ...insight } = withObjects(await structured('run_insight', { slug })) as { notice?: string }
      const expected = (await rest(`/rest/insights/${slug}`)) as { total: number; rows: number; truncated: boolean }
      expect(insight).toEqual(expected)
      if (!expected.truncated) expect(notice).toBeUndefined()
      else {
        cut += 1
        expect(notice).toStartWith(`${expected.total} rows qualify; this insight lists ${expected.rows} of them.`)
      }
    }
    expect(cut).toBeGreaterThan(0)
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
    const { units: _units, ...answer } = await query(sql)
    expect(answer).toEqual({ data, rows, columns, truncated })
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

  test('few rows are objects, many are arrays in the order of the columns', async () => {
    const few = await structured('query_catalog', { sql: endless, limit: MAX_OBJECT_ROWS })
    expect(few.data).toEqual(Array.from({ length: MAX_OBJECT_ROWS }, (_, index) => ({ i: index + 1 })))
    const many = await structured('query_catalog', { sql: endless, limit: MAX_OBJECT_ROWS + 1 })
    expect(many.data).toEqual(Array.from({ length: MAX_OBJECT_ROWS + 1 }, (_, index) => [index + 1]))
  })

  test('of wide rows, those that fit are shown, with the way to the rest', async () => {
    const all = (await rest('/rest/query?sql=SELECT+*+FROM+exoplanets')).data as Json[]
    const shown = await query('SELECT * FROM exoplanets', 1_000)
    const count = shown.rows as number
    expect(count).toBeGreaterThan(20)
    expect(count).toBeLessThan(all.length)
    expect(shown.data).toEqual(all.slice(0, count))
    expect(shown).toMatchObject({ truncated: true, notice: expect.stringContaining(`OFFSET ${count}`) })
    const next = await query(`SELECT * FROM exoplanets LIMIT 1000 OFFSET ${count}`)
    expect((next.data as Json[])[0]).toEqual(all[count]!)
  })

  test('rows are cut only if another one does not fit, however wide or in whatever script', async () => {
    const wide = Array.from({ length: 300 }, (_, i) => `i AS a_name_that_is_longer_than_its_values_${i}`)
    for (const columns of [wide.join(', '), "i, replace(printf('%.100c', 'x'), 'x', char(28450)) AS text"]) {
      const sql = `SELECT ${columns} FROM (${endless})`
      const { text, structured: shown } = await called('query_catalog', { sql, limit: 1_000 })
      const rows = shown!.data as unknown[]
      expect(rows.length).toBeLessThan(1_000)
      const longest = Math.max(...rows.map((row) => JSON.stringify(row).length))
      expect(text.length + longest + 10).toBeGreaterThan(MAX_RESULT_CHARS)
    }
  })

  test('structured content is cut to whole rows', async () => {
    const result = await query(`SELECT i, printf('%.2000c', '}') AS x FROM (${endless})`, 1_000)
    expect(result.truncated).toBe(true)
    expect(result.rows).toBe((result.data as Json[]).length)
    expect(result.rows).toBe(29)
    expect(result.notice).toContain(`first ${result.rows} of more than 1000 rows`)
    expect(result.data).toContainEqual({ i: 29, x: '}'.repeat(2_000) })
  })

  test('names of columns are cut where they alone are too long', async () => {
    const long = `SELECT pl_name AS ${'a_name_of_a_column_of_this_query'.repeat(4)} FROM exoplanets`
    const sql = `SELECT ${Array(500).fill('*').join(',')} FROM (${long} LIMIT 1)`
    const { columns, notice, ...text } = await structured('query_catalog', { sql })
    expect(text).toMatchObject({ rows: 0, data: [], truncated: true })
    const count = (columns as string[]).length
    expect(count).toBeGreaterThan(300)
    expect(count).toBeLessThan(500)
    expect(notice).toContain(`first ${count} of 500 column names`)
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

describe('arguments in the forms in which clients send them', () => {
  const sql = 'SELECT pl_name FROM exoplanets ORDER BY pl_name, rowid'
  test.each<[string, Json, string, Json]>([
    ['query_catalog', { sql, limit: '2' }, 'query_catalog', { sql, limit: 2 }],
    ['query_catalog', { sql, limit: null }, 'query_catalog', { sql }],
    ['query_catalog', { sql, limit: 'null' }, 'query_catalog', { sql }],
    ['query_catalog', { sql: `\`\`\`sql\n${sql}\n\`\`\``, limit: 3 }, 'query_catalog', { sql, limit: 3 }],
    ['query_catalog', { sql: `\`\`\`${sql};\`\`\`\n`, limit: 3 }, 'query_catalog', { sql, limit: 3 }],
    ['describe_catalog', { table: 'exoplanets', columns: null }, 'describe_catalog', { table: 'exoplanets' }],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: '["pl_rade*", "st_teff"]' },
      'describe_catalog',
      { table: 'exoplanets', columns: ['pl_rade*', 'st_teff'] },
    ],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: 'pl_rade*, st_teff' },
      'describe_catalog',
      { table: 'exoplanets', columns: ['pl_rade*', 'st_teff'] },
    ],
    [
      'download_detail',
      { entity: 'exoplanet', name: '51 Peg b', format: null },
      'download_detail',
      { entity: 'exoplanet', name: '51 Peg b' },
    ],
  ])('%s %j is as %s %j', async (name, given, same, plain) => {
    expect(await structured(name, given)).toEqual(await structured(same, plain))
  })

  test.each([null, 'null', '', '{}'])('all arguments as %j are none', async (given) => {
    const request = mcpRequest(rpc('tools/call', { name: 'list_functions', arguments: given }))
    const { body } = await exchange(service.app.handle, request)
    expect(body!.result!.isError).toBeUndefined()
  })

  test('all arguments as the text of an object are that object', async () => {
    const params = { name: 'query_catalog', arguments: JSON.stringify({ sql, limit: 1 }) }
    const { body } = await exchange(service.app.handle, mcpRequest(rpc('tools/call', params)))
    expect(body!.result!.structuredContent).toMatchObject({ rows: 1 })
  })

  test('the place of an error inside a fence is that of the text that was sent', async () => {
    const { text } = await call(client, 'query_catalog', { sql: '```sql\nSELECT pl_radius FROM exoplanets\n```' })
    expect(text).toContain('character 15 of the SQL')
  })
})

test('a result carries the units of the columns that keep their name', async () => {
  const { units } = await query(
    'SELECT pl_name, pl_orbper, pl_rade, pl_rade * 2 AS twice, sy_dist FROM exoplanets LIMIT 1',
  )
  const { columns } = await rest('/rest/exoplanets/schema')
  const unitOf = (name: string) => (columns as { name: string; unit?: string }[]).find((one) => one.name === name)!.unit
  expect(units).toEqual({ pl_orbper: unitOf('pl_orbper'), pl_rade: unitOf('pl_rade'), sy_dist: unitOf('sy_dist') })
  expect(await query('SELECT count(*) AS n FROM exoplanets')).not.toHaveProperty('units')
})

describe('columns that are looked for', () => {
  const names = (answer: Json): string[] =>
    (answer.groups as { columns: { name: string }[] }[]).flatMap(({ columns }) => columns.map(({ name }) => name))

  test('what matches nothing is reported beside what matches', async () => {
    const answer = await structured('describe_catalog', {
      table: 'exoplanets',
      columns: ['pl_mass*', 'st_teff', 'pl_radius'],
    })
    expect(names(answer)).toEqual(['st_teff'])
    expect(answer.not_found).toEqual([
      { name: 'pl_mass*', suggestions: expect.any(Array) },
      { name: 'pl_radius', suggestions: expect.arrayContaining(['pl_rade']) },
    ])
  })

  test('a search finds the words of a description, in any case and order', async () => {
    const answer = await structured('describe_catalog', { table: 'exoplanets', search: 'temperature EQUILIBRIUM' })
    expect(names(answer)).toContain('pl_eqt')
    expect(names(answer)).not.toContain('st_teff')
    expect(answer).not.toHaveProperty('not_found')
  })

  test('a search without a result says so', async () => {
    const { text, isError } = await call(client, 'describe_catalog', { table: 'exoplanets', search: 'chlorophyll' })
    expect(isError).toBe(true)
    expect(text).toContain('contains "chlorophyll"')
  })
})

test('a long download is cut record by record, and is still a file of its kind', async () => {
  const { data } = await query('SELECT pl_name, count(*) AS n FROM exoplanets GROUP BY 1 ORDER BY n DESC, 1 LIMIT 1')
  const [{ pl_name, n }] = data as [{ pl_name: string; n: number }]
  const file = await structured('download_detail', { entity: 'exoplanet', name: pl_name })
  const { records, metadata } = JSON.parse(String(file.content))
  expect(records.length).toBeLessThanOrEqual(n)
  expect(records.length).toBeGreaterThan(0)
  const whole = JSON.parse(await (await service.get(`/exoplanets/${encodeURIComponent(pl_name)}.json`)).text())
  expect(records).toEqual(whole.records.slice(0, records.length))
  expect(metadata).toEqual(whole.metadata.slice(0, metadata.length))
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
    ['query_catalog', { sql: '' }, /"sql".*query_catalog accepts sql, limit \(optional\)/],
    ['query_catalog', {}, /^The argument "sql" is missing\. One SELECT .*query_catalog accepts sql/],
    [
      'query_catalog',
      { sql: "SELECT printf('%.*c', 17000000, 'x') AS x" },
      /^The result is larger than 16 MiB of JSON: .*shorter texts/,
    ],
    ['describe_catalog', {}, /^The argument "table" is missing\. exoplanets: .*describe_catalog accepts table/],
    ['query_catalog', { query: 'SELECT 1' }, /query_catalog accepts sql/],
    ['query_catalog', { sql: 'SELECT 1', limits: 5 }, /Unknown argument "limits".*limit/],
    ['query_catalog', { sql: 'SELECT 1', limit: -1 }, /"limit"/],
    [
      'query_catalog',
      { sql: 'SELECT 1', limit: 1.5 },
      /^Invalid argument "limit": it must be an integer, but is 1\.5\. /,
    ],
    [
      'query_catalog',
      { sql: 'SELECT 1', limit: 'many' },
      /^Invalid argument "limit": it must be an integer, but is "many"\. /,
    ],
    ['query_catalog', { sql: 'SELECT 1', limit: -1 }, /^Invalid argument "limit": it must be at least 0, but is -1\. /],
    ['query_catalog', { sql: ['SELECT 1'] }, /^Invalid argument "sql": it must be a string, but is a list\. /],
    ['run_insight', { slug: '' }, /^Invalid argument "slug": it must not be empty\. /],
    ['run_insight', { slug: null }, /^Invalid argument "slug": it must be a string, but is null\. /],
    [
      'describe_catalog',
      { table: 'stellarhosts', columns: ['p'.repeat(101)] },
      /^Invalid argument "columns\.0": it must be at most 100 characters long, but is "p{80}…"\. /,
    ],
    ['run_insight', { slug: 'nearest-planet' }, /nearest-planets.*list_insights/],
    ['describe_catalog', { table: 'planets' }, /"table".* "exoplanets" or "stellarhosts", but is "planets"\. /],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: ['pl_rad'] },
      /pl_rad.*Did you mean.*pl_rad[ej].*describe_catalog/,
    ],
    ['describe_catalog', { table: 'exoplanets', columns: ['zz*'] }, /zz\*/],
    [
      'query_catalog',
      { sql: 'SELECT 1', ...Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`sql${i}`, i])) },
      /^(Unknown argument "sql[0-4]"\. Did you mean sql\? ){5}There are 1495 more errors like these\. query_catalog accepts/,
    ],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: Array.from({ length: 900 }, () => 1) },
      /^(Invalid argument "columns\.[0-4]": .{1,80}\. ){5}There are 895 more errors like these\. describe_catalog/,
    ],
    [
      'describe_catalog',
      { table: 'exoplanets', columns: Array.from({ length: 1_000 }, (_, i) => `p${'*'.repeat(90)}${i}`) },
      /^Invalid argument "columns": it can have at most 20 patterns/,
    ],
    ['download_detail', { entity: 'exoplanet', name: 'Kepler-22b', format: 'csv' }, /Kepler-22 b.*query_catalog/],
    ['download_detail', { entity: 'planet', name: 'Kepler-22 b', format: 'csv' }, /"entity".*exoplanet/],
    ['download_detail', { entity: 'exoplanet', name: 'Kepler-22 b', format: 'xml' }, /"format".*json/],
  ])('%s, case %#', async (name, args, text) => {
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
  expect(text).toContain('Unknown insight "see /rest/insights of it".')
})

test('arguments to a tool that takes none are overlooked, as some clients must send one', async () => {
  expect(await structured('health', { random_string: 'dummy' })).toMatchObject({ status: 'ok' })
})

/** Every object in a schema that lists properties, with the properties that it requires. */
function objectsIn(schema: unknown): readonly (readonly [unknown, object, readonly string[]])[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, required = [] } = schema as { properties?: object; required?: string[] }
  const own = properties === undefined ? [] : [[schema, properties, required] as const]
  return [...own, ...Object.values(schema).flatMap(objectsIn)]
}

test('the tools are read-only by their own account, and describe every argument and the structure of the answer', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'describe_catalog',
    'describe_column',
    'download_detail',
    'get_planet',
    'get_star',
    'health',
    'list_functions',
    'list_insights',
    'query_catalog',
    'resolve_name',
    'run_insight',
  ])
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({
      readOnlyHint: true,
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
  // Four characters are about a token: the list costs an agent at most 5,000, and has room for some more fields.
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(19_700)
  // Every part of an answer says which of its fields are always there.
  // An answer made of one table has the date of that one.
  for (const { name, outputSchema } of tools)
    for (const [, properties, required] of objectsIn(outputSchema))
      if (name !== 'health' || !Object.keys(properties).every((key) => key === 'exoplanets' || key === 'stellarhosts'))
        expect(required, `${name}: ${Object.keys(properties)}`).not.toBeEmpty()
  for (const { name } of tools.filter((tool) => tool.name !== 'health'))
    expect(client.getInstructions()).toContain(name)
})

test('every interface says of a column that a table lacks what the others say', async () => {
  const sentence = 'Table "exoplanets" has no column "pl_radd". Did you mean'
  const described = await call(client, 'describe_catalog', { table: 'exoplanets', columns: ['pl_radd'] })
  const column = await call(client, 'describe_column', { table: 'exoplanets', column: 'pl_radd' })
  const detail = async (path: string) => ((await (await service.get(path)).json()) as { detail: string }).detail
  const rest = await Promise.all(
    ['/rest/exoplanets?columns=pl_radd', '/rest/exoplanets/columns/pl_radd'].map((path) => detail(path)),
  )
  for (const text of [described.text, column.text, ...rest]) expect(text).toStartWith(sentence)
})
