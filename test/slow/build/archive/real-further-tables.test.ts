import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { type CatalogApp, catalogApp } from '../../../fixtures/servers/catalog-app.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

const folder = join(realArchive ?? '', 'extra')
const real = skipUnless(realArchive !== undefined && existsSync(folder), NO_REAL_ARCHIVE)

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

type Value = string | number | null

/** A raw file by another reader and another rule of types than those of the build: numbers where every cell is one. */
interface RawTable {
  readonly names: readonly string[]
  readonly isNumber: readonly boolean[]
  readonly rows: readonly (readonly Value[])[]
  /** Unit and description of each column that the file's header describes. */
  readonly described: ReadonlyMap<string, string>
}

function readRaw(text: string): RawTable {
  const lines = text.split(/\r?\n/)
  const described = new Map(
    lines.flatMap((line) => {
      const [, name, words] = /^#\s*COLUMN (\w+):\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined ? [] : [[name, words!]]
    }),
  )
  const [names = [], ...cells] = Papa.parse<string[]>(lines.filter((line) => !line.startsWith('#')).join('\n'), {
    skipEmptyLines: true,
  }).data
  const isNumber = names.map((_, place) => {
    const values = cells.map((row) => row[place]!.trim()).filter((value) => value !== '')
    return values.length > 0 && values.every((value) => NUMBER.test(value))
  })
  const rows = cells.map((row) =>
    row.map((cell, place): Value => (cell === '' ? null : isNumber[place] ? Number(cell) + 0 : cell)),
  )
  return { names, isNumber, rows, described }
}

let raw: ReadonlyMap<string, RawTable>
let service: CatalogApp
let catalog: Database
let oracle: Database
if (realArchive !== undefined && existsSync(folder))
  beforeAll(async () => {
    const two = await folderWith({ 'exoplanets.csv': 'pl_name,hostname\nA b,A\n', 'stellarhosts.csv': 'hostname\nA\n' })
    const archiveDir = [two, folder].join(delimiter)
    service = await catalogApp({}, archiveDir)
    const { dataDir, manifest } = await builtSnapshot(archiveDir)
    catalog = new Database(join(dataDir, manifest.files.catalog.path), { readonly: true })
    const files = (await readdir(folder)).filter((name) => name.endsWith('.csv'))
    raw = new Map(
      await Promise.all(
        files.map(async (name) => {
          const table = name.replace(/_\d{4}\..*$/, '').toLowerCase()
          return [table, readRaw(await Bun.file(join(folder, name)).text())] as const
        }),
      ),
    )
    oracle = new Database(':memory:')
    for (const [table, { names, isNumber, rows }] of raw) {
      oracle.run(
        `CREATE TABLE ${table} (${names.map((name, i) => `"${name}" ${isNumber[i] ? 'REAL' : 'TEXT'}`).join()})`,
      )
      const insert = oracle.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join()})`)
      oracle.transaction(() => {
        for (const row of rows) insert.run(...(row as Value[]))
      })()
    }
  })
afterAll(async () => {
  catalog?.close()
  oracle?.close()
  await service?.close()
})

const textsOf = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

real.test('every cell of the files is in the catalog, in the order of the first key', () => {
  expect([...raw.keys()].sort()).toEqual(['cumulative', 'k2pandc', 'pscomppars', 'toi'])
  for (const [table, { names, rows }] of raw) {
    const columns = catalog.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all()
    expect(columns.map(({ name }) => name)).toEqual([...names])
    const stored = catalog.query(`SELECT * FROM ${table} ORDER BY rowid`).values() as Value[][]
    expect(stored.length).toBe(rows.length)
    const [wanted, given] = [textsOf(rows), textsOf(stored)]
    expect(given.findIndex((text, at) => text !== wanted[at])).toBe(-1)
    const [key] = service.catalog.manifest.furtherTables[table]!.keyColumns
    const keys = catalog.query(`SELECT ${key} FROM ${table} ORDER BY rowid`).values()
    expect(keys).toEqual(catalog.query(`SELECT ${key} FROM ${table} ORDER BY ${key}, rowid`).values())
  }
})

real.test('columns carry the descriptions and units of the headers', async () => {
  for (const [table, { described, names }] of raw) {
    const { columns } = await (await service.get(`/rest/tables/${table}/schema`)).json()
    for (const column of columns as { name: string; description?: string; unit?: string }[]) {
      const words = described.get(column.name)
      expect(words, `${table}.${column.name}`).toBeString()
      const bracket = /\[([^[\]]*)\]\)?[^\]]*$/.exec(words!)
      // A unit that the header lacks may come from the catalog.
      if (bracket !== null) expect(column.unit, `${table}.${column.name}`).toBe(bracket[1]!.trim())
      expect(words, `${table}.${column.name}`).toContain((column.description ?? '').split(/\s/)[0]!)
    }
    expect(columns.length).toBe(names.length)
  }
})

real.test('random requests give what SQLite gives for the raw file, over REST and table access', async () => {
  const request = fc.constantFrom(...raw.keys()).chain((table) => {
    const { names, isNumber, rows } = raw.get(table)!
    const numeric = names.filter((_, i) => isNumber[i])
    return fc.record({
      table: fc.constant(table),
      shown: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      filter: fc.constantFrom(...numeric),
      sign: fc.constantFrom('<', '>=', '=', '<>'),
      from: fc.nat({ max: rows.length - 1 }),
      group: fc.constantFrom(...names),
    })
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ table, shown, filter, sign, from, group }) => {
      const { names, rows } = raw.get(table)!
      const value = rows[from]![names.indexOf(filter)] ?? 1
      const list = shown.map((name) => `"${name}"`).join(', ')
      const statements = [
        `SELECT ${list} FROM ${table} WHERE "${filter}" ${sign} ${value} LIMIT 20000`,
        `SELECT "${group}", count(*) AS n, max("${filter}") AS most FROM ${table} GROUP BY "${group}"`,
      ]
      for (const sql of statements) {
        const expected = textsOf(oracle.query(sql).values())
        const answer = await (await service.get(`/rest/query?limit=20000&sql=${encodeURIComponent(sql)}`)).json()
        const given = answer.data.map((row: Record<string, Value>) => answer.columns.map((name: string) => row[name]))
        expect(textsOf(given), sql).toEqual(expected)
      }
      const adql = `SELECT ${list} FROM exo_tap.${table.toUpperCase()} WHERE "${filter}" ${sign} ${value}`
      const csv = await (await service.get(`/tap/sync?format=csv&query=${encodeURIComponent(adql)}`)).text()
      const [header, ...lines] = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data
      expect(header).toEqual(shown)
      const { isNumber } = raw.get(table)!
      const parsed = lines.map((line) =>
        line.map((cell, i): Value => {
          if (cell === '') return null
          return isNumber[names.indexOf(shown[i]!)] ? Number(cell) : cell
        }),
      )
      const wanted = oracle
        .query(`SELECT ${list} FROM ${table} WHERE "${filter}" ${sign} ${value}`)
        .values() as Value[][]
      // A row of one null is an empty line, which the reader leaves out.
      const shownRows = shown.length > 1 ? wanted : wanted.filter(([only]) => only !== null)
      expect(textsOf(parsed), adql).toEqual(textsOf(shownRows))
    }),
    { numRuns: 40 },
  )
})

real.test('whole tables of table access hold every row', async () => {
  for (const [table, { rows, names }] of raw) {
    const csv = await (await service.get(`/tap/sync?format=csv&query=select+*+from+${table}`)).text()
    const [header, ...lines] = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data
    expect(header).toEqual([...names])
    expect(lines.length).toBe(rows.length)
  }
})
