import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

const get = (path: string, parameters: Readonly<Record<string, string>> = {}): Promise<Response> =>
  service.get(`${path}?${new URLSearchParams(parameters)}`)
const csv = async (query: string): Promise<string> => (await get('/tap/sync', { query, format: 'csv' })).text()

describe("the archive's former API", () => {
  const API = '/cgi-bin/nstedAPI/nph-nstedAPI'

  test('exoplanets are the default rows of ps, as CSV', async () => {
    const response = await get(API, { table: 'exoplanets', select: 'pl_name,pl_rade', order: 'pl_name' })
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(await response.text()).toBe(
      await csv('select pl_name, pl_rade from ps where default_flag = 1 order by pl_name'),
    )
  })

  test('conditions, orders, counts and other tables', async () => {
    const cases: readonly (readonly [Record<string, string>, string])[] = [
      [
        { table: 'exoplanets', select: 'pl_name', where: "disc_year>2010 or pl_name like 'K%'", order: 'pl_name desc' },
        "select pl_name from ps where default_flag = 1 and (disc_year > 2010 or pl_name like 'K%') order by pl_name desc",
      ],
      [{ table: 'exoplanets', select: 'count(*)' }, 'select count(*) from ps where default_flag = 1'],
      [
        { TABLE: 'PS', select: 'hostname', where: 'pl_rade>2 order by hostname' },
        'select hostname from ps where pl_rade > 2 order by hostname',
      ],
      [{ table: 'stellarhosts', select: 'distinct hostname' }, 'select distinct hostname from stellarhosts'],
    ]
    for (const [parameters, query] of cases) expect(await (await get(API, parameters)).text()).toBe(await csv(query))
  })

  test('every format', async () => {
    const asked = { table: 'exoplanets', select: 'pl_name', order: 'pl_name' }
    const kinds = { json: '[', ipac: '\\fixlen', ascii: '\\fixlen', xml: '<?xml', csv: 'pl_name\n' }
    for (const [format, start] of Object.entries(kinds))
      expect(await (await get(API, { ...asked, format })).text(), format).toStartWith(start)
    expect(await (await get(API, { ...asked, format: 'xml' })).text()).toContain('<TABLEDATA>')
  })

  test('several conditions, as several parameters or separated by commas, all hold', async () => {
    const url = `${API}?table=ps&select=pl_name&where=disc_year%3E2010&where=default_flag=1,pl_name+like+'K%25'&order=pl_name`
    expect(await (await service.get(url)).text()).toBe(
      await csv(
        "select pl_name from ps where disc_year > 2010 and default_flag = 1 and pl_name like 'K%' order by pl_name",
      ),
    )
  })

  test('the header alone', async () => {
    const header = (await csv('select top 1 * from ps')).split('\n')[0]
    for (const word of ['getAllColumns', 'getDefaultColumns'])
      expect(await (await service.get(`${API}?table=ps&${word}&format=csv`)).text()).toBe(`${header}\n`)
  })

  test('bars and tabs between the cells', async () => {
    const asked = {
      table: 'ps',
      select: "pl_name, pl_rade, 'a|b' as t, null as n",
      where: 'rownum <= 3',
      order: 'pl_name',
    }
    const rows = (await csv(`select ${asked.select} from ps where rownum <= 3 order by pl_name`)).trimEnd().split('\n')
    const [bar, tab] = await Promise.all(
      ['bar', 'tab'].map(async (format) => (await get(API, { ...asked, format })).text()),
    )
    const cells = rows.map((row) => row.split(',').map((cell) => cell.replaceAll('"', '')))
    expect(bar).toBe(
      `${cells.map((row) => row.map((cell) => (cell === 'a|b' ? '"a|b"' : cell)).join('|')).join('\n')}\n`,
    )
    expect(tab).toBe(`${cells.map((row) => row.join('\t')).join('\n')}\n`)
  })

  test('errors are what its clients read', async () => {
    const cases: readonly (readonly [Record<string, string>, string])[] = [
      [{}, 'table'],
      [{ table: 'exoplanets', select: 'pl_nam' }, 'Did you mean pl_name?'],
      [{ table: 'ps; drop table ps' }, 'table'],
      [{ table: 'nothing' }, 'nothing'],
      [{ table: 'ps', format: 'xlsx' }, 'xlsx'],
      [{ table: 'ps', ra: '1', dec: '2', radius: '1) or (1=1' }, 'radius'],
      [{ table: 'ps', where: 'default_flag=1, pl_nam>2' }, '"where", character 17'],
      [{ table: 'ps', where: '1=1) union select * from (ps' }, ''],
    ]
    for (const [parameters, words] of cases) {
      const response = await get(API, parameters)
      const text = await response.text()
      expect(response.status, text).toBe(400)
      expect(text).toStartWith('ERROR\nError Type: UserError\nMessage: ')
      expect(text).toContain(words)
    }
    expect((await service.get(API, { method: 'DELETE' })).status).toBe(405)
  })
})

