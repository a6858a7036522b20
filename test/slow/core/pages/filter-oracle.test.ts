import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import type { Column } from '../../../../src/format/column.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../../../src/format/table.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'

const isFull = process.env.FULL === '1'

const noSql: SqlRunner = {
  run: () => Promise.reject(new Error('A table read asked for SQL.')),
  close: () => Promise.resolve(),
}

type Cell = string | number | bigint | null

const ARCHIVES: readonly (readonly [string, () => Promise<string>, boolean, number])[] = [
  ['an archive of awkward values', awkwardArchive, true, 500],
  ['the sample archive', async () => SAMPLE_ARCHIVE, existsSync(SAMPLE_ARCHIVE), 500],
  ['the real archive', async () => join(realArchive!, 'volume'), realArchive !== undefined, 60],
]

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A condition as a request writes it and as SQL says it. */
interface Asked {
  readonly parameter: readonly [name: string, value: string]
  readonly sql: string
  readonly values: readonly Cell[]
}

const listItem = (value: Cell): string =>
  typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value)

/** Conditions on one column around values that occur in it. */
function conditionOn({ name, type }: Column, cells: readonly Cell[]): fc.Arbitrary<Asked> {
  const isText = type === 'text'
  const occurring = fc.nat(cells.length - 1).map((row) => cells[row] ?? (isText ? 'x' : 0))
  const other = isText
    ? fc.constantFrom('', 'K', 'k', '~', 'é', 'zzz', ',', '"').filter((value) => value !== '')
    : fc.oneof(fc.integer({ min: -5, max: 3000 }), fc.constantFrom(0.5, -0.25, 1e300, 2015.5))
  const value: fc.Arbitrary<Cell> = fc.oneof({ weight: 4, arbitrary: occurring }, { weight: 1, arbitrary: other })
  const column = quoted(name)
  const compare = fc
    .tuple(
      fc.constantFrom(['eq', '='], ['ne', '<>'], ['lt', '<'], ['lte', '<='], ['gt', '>'], ['gte', '>='], ['', '=']),
      value,
    )
    .map(
      ([[word, sign], wanted]): Asked => ({
        parameter: [word === '' ? name : `${name}__${word}`, String(wanted)],
        sql: `${column} ${sign} ?`,
        values: [wanted],
      }),
    )
  const between = fc.tuple(value, value).map(
    ([low, high]): Asked => ({
      parameter: [`${name}__between`, `${listItem(low)},${listItem(high)}`],
      sql: `${column} BETWEEN ? AND ?`,
      values: [low, high],
    }),
  )
  const among = fc.array(value, { minLength: 1, maxLength: 5 }).map(
    (values): Asked => ({
      parameter: [`${name}__in`, values.map(listItem).join(' , ')],
      sql: `${column} IN (${values.map(() => '?').join(', ')})`,
      values,
    }),
  )
  const isNull = fc.boolean().map(
    (wanted): Asked => ({
      parameter: [`${name}__isnull`, wanted ? '1' : '0'],
      sql: `${column} IS ${wanted ? '' : 'NOT '}NULL`,
      values: [],
    }),
  )
  // ASCII only, so that SQL's lower() says what ignoring case means.
  const part = isText
    ? occurring
        .map((text) =>
          String(text)
            .replace(/[^ -~]/g, '')
            .trim()
            .slice(0, 5),
        )
        .filter((text) => text !== '')
    : fc.constantFrom('.', '1', '20', 'e')
  const texts = fc.tuple(fc.constantFrom('contains', 'startswith', 'endswith'), part).map(([word, text]): Asked => {
    const cell = isText ? `lower(${column})` : `lower(json_text(${column}))`
    const place =
      word === 'contains'
        ? `instr(${cell}, lower(?)) > 0`
        : word === 'startswith'
          ? `substr(${cell}, 1, length(?)) = lower(?)`
          : `length(${cell}) >= length(?) AND substr(${cell}, -length(?)) = lower(?)`
    const count = word === 'contains' ? 1 : word === 'startswith' ? 2 : 3
    return { parameter: [`${name}__${word}`, text], sql: place, values: Array.from({ length: count }, () => text) }
  })
  // What lies beyond ASCII has another case here than in SQL's lower().
  const isAscii = cells.every((cell) => typeof cell !== 'string' || /^[ -~]*$/.test(cell))
  return isText && isAscii
    ? fc.oneof(compare, compare, between, among, isNull, texts)
    : fc.oneof(compare, compare, between, among, isNull)
}

