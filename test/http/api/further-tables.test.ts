import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { createValueReader, readVocabulary } from '../../../browser/sql/vocabulary.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE } from '../../fixtures/archives/further-tables.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

const TABLES = ['exoplanets', 'stellarhosts', 'keplernames', 'pscomppars', 'toi']

let service: CatalogApp
let plain: CatalogApp
let database: Database
beforeAll(async () => {
  const folder = await folderWith(FURTHER_ARCHIVE)
  service = await catalogApp({}, folder)
  plain = await catalogApp()
  const { dataDir, manifest } = await builtSnapshot(folder)
  database = new Database(join(dataDir, manifest.files.catalog.path), { readonly: true })
})
afterAll(async () => {
  database.close()
  await Promise.all([service.close(), plain.close()])
})

const json = async (path: string, from = service) => (await from.get(path)).json()
const text = async (path: string, from = service) => (await from.get(path)).text()

describe('GET /rest/tables', () => {
  test('lists the two tables first, then the others by name', async () => {
    expect(await json('/rest/tables')).toEqual([
      {
        name: 'exoplanets',
        aliases: ['ps'],
        title: 'Planetary Systems: one row per planet and reference; default_flag = 1 marks one row per planet',
        rows: 4,
        columns: 6,
        date: '2021-03-04',
        source: 'the files exoplanets.csv and stellarhosts.csv',
      },
      {
        name: 'stellarhosts',
        aliases: [],
        title: 'Stellar Hosts: stars and systems with planets',
        rows: 3,
        columns: 3,
        date: null,
        source: 'the files exoplanets.csv and stellarhosts.csv',
      },
      {
        name: 'keplernames',
        aliases: [],
        title: 'Names of Kepler planets',
        rows: 2,
        columns: 4,
        date: null,
        source: 'the file KeplerNames.vot',
      },
      {
        name: 'pscomppars',
        aliases: [],
        title:
          'Planetary Systems Composite Parameters: one row per planet, values from several references, some calculated',
        rows: 3,
        columns: 4,
        date: '2024-04-19',
        source: 'Invented Archive https://archive.example',
      },
      {
        name: 'toi',
        aliases: [],
        title: 'TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives',
        rows: 3,
        columns: 6,
        date: '2025-10-04',
        source: 'Invented Archive https://archive.example',
      },
    ])
  })

  test('lists the two alone where there are no others, and counts what SQL counts', async () => {
    const list = await json('/rest/tables', plain)
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['exoplanets', 'stellarhosts'])
    for (const { name, rows } of [...list, ...(await json('/rest/tables'))]) {
      const from = list.some((table: { name: string; rows: number }) => table.name === name && table.rows === rows)
        ? plain
        : service
      expect((await json(`/rest/query?sql=SELECT+count(*)+AS+n+FROM+${name}`, from)).data).toEqual([{ n: rows }])
    }
  })

  test('comes in other formats, with a validator, and takes no other parameters', async () => {
    expect(await text('/rest/tables?format=csv')).toContain(
      'toi,,TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives,3,6,2025-10-04,Invented Archive https://archive.example\r\n',
    )
    const { headers } = await service.get('/rest/tables')
    expect((await service.get('/rest/tables', { headers: { 'if-none-match': headers.get('etag')! } })).status).toBe(304)
    expect(await json('/rest/tables?page=1')).toMatchObject({ status: 400, code: 'unknown_parameter' })
  })
})

