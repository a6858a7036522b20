import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

function sync(parameters: Readonly<Record<string, string>>, path = '/tap/sync'): Promise<Response> {
  return service.get(`${path}?${new URLSearchParams(parameters)}`)
}

async function textOf(parameters: Readonly<Record<string, string>>): Promise<string> {
  const response = await sync(parameters)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return text
}

/** The same as the service's own SQL gives it. */
async function rowsOf(sql: string): Promise<readonly Readonly<Record<string, string | number | null>>[]> {
  const response = await service.get(`/rest/query?${new URLSearchParams({ sql, limit: '10000' })}`)
  return ((await response.json()) as { data: Record<string, string | number | null>[] }).data
}

describe('formats', () => {
  const query = 'select top 5 PL_NAME, pl_rade, disc_year as "When", pl_name from ps order by pl_name, pl_rade'
  const sql = 'select pl_name, pl_rade, disc_year from exoplanets order by pl_name, pl_rade nulls last limit 5'

  test('CSV is as the archive writes it', async () => {
    const cell = (value: string | number | null | undefined): string =>
      value === null || value === undefined
        ? ''
        : typeof value === 'string'
          ? `"${value.replaceAll('"', '""')}"`
          : String(value)
    const rows = (await rowsOf(sql)).map((row) =>
      [row.pl_name, row.pl_rade, row.disc_year, row.pl_name].map(cell).join(','),
    )
    expect(rows).toHaveLength(5)
    expect(await textOf({ query, format: 'csv' })).toBe(`pl_name,pl_rade,when,pl_name\n${rows.join('\n')}\n`)
  })

  test('JSON is a bare array, in which a column that stands twice has another name', async () => {
    const rows = (await rowsOf(sql)).map((row) => ({
      pl_name: row.pl_name,
      pl_rade: row.pl_rade,
      when: row.disc_year,
      pl_name_1: row.pl_name,
    }))
    expect(JSON.parse(await textOf({ query, format: 'json' }))).toEqual(rows as never)
  })

  test('a count without a name is called count(*)', async () => {
    const [row] = await rowsOf('select count(*) as n from exoplanets')
    expect(await textOf({ query: 'select count(*) from ps', format: 'csv' })).toBe(`count(*)\n${row!.n}\n`)
    expect(JSON.parse(await textOf({ query: 'select count(*) from ps', format: 'json' }))).toEqual([
      { 'count(*)': row!.n },
    ] as never)
  })

  test('a VOTable is BINARY2 unless asked otherwise, with unit and UCD of each column', async () => {
    const document = await textOf({ query })
    expect(document).toContain('<FIELD name="PL_NAME" datatype="char" arraysize="*" ucd="meta.id;meta.main">')
    expect(document).toContain(`name="pl_rade" datatype="double" unit="'earthRad'" ucd="phys.size.radius"`)
    expect(document).toContain('<BINARY2><STREAM encoding="base64">')
    expect(await textOf({ query, format: 'votable/td' })).toContain('<TABLEDATA>')
  })

  test('BINARY2 holds the values', async () => {
    const document = await textOf({ query: 'select top 40 pl_rade, disc_year, pl_name from ps order by pl_name' })
    const stream = /<STREAM encoding="base64">([^<]*)</.exec(document)![1]!
    const bytes = Buffer.from(stream.replaceAll('\n', ''), 'base64')
    const rows: (string | number | null)[][] = []
    for (let at = 0; at < bytes.length; ) {
      const flags = bytes[at]!
      const radius = bytes.readDoubleBE(at + 1)
      const year = Number(bytes.readBigInt64BE(at + 9))
      const length = bytes.readUInt32BE(at + 17)
      const name = bytes.toString('utf8', at + 21, at + 21 + length)
      rows.push([flags & 0x80 ? null : radius, flags & 0x40 ? null : year, flags & 0x20 ? null : name])
      at += 21 + length
    }
    const json = JSON.parse(
      await textOf({ query: 'select top 40 pl_rade, disc_year, pl_name from ps order by pl_name', format: 'json' }),
    ) as Record<string, string | number | null>[]
    expect(rows).toEqual(json.map((row) => [row.pl_rade!, row.disc_year!, row.pl_name!]))
    expect(rows.some(([radius]) => radius === null)).toBe(true)
  })

  test('an IPAC table has cells under their names', async () => {
    const lines = (await textOf({ query: 'select top 2 pl_name, disc_year from ps', format: 'ipac' })).split('\n')
    const bars = [...lines[1]!.matchAll(/\|/g)].map(({ index }) => index)
    expect(lines[1]).toMatch(/^\|pl_name *\|disc_year *\|$/)
    expect(lines[2]).toMatch(/^\|char *\|long *\|$/)
    for (const line of lines.slice(5, 7)) for (const bar of bars) expect(line[bar]).toBe(' ')
  })
})

