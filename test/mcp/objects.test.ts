import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { NO_REAL_ARCHIVE, realArchive } from '../fixtures/archives/real-archive.ts'
import { call, connectClient } from '../fixtures/mcp/mcp-client.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'

type Json = Readonly<Record<string, unknown>>
interface Entry {
  value?: unknown
  upper_limit?: unknown
  lower_limit?: unknown
  err1?: unknown
  err2?: unknown
  unit?: string
  spread?: { rows: number; min: number; max: number; median: number }
  values?: Record<string, number>
}
interface Answer {
  name: string
  truncated: boolean
  groups: { topic: string; reference?: string; values: Record<string, unknown> }[]
}

const MAX_BYTES = 4_096

/** A service and its client, with what tests ask of both. */
class Subject {
  constructor(
    readonly service: CatalogApp,
    readonly client: Client,
  ) {}

  static async open(archive?: string): Promise<Subject> {
    const service = await catalogApp({}, archive)
    return new Subject(service, await connectClient(service.app.handle))
  }

  async close(): Promise<void> {
    await this.client.close()
    await this.service.close()
  }

  async sql(sql: string): Promise<Json[]> {
    const answer = await this.service.catalog.select({ sql, maxRows: 100_000 })
    return JSON.parse(new TextDecoder().decode(answer.body())).data
  }

  async get(tool: string, name: string): Promise<Answer> {
    const { text, isError, structured } = await call(this.client, tool, { name })
    expect(isError, text).toBe(false)
    expect(Buffer.byteLength(text), name).toBeLessThanOrEqual(MAX_BYTES)
    return structured as unknown as Answer
  }

  columns(table: 'exoplanets' | 'stellarhosts'): Map<string, string> {
    return new Map(this.service.catalog.manifest.tables[table].columns.map(({ name, type }) => [name, type]))
  }

