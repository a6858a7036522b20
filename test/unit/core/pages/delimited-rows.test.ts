import { afterAll, beforeAll, expect, test } from 'bun:test'
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
  for (const archive of [undefined, await awkwardArchive(), commas]) services.push(await catalogApp({}, archive))
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