describe('the columns of any table', () => {
  test('are those of the two where it is one of them, under each name', async () => {
    const own = await text('/rest/exoplanets/schema')
    for (const name of ['exoplanets', 'ps', 'PS', 'ExoPlanets'])
      expect(await text(`/rest/tables/${name}/schema`)).toBe(own)
    expect(await text('/rest/tables/exoplanets/columns/pl_rade')).toBe(await text('/rest/exoplanets/columns/pl_rade'))
  })

  test('describe a further table', async () => {
    expect(await json('/rest/tables/toi/schema')).toEqual({
      columns: [
        {
          name: 'toi',
          data_type: 'Float64',
          description: 'TESS Object of Interest',
          source_datatype: 'double',
          nulls: 0,
          min: 1000.02,
          max: 1002.01,
        },
        {
          name: 'tid',
          data_type: 'Int64',
          description: 'number in the input catalog',
          source_datatype: 'long',
          nulls: 0,
          min: 50365310,
          max: 9007199254740992,
        },
        { name: 'tfopwg_disp', data_type: 'String', note: expect.stringContaining('PC candidate'), nulls: 0 },
        {
          name: 'pl_trandep',
          data_type: 'Float64',
          description: 'Transit Depth',
          unit: 'ppm',
          nulls: 1,
          min: 656,
          max: 1500.5,
        },
        { name: 'pl_rade', data_type: 'Float64', nulls: 1, min: 2, max: 9.5 },
        { name: 'st_note', data_type: 'String', nulls: 1 },
      ],
      total_rows: 3,
    })
    expect(await text('/rest/tables/toi/schema?format=csv')).toContain(
      'pl_trandep,Float64,ppm,Transit Depth,,1,656,1500.5\r\n',
    )
    expect(await json('/rest/tables/TOI/columns/tfopwg_disp')).toMatchObject({
      rows: 3,
      distinct: 3,
      values_complete: true,
    })
  })

  test.each<[string, number, object]>([
    [
      '/rest/tables/toy/schema',
      404,
      {
        code: 'table_not_found',
        suggestions: ['toi'],
        detail:
          'Unknown table "toy". Did you mean toi? The tables are exoplanets, stellarhosts, keplernames, pscomppars and toi.',
      },
    ],
    ['/rest/tables/constructor/schema', 404, { code: 'table_not_found', suggestions: TABLES }],
    [
      '/rest/tables/toi/columns/pl_trandepth',
      404,
      {
        code: 'column_not_found',
        suggestions: ['pl_trandep'],
        detail:
          'Table "toi" has no column "pl_trandepth". Did you mean pl_trandep? /rest/tables/toi/schema lists its columns.',
      },
    ],
    ['/rest/tables/%/schema', 400, { code: 'invalid_path' }],
    ['/rest/tables/toi', 404, { code: 'unknown_path' }],
    ['/rest/toi', 404, { code: 'unknown_path' }],
  ])('%s is an error', async (path, status, expected) => {
    const response = await service.get(path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(expected)
  })
})

describe('other places name the further tables', () => {
  test('/health, the list of endpoints, the guides, the API description and /data', async () => {
    expect((await json('/health')).tables).toMatchObject({
      toi: { rows: 3, columns: 6, date: '2025-10-04' },
      keplernames: { rows: 2, columns: 4, date: null },
    })
    expect(Object.keys((await json('/health', plain)).tables)).toEqual(['exoplanets', 'stellarhosts'])
    expect((await json('/')).tables).toEqual(TABLES)
    expect(await text('/llms.txt')).toContain(
      '- `toi`: TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives; 3 rows, 6 columns, as of 2025-10-04.',
    )
    expect(await text('/skill.md')).toContain(
      '- `keplernames`: Names of Kepler planets; 2 rows, 4 columns, date unknown.',
    )
    expect((await json('/rest/openapi.json')).components.parameters.table.schema.enum).toEqual(TABLES)
    const files = (await json('/data/')).files.map(({ name }: { name: string }) => name)
    for (const table of TABLES)
      for (const form of ['parquet', 'csv.gz', 'vot.gz']) expect(files).toContain(`${table}.${form}`)
  })

  test('a file of a further table holds its rows', async () => {
    const packed = await (await service.get('/data/toi.csv.gz')).bytes()
    expect(new TextDecoder().decode(Bun.gunzipSync(packed))).toBe(
      'toi,tid,tfopwg_disp,pl_trandep,pl_rade,st_note\r\n1000.02,9007199254740993,CP,,2,plain\r\n1000.1,50365310,PC,656,,é “quoted”\r\n1002.01,124709665,FP,1500.5,9.5,\r\n',
    )
  })
})

test('the editor of queries completes them', async () => {
  const { app } = service
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.handle(request) })
  const { tables } = await readVocabulary(server.url)
  expect(Object.keys(tables)).toEqual(TABLES)
  expect(tables.toi!.map(({ name }) => name)).toEqual(['toi', 'tid', 'tfopwg_disp', 'pl_trandep', 'pl_rade', 'st_note'])
  const values = await createValueReader(server.url)('toi', 'tfopwg_disp')
  expect(values.map(({ value }) => value)).toEqual(['CP', 'FP', 'PC'])
})

