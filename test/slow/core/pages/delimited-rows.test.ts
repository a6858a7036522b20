import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRowEncoder } from '../../../../src/formats/create-encoder.ts'
import { writtenBytes } from '../../../../src/formats/json-writer.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { type CatalogApp, catalogApp } from '../../../fixtures/servers/catalog-app.ts'
import { parseStrictCsv } from '../../../fixtures/values/strict-csv.ts'

type Row = Readonly<Record<string, string | null>>

const services: CatalogApp[] = []
beforeAll(async () => {
  const commas = await folderWith({
    'exoplanets.csv': 'pl_name,hostname,place\nA b,A,"Chile, La Silla"\nB b,B,\nC b,C,Hawaii\n',
    'stellarhosts.csv': 'hostname,note\nA,plain too\nB,back\\slash\nC,plain\n',
  })
  const markup = await folderWith({
    'exoplanets.csv':
      'pl_name,hostname,ref,year\nA b,A,<a href=x>R&D</a>,2001\nB b,B,,\nC b,C,"a ""b"" c",1999\nD b,D,a text that is longer than a short copy: over fifty bytes,2\n',
    'stellarhosts.csv': 'hostname,note\nA,café\nB,back\\slash\nC,a > b\n',
  })
  for (const archive of [undefined, await awkwardArchive(), commas, markup])
    services.push(await catalogApp({}, archive))
})
afterAll(() => Promise.all(services.map((service) => service.close())))

const TSV_ESCAPES: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', '\\': '\\' }

function parseTsv(text: string): string[][] {
  expect(text).toEndWith('\n')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/\\(.)/g, (_, letter: string) => TSV_ESCAPES[letter]!)))
}

/** JSON with numbers as the text that they were written as. */
function parseExactly(text: string): unknown {
  const exact = (_: string, value: unknown, { source }: { readonly source: string }): unknown =>
    typeof value === 'number' ? source : value
  return JSON.parse(text, exact as unknown as (key: string, value: unknown) => unknown)
}

/** The rows of all pages in JSON, with the digits of numbers as they were written. */
async function jsonRows(service: CatalogApp, path: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const text = await (await service.get(`${path}&limit=1000&page=${page}`)).text()
    const { data } = parseExactly(text) as { readonly data: Row[] }
    if (data.length === 0) return rows
    rows.push(...data)
  }
}

test('whole tables have the same cells in CSV, TSV and NDJSON as in JSON, whatever their names and texts hold', async () => {
  for (const service of services)
    for (const table of ['exoplanets', 'stellarhosts'] as const)
      for (const sorting of ['', '&sort_by=hostname&order=desc']) {
        const path = `/rest/${table}?columns=*${sorting}`
        const rows = await jsonRows(service, path)
        expect(rows.length).toBeGreaterThan(0)
        const cells = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map((cell) => cell ?? ''))]
        const text = async (format: string): Promise<string> =>
          (await service.get(`${path}&limit=all&format=${format}`)).text()
        const read = (lines: readonly (readonly string[])[]): readonly (readonly string[])[] => lines
        expect(read(parseStrictCsv(await text('csv')))).toEqual(cells)
        expect(read(parseTsv(await text('tsv')))).toEqual(cells)
        const lines = (await text('ndjson')).split('\n')
        expect(lines.pop()).toBe('')
        expect(lines.map((line) => parseExactly(line) as Row)).toEqual([...rows])
      }
})

const FORMATS = ['csv', 'tsv', 'ndjson', 'votable'] as const
const FACTS = { title: '', query: '', snapshotId: '', source: '' }

/** A number with the digits as they were written. */
class Digits {
  constructor(readonly text: string) {}
}

interface JsonPage {
  readonly data: readonly Readonly<Record<string, string | Digits | null>>[]
}

async function jsonPage(service: CatalogApp, path: string): Promise<JsonPage> {
  const exact = (_: string, value: unknown, { source }: { readonly source: string }): unknown =>
    typeof value === 'number' ? new Digits(source) : value
  return JSON.parse(await (await service.get(path)).text(), exact as (key: string, value: unknown) => unknown)
}

/** The values of rows, written cell by cell. */
function encoded(format: (typeof FORMATS)[number], names: readonly string[], { data }: JsonPage): string {
  const bytes = writtenBytes((out) => {
    const encoder = createRowEncoder(format, out)
    encoder.head(
      names.map((name) => ({ name })),
      FACTS,
    )
    for (const row of data) {
      encoder.startRow()
      for (const name of names) {
        const value = row[name]!
        const text = Buffer.from(value instanceof Digits ? value.text : (value ?? ''))
        if (value === null) encoder.nullCell()
        else if (value instanceof Digits) encoder.digitsCell(text, 0, text.length)
        else encoder.textCell(text, 0, text.length)
      }
      encoder.endRow()
    }
    encoder.tail(false)
  })
  return Buffer.from(bytes).toString()
}

test('any page has the bytes that the encoder of its format writes for the values of the page in JSON', async () => {
  const tables = await Promise.all(
    services.flatMap((service, i) =>
      (['exoplanets', 'stellarhosts'] as const).map(async (table) => {
        const { data } = await jsonPage(service, `/rest/${table}?columns=*&limit=1`)
        return { service: i, table, columns: Object.keys(data[0]!) }
      }),
    ),
  )
  const request = fc.constantFrom(...tables).chain(({ service, table, columns }) =>
    fc.record({
      service: fc.constant(service),
      table: fc.constant(table),
      names: fc.uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 12 }),
      sortBy: fc.constantFrom(...columns),
      order: fc.constantFrom('asc', 'desc'),
      limit: fc.constantFrom(0, 1, 2, 31, 32, 33, 100),
      page: fc.constantFrom(1, 1, 2, 3),
      format: fc.constantFrom(...FORMATS),
    }),
  )
  await fc.assert(
    fc.asyncProperty(request, async ({ service: i, table, names, sortBy, order, limit, page, format }) => {
      const service = services[i]!
      const [columns, sorted] = [names.map(encodeURIComponent).join(','), encodeURIComponent(sortBy)]
      const path = `/rest/${table}?columns=${columns}&sort_by=${sorted}&order=${order}&limit=${limit}&page=${page}`
      const rowsOf = (text: string): string => text.slice(Math.max(0, text.indexOf('<TABLEDATA>')))
      const written = await (await service.get(`${path}&format=${format}`)).text()
      expect(rowsOf(written)).toBe(rowsOf(encoded(format, names, await jsonPage(service, path))))
    }),
    { numRuns: 300 },
  )
})