describe('look-up of aliases', () => {
  const LOOKUP = '/cgi-bin/Lookup/nph-aliaslookup.py'
  interface AliasSet {
    readonly alias_set: { readonly default_name: string; readonly aliases: readonly string[] }
  }
  interface Found {
    readonly manifest: Readonly<Record<string, string | null>>
    readonly system: {
      readonly system_info: AliasSet
      readonly objects: {
        readonly stellar_set: { readonly stars: Readonly<Record<string, AliasSet>> }
        readonly planet_set: { readonly planets: Readonly<Record<string, AliasSet>> }
      }
    }
  }
  const lookUp = async (objname: string): Promise<Found> =>
    (await service.get(`${LOOKUP}?objname=${objname}`)).json() as Promise<Found>

  test('a host and a planet lead to their system', async () => {
    const [, line] = (await csv('select top 1 hostname, pl_name from ps order by pl_name')).split('\n')
    const [host, planet] = line!.split(',').map((text) => JSON.parse(text) as string)
    if (host === undefined || planet === undefined) throw new Error('no row')
    for (const name of [host, planet, host.toLowerCase().replaceAll(' ', '')]) {
      const { manifest, system } = await lookUp(encodeURIComponent(name))
      expect(manifest).toMatchObject({ requested_name: name, system_name: host, lookup_status: 'OK' })
      expect(manifest.resolved_name).toBe(name === planet ? planet : host)
      expect(system.system_info.alias_set.default_name).toBe(host)
      expect(system.objects.stellar_set.stars[host]!.alias_set.aliases).toContain(host)
      expect(system.objects.planet_set.planets[planet]!.alias_set.default_name).toBe(planet)
    }
  })

  test('what nothing is called, and no name', async () => {
    expect((await lookUp('no+such+star+at+all')) as unknown).toEqual({
      manifest: {
        requested_name: 'no such star at all',
        resolved_name: null,
        system_name: null,
        lookup_status: 'System Not Found',
      },
    })
    expect((await service.get(LOOKUP)).status).toBe(400)
  })
})

describe('cone search without positions', () => {
  test('a table without positions is 404, and says where there are some', async () => {
    for (const table of ['ps', 'tap_schema.tables', 'nothing', '', '..%2fps']) {
      const response = await get(`/scs/${table}`, { RA: '1', DEC: '2', SR: '3' })
      expect(response.status, table).toBe(404)
      expect(await response.text()).toContain('<INFO ID="Error" name="Error" value="')
    }
  })
})

/** Planets on a grid of two degrees around (10, 20), and one at each pole. */
const POSITIONS: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 49 }, (_, i): [number, number] => [4 + 2 * (i % 7), 14 + 2 * Math.floor(i / 7)]),
  [0, 90],
  [0, -90],
]

describe('cone search', () => {
  let real: CatalogApp
  beforeAll(async () => {
    const rows = POSITIONS.map(([ra, dec], i) => `P${i} b,P${i},1,2001,${ra},${dec},1.5`)
    const folder = await folderWith({
      'exoplanets.csv': `pl_name,hostname,default_flag,disc_year,ra,dec,pl_rade\n${rows.join('\n')}\n`,
      'stellarhosts.csv': `hostname,sy_dist,ra,dec\n${POSITIONS.map(([ra, dec], i) => `P${i},3,${ra},${dec}`).join('\n')}\n`,
    })
    real = await catalogApp({}, folder)
  })
  afterAll(() => real.close())
  const cone = (parameters: Readonly<Record<string, string>>, table = 'ps'): Promise<Response> =>
    real.get(`/scs/${table}?${new URLSearchParams(parameters)}`)

  test('rows around a position are those of the query', async () => {
    const response = await cone({ ra: '10', DEC: '20', sr: '2.1' })
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const document = await response.text()
    // The middle, its neighbors at two degrees of declination, and those that are nearer in right ascension.
    const names = [...document.matchAll(/<TR><TD>(P\d+ b)<\/TD>/g)].map(([, name]) => name)
    expect(names.sort()).toEqual(['P17 b', 'P23 b', 'P24 b', 'P25 b', 'P31 b'])
    expect(await (await cone({ RA: '123', DEC: '90', SR: '0.5', VERB: '1' }, 'stellarhosts')).text()).toContain('P49')
    for (const ucd of ['meta.id;meta.main', 'pos.eq.ra;meta.main', 'pos.eq.dec;meta.main'])
      expect(document.match(new RegExp(`ucd="${ucd}"`, 'g')), ucd).toHaveLength(1)
  })

  test('a negative right ascension is the same place as the one a turn further on', async () => {
    const rowsAt = async (RA: string): Promise<readonly string[]> =>
      (await (await cone({ RA, DEC: '20', SR: '2.1' })).text()).match(/<TR>.*?<\/TR>/gs) ?? []
    const rows = await rowsAt('10')
    expect(rows).toHaveLength(5)
    expect(await rowsAt('-350')).toEqual(rows)
    expect(await rowsAt('-349.5')).toEqual(await rowsAt('10.5'))
  })

  test('VERB chooses columns, MAXREC rows; a radius of 0 gives the columns', async () => {
    const fields = async (verb: string): Promise<number> =>
      (await (await cone({ RA: '1', DEC: '2', SR: '0', VERB: verb })).text()).match(/<FIELD/g)!.length
    expect(await fields('1')).toBe(3)
    expect(await fields('2')).toBeGreaterThan(3)
    expect(await fields('3')).toBeGreaterThan(await fields('2'))
    const cut = await (await cone({ RA: '10', DEC: '20', SR: '3', MAXREC: '1' })).text()
    expect([cut.match(/<TR>/g)!.length, cut.includes('OVERFLOW')]).toEqual([1, true])
  })

  test('errors are 400 with the Error element', async () => {
    const cases = [
      { DEC: '1', SR: '1' },
      { RA: 'x', DEC: '1', SR: '1' },
      { RA: '1', DEC: '91', SR: '1' },
      { RA: '1', DEC: '1', SR: '-1' },
      { RA: '1', DEC: '1', SR: '181' },
      { RA: '1', DEC: '1', SR: '1', VERB: '4' },
      { RA: '1)) or 1=1', DEC: '1', SR: '1' },
    ] as unknown as Record<string, string>[]
    for (const parameters of cases) {
      const response = await cone(parameters)
      expect(response.status, JSON.stringify(parameters)).toBe(400)
      expect(await response.text()).toContain('<INFO ID="Error" name="Error" value="')
    }
  })
})