describe('whole tables', () => {
  for (const format of ['csv', 'tsv', 'json', 'votable', 'votable/td', 'ipac'])
    test(`${format}: from page files as from SQL`, async () => {
      const whole = await textOf({ query: 'select * from ps', format })
      const bySql = await textOf({ query: 'select * from ps where 1 = 1', format })
      const withoutQuery = (text: string): string => text.replace(/<INFO name="QUERY" [^>]*>/, '')
      if (format !== 'ipac') expect(withoutQuery(whole)).toBe(withoutQuery(bySql))
      const cells = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(' |', '|')
      expect(cells(withoutQuery(whole))).toBe(cells(withoutQuery(bySql)))
    })

  test('MAXREC cuts and says so after the rows', async () => {
    for (const query of ['select * from ps', 'select pl_name from ps']) {
      const document = await textOf({ query, MAXREC: '2', format: 'votable/td' })
      expect(document.match(/<TR>/g)).toHaveLength(2)
      expect(document.indexOf('value="OVERFLOW"')).toBeGreaterThan(document.indexOf('</TABLE>'))
    }
    expect(await textOf({ query: 'select top 2 pl_name from ps', MAXREC: '2' })).not.toContain('OVERFLOW')
  })

  test('MAXREC=0 gives the columns', async () => {
    expect(await textOf({ query: 'select pl_name, pl_rade from ps', MAXREC: '0', format: 'csv' })).toBe(
      'pl_name,pl_rade\n',
    )
  })
})

describe('requests', () => {
  const CSV = 'n\n1\n'

  test('addresses, spellings of names, forms', async () => {
    const query = 'select 1 as n'
    for (const path of ['/tap/sync', '/tap/sync/', '/TAP/sync', '/TAP/sync/', '/TAP//sync'])
      expect(await (await sync({ Query: query, ForMat: 'CSV', request: 'doQuery', lang: 'adql' }, path)).text()).toBe(
        CSV,
      )
    expect(
      await (await sync({ query, FORMAT: 'json', responseformat: 'text/csv', api_key: 'x', limit: '3' })).text(),
    ).toBe(CSV)
    const body = new URLSearchParams({ REQUEST: 'doQuery', LANG: 'ADQL', QUERY: query, FORMAT: 'csv', PHASE: 'RUN' })
    expect(await (await service.get('/tap/sync', { method: 'POST', body })).text()).toBe(CSV)
    const form = new FormData()
    form.set('QUERY', query)
    form.set('FORMAT', 'csv')
    expect(await (await service.get('/tap/sync', { method: 'POST', body: form })).text()).toBe(CSV)
  })

  test('what was answered to a form is not the answer to its bare address', async () => {
    const post = () =>
      service.get('/tap/sync', { method: 'POST', body: new URLSearchParams({ QUERY: 'select 2 as n', FORMAT: 'csv' }) })
    for (let i = 0; i < 3; i++) expect(await (await post()).text()).toBe('n\n2\n')
    expect((await service.get('/tap/sync')).status).toBe(400)
  })

  test('percent signs that are not encoded; what begins with amp; is another parameter', async () => {
    const get = (rest: string): Promise<Response> => service.get(`/TAP/sync?query=${rest}`)
    expect(await (await get("select+'%CONF%'+as+n&format=csv")).text()).toBe('n\n"%CONF%"\n')
    expect(await (await get('select+1+as+n&amp;format=csv')).text()).toContain('<VOTABLE')
    expect(await (await get("select+'%C3%A9%'+as+n+&format=csv")).text()).toBe('n\n"é%"\n')
  })

  test('HEAD, OPTIONS and other methods', async () => {
    const head = await service.get('/tap/sync?query=select+1+as+n&format=csv', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      '',
    ])
    const options = await service.get('/tap/sync', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
    ])
    const put = await service.get('/tap/sync', { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  })

  test('a query that the clock decides is not kept', async () => {
    const response = await sync({ query: 'select current_timestamp as n', format: 'csv' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const kept = await sync({ query: 'select 1 as n', format: 'csv' })
    expect(kept.headers.get('cache-control')).toContain('max-age')
  })
})

describe('errors', () => {
  const faults: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{}, 'QUERY'],
    [{ query: ' ' }, 'QUERY'],
    [{ query: 'select pl_nam from ps' }, 'Did you mean pl_name?'],
    [{ query: 'select pl_hostname from ps', format: 'csv' }, 'hostname'],
    [{ query: 'select * from koi', format: 'json' }, 'koi'],
    [{ query: "select * from ps where pl_name = 'x" }, 'line 1'],
    [{ query: 'delete from ps' }, 'DELETE'],
    [{ query: 'select 1', format: 'xlsx' }, 'xlsx'],
    [{ query: 'select 1', lang: 'PQL' }, 'PQL'],
    [{ query: 'select 1', request: 'getCapabilities' }, 'doQuery'],
    [{ query: 'select 1', upload: 'a,http://localhost/' }, 'UPLOAD'],
    [{ query: 'select 1', maxrec: 'all' }, 'MAXREC'],
  ]
  for (const [parameters, words] of faults)
    test(JSON.stringify(parameters), async () => {
      const response = await sync(parameters)
      const document = await response.text()
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/x-votable+xml')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(document).toContain('<INFO name="QUERY_STATUS" value="ERROR">')
      expect(document.toLowerCase()).toContain(words.toLowerCase())
    })

  test('paths that do not exist', async () => {
    for (const path of ['/tap/nothing', '/tap/tables/nothing', '/tap/sync/more', '/TAP/async'])
      expect((await service.get(path)).status, path).toBe(404)
    const unknown = await (await service.get('/tap/tables/zzz')).text()
    expect(unknown).toContain('Unknown table &quot;zzz&quot;. The tables are ps, stellarhosts, ')
  })
})