describe('table access', () => {
  const tap = (query: string, format = 'csv') => text(`/tap/sync?format=${format}&query=${encodeURIComponent(query)}`)

  test('reads further tables, whole and in part, under any schema and case', async () => {
    const rows =
      'toi,tid,tfopwg_disp,pl_trandep,pl_rade,st_note\n1000.02,9007199254740993,"CP",,2,"plain"\n1000.1,50365310,"PC",656,,"é “quoted”"\n1002.01,124709665,"FP",1500.5,9.5,\n'
    for (const query of ['select * from toi', 'SELECT * FROM exo_tap.TOI', 'select * from public.toi where 1 = 1'])
      expect(await tap(query)).toBe(rows)
    expect(await tap('select top 1 toi from toi order by toi desc')).toBe('toi\n1002.01\n')
    expect(
      await tap(
        "select c.pl_name, k.kepler_name from pscomppars c join keplernames k on c.pl_name = k.pl_name where c.hostname = 'Aso-1'",
      ),
    ).toBe('pl_name,kepler_name\n"Aso-1 b","Kepler-2 b"\n')
  })

  test('describes their columns in results and in TAP_SCHEMA', async () => {
    const table = await tap('select pl_trandep as depth, st_note, c.pl_rade from toi, pscomppars c', 'votable/td')
    expect(table).toContain('<FIELD name="depth" datatype="double"')
    expect(table).toMatch(/name="depth"[^>]*>\s*<DESCRIPTION>Transit Depth \[ppm\]<\/DESCRIPTION>/)
    expect(table).toMatch(/<FIELD name="st_note" datatype="unicodeChar"/)
    expect(table).toMatch(
      /<FIELD name="pl_rade" datatype="double" [^>]*unit="&apos;earthRad&apos;"|<FIELD name="pl_rade"[^>]*unit="'earthRad'"/,
    )
    expect(
      await tap("select table_name from tap_schema.tables where schema_name = 'exo_tap' order by table_index"),
    ).toBe('table_name\n"ps"\n"stellarhosts"\n"keplernames"\n"pscomppars"\n"toi"\n')
    expect(
      await tap(
        "select column_name, datatype, unit, ucd, indexed, principal from tap_schema.columns where table_name = 'toi'",
      ),
    ).toBe(
      'column_name,datatype,unit,ucd,indexed,principal\n"toi","double",,"meta.id;meta.main",1,1\n"tid","long",,"meta.id.cross",1,1\n"tfopwg_disp","char",,"meta.code.class",0,0\n"pl_trandep","double",,,0,0\n"pl_rade","double",,"phys.size.radius",0,1\n"st_note","unicodeChar",,,0,0\n',
    )
  })

  test('answers cone searches and the former address with them', async () => {
    const { app } = service
    expect((await app.handle(new Request('http://localhost:3000/scs/toi?RA=1&DEC=1&SR=1'))).status).toBe(404)
    const former = await text('/cgi-bin/nstedAPI/nph-nstedAPI?table=toi&select=toi,tid&where=pl_rade>5')
    expect(former).toBe('toi,tid\n1002.01,124709665\n')
  })

  test('lists them under /tap/tables', async () => {
    expect(await text('/tap/tables/keplernames')).toContain(
      '<name>kepler_name</name><description>Kepler Name</description>',
    )
    expect(await text('/tap/tables')).toContain(
      '<table type="table"><name>toi</name><title>TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives</title>',
    )
  })
})

test('random queries give what SQLite gives for the same table', async () => {
  const columns = new Map(
    ['keplernames', 'pscomppars', 'toi'].map((table) => [
      table,
      database
        .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name),
    ]),
  )
  const arbitrary = fc.constantFrom(...columns.keys()).chain((table) =>
    fc.record({
      table: fc.constant(table),
      shown: fc.uniqueArray(fc.constantFrom(...columns.get(table)!), { minLength: 1 }),
      order: fc.constantFrom(...columns.get(table)!),
      isDescending: fc.boolean(),
      limit: fc.nat({ max: 4 }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ table, shown, order, isDescending, limit }) => {
      const sql = `SELECT ${shown.join(', ')} FROM ${table} ORDER BY ${order}${isDescending ? ' DESC' : ''}, rowid LIMIT ${limit}`
      const { data } = await json(`/rest/query?sql=${encodeURIComponent(sql)}`)
      expect(data).toEqual(database.query(sql).all())
    }),
    { numRuns: 60 },
  )
})