  /** Names, every so manieth, from one that differs between runs. */
  async names(column: string, table: string, count: number): Promise<string[]> {
    const all = (await this.sql(`SELECT DISTINCT ${column} AS name FROM ${table} ORDER BY 1`)).map(
      ({ name }) => `${name}`,
    )
    const step = Math.max(1, Math.floor(all.length / count))
    const first = Math.floor(Math.random() * step)
    return all.filter((_, index) => index % step === first)
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** An entry as an object, whichever form it has. */
function full(entry: unknown): Entry {
  return typeof entry === 'object' && entry !== null ? entry : { value: entry }
}

function entriesOf({ groups }: Answer): Map<string, Entry> {
  return new Map(
    groups.flatMap(({ values }) => Object.entries(values).map(([name, entry]) => [name, full(entry)] as const)),
  )
}

/** The spread of measured values by SQL, for each numeric column. */
async function spreads(
  subject: Subject,
  table: 'exoplanets' | 'stellarhosts',
  where: string,
): Promise<Map<string, Entry['spread']>> {
  const columns = subject.columns(table)
  const numeric = [...columns].flatMap(([name, type]) =>
    type === 'text' || /(err1|err2|lim)$/.test(name) ? [] : [name],
  )
  const parts = numeric.flatMap((name, i) => {
    const measured = columns.has(`${name}lim`) ? `CASE WHEN COALESCE(${name}lim, 0) = 0 THEN ${name} END` : name
    return [
      `COUNT(${measured}) AS n${i}, MIN(${measured}) AS a${i}, MAX(${measured}) AS z${i}, median(${measured}) AS m${i}`,
    ]
  })
  const row: Record<string, unknown> = {}
  for (let at = 0; at < parts.length; at += 40)
    Object.assign(
      row,
      (
        await subject.sql(
          `SELECT ${parts.slice(at, at + 40).join(', ')} FROM (SELECT DISTINCT * FROM ${table} WHERE ${where})`,
        )
      )[0],
    )
  return new Map(
    numeric.map((name, i) => [
      name,
      {
        rows: Number(row[`n${i}`]),
        min: Number(row[`a${i}`]),
        max: Number(row[`z${i}`]),
        median: Number(row[`m${i}`]),
      },
    ]),
  )
}

/** Compares the values of an answer with a row, and its spreads with those of SQL. */
function compare(answer: Answer, row: Json | undefined, spread: Map<string, Entry['spread']>): number {
  let compared = 0
  for (const [name, entry] of entriesOf(answer)) {
    const told = ['value', 'upper_limit', 'lower_limit'].filter((key) => key in entry)
    const flag = row?.[`${name}lim`] ?? 0
    const key = flag === 1 ? 'upper_limit' : flag === -1 ? 'lower_limit' : 'value'
    expect(told, name).toEqual((row?.[name] ?? null) === null ? [] : [key])
    expect(entry[key] ?? null, name).toEqual(row?.[name] ?? null)
    expect([entry.err1 ?? null, entry.err2 ?? null], name).toEqual(
      told.length === 0 ? [null, null] : [row?.[`${name}err1`] ?? null, row?.[`${name}err2`] ?? null],
    )
    if (entry.spread !== undefined) {
      const { median, ...rest } = entry.spread
      const { median: expected, ...others } = spread.get(name)!
      expect(rest, name).toEqual(others)
      expect(Math.abs(median - expected), name).toBeLessThanOrEqual(1e-12 * Math.abs(expected))
    }
    compared += 1
  }
  return compared
}

async function checkPlanet(subject: Subject, name: string): Promise<number> {
  const where = `pl_name = ${quoted(name)}`
  const order = subject.columns('exoplanets').has('default_flag') ? 'ORDER BY default_flag DESC' : ''
  const answer = await subject.get('get_planet', name)
  const [row] = await subject.sql(`SELECT * FROM exoplanets WHERE ${where} ${order} LIMIT 1`)
  const spread = await spreads(subject, 'exoplanets', where)
  const entries = entriesOf(answer)
  expect(answer.name).toBe(name)
  for (const column of ['pl_orbper', 'pl_rade', 'pl_bmasse', 'pl_orbeccen']) {
    const isKnown = spread.get(column) !== undefined && spread.get(column)!.rows > 0
    if (isKnown || (row![column] ?? null) !== null) expect([...entries.keys()]).toContain(column)
  }
  return compare(answer, row, spread)
}

async function checkStar(subject: Subject, name: string): Promise<number> {
  const answer = (await subject.get('get_star', name)) as Answer & {
    row_of: string | null
    planets: Json[]
    stellarhosts_rows: number
  }
  const order = subject.columns('exoplanets').has('default_flag') ? 'ORDER BY default_flag DESC' : ''
  const [row] =
    answer.row_of === null
      ? []
      : await subject.sql(`SELECT * FROM exoplanets WHERE pl_name = ${quoted(answer.row_of)} ${order} LIMIT 1`)
  const planets = await subject.sql(
    `SELECT DISTINCT pl_name FROM exoplanets WHERE hostname = ${quoted(name)} ORDER BY 1`,
  )
  if (!answer.truncated)
    expect(answer.planets.map((planet) => planet.name)).toEqual(planets.map(({ pl_name }) => pl_name))
  for (const planet of answer.planets) {
    const [own] = await subject.sql(
      `SELECT * FROM exoplanets WHERE pl_name = ${quoted(`${planet.name}`)} ${order} LIMIT 1`,
    )
    for (const [column, entry] of Object.entries(planet)) {
      if (column === 'name' || column === 'pl_controv_flag') continue
      const { value, upper_limit, lower_limit } = full(entry)
      expect(value ?? upper_limit ?? lower_limit, column).toEqual(own![column])
      const flag = own![`${column}lim`] ?? 0
      expect([upper_limit !== undefined, lower_limit !== undefined], column).toEqual([flag === 1, flag === -1])
    }
  }
  const [{ n } = { n: -1 }] = await subject.sql(
    `SELECT COUNT(*) AS n FROM stellarhosts WHERE hostname = ${quoted(name)}`,
  )
  expect(answer.stellarhosts_rows).toBe(Number(n))
  return compare(answer, row, await spreads(subject, 'stellarhosts', `hostname = ${quoted(name)}`))
}

describe('of the sample', () => {
  let subject: Subject
  beforeAll(async () => {
    subject = await Subject.open()
  })
  afterAll(() => subject.close())

  test('each number of a planet is that of SQL', async () => {
    let compared = 0
    for (const name of await subject.names('pl_name', 'exoplanets', 40)) compared += await checkPlanet(subject, name)
    expect(compared).toBeGreaterThan(200)
  })

  test('each number of a star is that of SQL', async () => {
    let compared = 0
    for (const name of await subject.names('hostname', 'stellarhosts', 40)) compared += await checkStar(subject, name)
    expect(compared).toBeGreaterThan(200)
  })

  test('a host of which only the other table knows has its values and planets', async () => {
    const [row] = await subject.sql(
      'SELECT hostname FROM exoplanets WHERE hostname NOT IN (SELECT hostname FROM stellarhosts) LIMIT 1',
    )
    if (row !== undefined) expect(await checkStar(subject, String(row.hostname))).toBeGreaterThan(0)
  })

  test('names in other spellings lead to the same', async () => {
    const { match: _exact, ...planet } = Object(await subject.get('get_planet', 'HAT-P-7 b'))
    const { match, ...other } = Object(await subject.get('get_planet', 'hat p7b'))
    expect(other).toEqual(planet)
    expect(match).toBe('spelling')
  })

  test.each([
    [
      'get_planet',
      'HAT-P-7 B',
      /"HAT-P-7 B" is a star, HAT-P-7 B\. get_star .*A planet with a similar name is HAT-P-7 b/,
    ],
    ['get_star', 'HAT-P-7 b', /"HAT-P-7 b" is a planet, HAT-P-7 b\. get_planet/],
    ['get_planet', 'Kepler-22', /is a star, Kepler-22\. get_star/],
    ['get_planet', 'TRAPIST-1 e', /No planet here has the name "TRAPIST-1 e"\. Did you mean TRAPPIST-1 e\?/],
    [
      'get_planet',
      'Kepler-90 z',
      /Did you mean Kepler-90 i, .*\? Kepler-90 i is a planet of KOI-351, whose planets get_star/,
    ],
    ['get_star', 'Gaia DR3 1', /No star here has the name "Gaia DR3 1"\. This archive has no list of Gaia numbers/],
    ['get_star', 'no star of the kind', /No star here/],
    ['get_planet', "'; DROP TABLE exoplanets; --", /No planet here/],
    ['get_planet', '../../manifest', /No planet here/],
    ['get_star', '&hostname=51 Peg&columns=*', /No star here/],
    ['get_star', '\u0000\ud800', /No star here/],
    ['get_planet', '   ', /No planet here/],
    ['get_planet', 'x'.repeat(201), /Invalid argument "name"/],
    ['resolve_name', '', /Invalid argument "name"/],
    ['describe_column', 'x', /.*/],
  ])('%s of %j is refused with the way out', async (tool, name, message) => {
    const args = tool === 'describe_column' ? { table: 'exoplanets', column: 'pl_radius' } : { name }
    const { isError, text } = await call(subject.client, tool, args)
    expect(isError, text).toBe(true)
    expect(text).toMatch(tool === 'describe_column' ? /no column "pl_radius"\. Did you mean .*pl_rade/ : message)
  })

  test('what nothing resembles resolves to nothing', async () => {
    const { structured } = await call(subject.client, 'resolve_name', { name: 'no star of the kind' })
    expect(structured).toEqual({ query: 'no star of the kind', matches: [] })
  })

  test('the description of a column says that it counts references', async () => {
    const { structured } = await call(subject.client, 'describe_column', {
      table: 'exoplanets',
      column: 'discoverymethod',
    })
    expect(structured!.about).toContain('you count references, not planets')
  })

  test('every column is described as SQL has it', async () => {
    for (const table of ['exoplanets', 'stellarhosts'] as const)
      for (const [column] of subject.columns(table)) {
        const { structured, text, isError } = await call(subject.client, 'describe_column', { table, column })
        expect(isError, text).toBe(false)
        const has = subject.columns(table).has(`${column}lim`)
        const limits = has
          ? `SUM(COALESCE(${column}lim = 1, 0)) AS upper, SUM(COALESCE(${column}lim = -1, 0)) AS lower`
          : '0'
        const [row] = await subject.sql(
          `SELECT COUNT(*) AS rows, COUNT(*) - COUNT("${column}") AS nulls, COUNT(DISTINCT "${column}") AS n, ${limits} FROM ${table}`,
        )
        expect(structured).toMatchObject({ table, name: column, rows: row!.rows, nulls: row!.nulls, distinct: row!.n })
        expect(structured!.limits).toEqual(has ? { upper: row!.upper, lower: row!.lower } : undefined)
        expect(Math.abs(Number(structured!.null_share) - Number(row!.nulls) / Number(row!.rows))).toBeLessThan(0.001)
        expect((structured!.values as unknown[] | undefined)?.length ?? 0).toBeLessThanOrEqual(20)
      }
  })
})

describe('of composites, one row for each planet and no default_flag', () => {
  let subject: Subject
  beforeAll(async () => {
    subject = await Subject.open(join(import.meta.dir, '../golden/pscomppars/archive'))
  })
  afterAll(() => subject.close())

  test('planets and stars have the values of their rows, and no word of other references', async () => {
    for (const name of await subject.names('pl_name', 'exoplanets', 40)) {
      expect(await checkPlanet(subject, name)).toBeGreaterThan(2)
      const answer = await subject.get('get_planet', name)
      expect(JSON.stringify(answer)).not.toMatch(/default_flag|spread|other references/)
      expect(JSON.stringify(answer)).toContain('composite: values come from different references')
    }
    for (const name of await subject.names('hostname', 'exoplanets', 40)) await checkStar(subject, name)
  })
})

const real = skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE)

for (const folder of ['volume', 'all-columns'])
  real.describe(`of the real archive, ${folder}`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await Subject.open(join(realArchive!, folder))
    })
    afterAll(() => subject.close())

    test('planets and stars are short and true', async () => {
      for (const name of await subject.names('pl_name', 'exoplanets', 40)) await checkPlanet(subject, name)
      for (const name of await subject.names('hostname', 'stellarhosts', 40)) await checkStar(subject, name)
    })

    test('those with the most rows and planets are short, too', async () => {
      const most = 'GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 20'
      for (const { name } of await subject.sql(`SELECT pl_name AS name FROM exoplanets ${most}`))
        await subject.get('get_planet', String(name))
      const systems = 'GROUP BY 1 ORDER BY COUNT(DISTINCT pl_name) DESC LIMIT 20'
      for (const { name } of await subject.sql(`SELECT hostname AS name FROM exoplanets ${systems}`))
        await subject.get('get_star', String(name))
    })
  })