for (const [label, archive, isPresent, fewest] of ARCHIVES)
  skipUnless(isPresent, NO_REAL_ARCHIVE).describe(`conditions on ${label} select what SQL selects`, () => {
    const runs = isFull ? 5000 : fewest
    let catalog: Catalog
    let manifest: Manifest
    let database: Database
    const cellsOf = new Map<string, readonly Cell[]>()

    beforeAll(async () => {
      const built = await builtSnapshot(await archive())
      manifest = built.manifest
      catalog = createCatalog(await openSnapshot(built.dataDir), noSql)
      database = new Database(join(built.dataDir, manifest.files.catalog.path), { readonly: true, safeIntegers: true })
      database.run('PRAGMA mmap_size = 1000000000')
    })
    afterAll(() => database.close())

    const cells = (table: TableName, column: string): readonly Cell[] => {
      const key = `${table}.${column}`
      const known =
        cellsOf.get(key) ??
        database
          .query(`SELECT ${quoted(column)} FROM ${table}`)
          .values()
          .map(([cell]) => cell as Cell)
      cellsOf.set(key, known)
      return known
    }

    test.each([...TABLE_NAMES])('in %s', (table) => {
      // Names that the request ignores or that mean a parameter are covered elsewhere.
      const columns = manifest.tables[table].columns.filter(
        ({ name }) => /^[a-z]\w*$/.test(name) && !/__|^utm_/.test(name),
      )
      const asked = fc
        .uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 3, selector: ({ name }) => name })
        .chain((chosen) => fc.tuple(...chosen.map((column) => conditionOn(column, cells(table, column.name)))))
      const sorting = fc.option(
        fc.record({ by: fc.constantFrom(...columns.map(({ name }) => name)), order: fc.constantFrom('asc', 'desc') }),
      )
      let found = 0
      fc.assert(
        fc.property(
          asked,
          sorting,
          fc.integer({ min: 1, max: 3 }),
          fc.constantFrom(1, 7, 50, 1000),
          (conditions, sort, page, limit) => {
            const parameters = new URLSearchParams(
              conditions.map(({ parameter: [name, value] }): [string, string] => [name, value]),
            )
            if (sort !== null) {
              parameters.set('sort_by', sort.by)
              parameters.set('order', sort.order)
            }
            parameters.set('page', String(page))
            parameters.set('limit', String(limit))
            parameters.set('columns', columns[0]!.name)
            const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ')
            const values = conditions.flatMap((condition) => condition.values) as (string | number | bigint)[]
            const by = sort === null ? '' : `${quoted(sort.by)} IS NULL, ${quoted(sort.by)} ${sort.order}, `
            const rows = database
              .query(`SELECT ${quoted(columns[0]!.name)} FROM ${table} WHERE ${where} ORDER BY ${by}rowid`)
              .values(...values)
            const query = parameters.toString()
            const answer = catalog.page(table, query)
            const body = JSON.parse(new TextDecoder().decode(answer.body()))
            expect(body.total, query).toBe(rows.length)
            found += Math.min(rows.length, 1)
            const expected = rows.slice((page - 1) * limit, page * limit).map(([cell]) => cell as Cell)
            expect(
              body.data.map((row: Record<string, Cell>) => row[columns[0]!.name]),
              query,
            ).toEqual(expected.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)))
            expect(answer.headers?.()['x-total-count'], query).toBe(String(rows.length))
          },
        ),
        { numRuns: runs },
      )
      expect(found).toBeGreaterThan(runs / 10)
    })

    test('CSV of every row is what SQL gives', () => {
      for (const table of TABLE_NAMES) {
        const names = manifest.tables[table].columns.map(({ name }) => name)
        const answer = catalog.page(table, 'columns=*&format=csv&limit=all')
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.body())
        expect(text.endsWith('\r\n')).toBe(true)
        const parsed = Papa.parse<string[]>(text, { newline: '\r\n', skipEmptyLines: names.length > 1 })
        const [header, ...lines] = parsed.data
        expect(header).toEqual(names)
        const rows = database.query(`SELECT * FROM ${table} ORDER BY rowid`).values() as Cell[][]
        expect(lines.length).toBe(rows.length)
        const wrong = rows.findIndex((row, at) =>
          row.some((cell, i) => (cell === null ? '' : String(cell)) !== lines[at]![i]),
        )
        expect(wrong < 0 ? [] : [rows[wrong]!.map(String), lines[wrong]!]).toEqual([])
      }
    })

    test('NDJSON and TSV of rows are what SQL gives', () => {
      for (const table of TABLE_NAMES) {
        const query = 'columns=*&limit=500'
        const rows = database.query(`SELECT * FROM ${table} ORDER BY rowid LIMIT 500`).values() as Cell[][]
        const names = manifest.tables[table].columns.map(({ name }) => name)
        const lines = new TextDecoder().decode(catalog.page(table, `${query}&format=ndjson`).body()).split('\n')
        expect(lines.pop()).toBe('')
        expect(lines).toEqual(
          rows.map((row) => {
            const members = row.map((cell, i) => {
              const value = typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)
              return `${JSON.stringify(names[i])}:${value}`
            })
            return `{${members.join(',')}}`
          }),
        )
        const tsv = new TextDecoder().decode(catalog.page(table, `${query}&format=tsv`).body()).split('\n')
        expect(tsv.pop()).toBe('')
        const unescaped = (text: string): string =>
          text.replaceAll(/\\([trn\\])/g, (_, letter: string) => ({ t: '\t', r: '\r', n: '\n', '\\': '\\' })[letter]!)
        expect(tsv.slice(1).map((line) => line.split('\t').map(unescaped))).toEqual(
          rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
        )
      }
    })
  })