describe('descriptions', () => {
  const TABLES = ['ps', 'stellarhosts', 'tap_schema.tables', 'tap_schema.columns']

  test('TAP_SCHEMA can be queried as any table, and says what /tables says', async () => {
    const listed = JSON.parse(
      await textOf({ query: 'select table_name from TAP_SCHEMA.tables order by table_index', format: 'json' }),
    ) as { table_name: string }[]
    const names = listed.map(({ table_name }) => table_name)
    expect(names).toEqual(expect.arrayContaining(TABLES))
    const columns = JSON.parse(
      await textOf({
        query: `select c.table_name, count(*) as n from tap_schema.columns c join tap_schema.tables t
          on c.table_name = t.table_name where c.std = 0 or c."size" is null group by c.table_name`,
        format: 'json',
      }),
    ) as { table_name: string; n: number }[]
    for (const { table_name, n } of columns) {
      const document = await (await service.get(`/tap/tables/${table_name}`)).text()
      expect(document.match(/<column[ >]/g), table_name).toHaveLength(n)
    }
    expect(columns).toHaveLength(names.length)
  })

  test('common tables of a query and TAP_SCHEMA go together', async () => {
    const query = `with t as (select table_name from tap_schema.tables where schema_name = 'tap_schema')
      select count(*) as n from t`
    expect(await textOf({ query, format: 'csv' })).toBe('n\n5\n')
  })

  test('/tables in brief has no columns', async () => {
    expect(await (await service.get('/tap/tables?detail=MIN')).text()).not.toContain('<column')
    expect(await (await service.get('/tap/tables')).text()).toContain('<name>&quot;size&quot;</name>')
  })

  test('addresses are those of the request', async () => {
    const text = await (await service.get('/TAP/capabilities')).text()
    expect(text).toContain('<accessURL use="base">http://localhost:3000/TAP</accessURL>')
    expect(text).not.toContain('uploadMethod')
  })

  test('every example runs', async () => {
    const document = await (await service.get('/tap/examples')).text()
    const queries = [...document.matchAll(/<pre property="query">([^<]*)<\/pre>/g)].map(([, query]) => query!)
    expect(queries.length).toBeGreaterThan(1)
    for (const query of queries) await textOf({ query })
  })

  test('availability', async () => {
    expect(await (await service.get('/tap/availability')).text()).toContain('<vosi:available>true</vosi:available>')
  })
})
