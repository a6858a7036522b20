import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { datesInWords, tableDates } from '../../../src/format/table-dates.ts'
import { examplesFor } from '../../../src/http/endpoints/examples.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { awkwardArchive } from '../../fixtures/archives/awkward-archive.ts'
import { realArchive } from '../../fixtures/archives/real-archive.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

/** Undoes what HTML does to an attribute. */
const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

/** The text of a page or guide, once it is known to be served well. */
async function textOf(path: string, mediaType: string, init?: RequestInit): Promise<string> {
  const response = await service.get(path, init)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(mediaType)
  const etag = response.headers.get('etag')!
  const headers = { ...(init?.headers as Record<string, string> | undefined), 'if-none-match': etag }
  expect((await service.get(path, { headers })).status).toBe(304)
  return response.text()
}

describe('the page for a browser', () => {
  test('tells what this is: counts, snapshot, source and whose data it is', async () => {
    const html = await textOf('/', 'text/html; charset=utf-8', BROWSER)
    const { tables, snapshotId, source } = service.catalog.manifest
    for (const { rows, names } of Object.values(tables)) {
      expect(html).toContain(`<dd>${rows}</dd>`)
      expect(html).toContain(`<dd>${names}</dd>`)
    }
    for (const words of [snapshotId, datesInWords(tableDates(tables)), source]) expect(html).toContain(words)
    expect(html).toContain('https://exoplanetarchive.ipac.caltech.edu/')
    expect(html).toContain('operated by the California Institute of Technology, under contract with')
    // The JSON of this address is the list of endpoints, so that no link leads to it.
    expect(html).not.toContain('This page as JSON')
    expect(html).not.toContain('rel="alternate" type="application/json"')
  })

  test('has five examples that work, and only links that work under any prefix', async () => {
    const html = await textOf('/', 'text/html; charset=utf-8', BROWSER)
    const links = Array.from(html.matchAll(/<a href="([^"]+)"/g), (match) => unescaped(match[1]!))
    const own = links.filter((link) => !/^https:\/\/exoplanetarchive\.ipac\.caltech\.edu\/|^#/.test(link))
    expect(own.length).toBeGreaterThan(15)
    for (const link of own) {
      expect(link).not.toMatch(/^\/|^https?:/)
      const { pathname, search } = new URL(link, 'http://localhost/under/a/prefix/')
      expect(pathname.startsWith('/under/a/prefix/')).toBe(true)
      expect((await service.get(pathname.slice('/under/a/prefix'.length) + search, BROWSER)).status, link).toBe(200)
    }
    const { requests } = examplesFor(service.catalog)
    expect(requests).toHaveLength(5)
    for (const { path } of requests) expect(own).toContain(`.${path}`)
  })

  test('may load from this host alone, and run nothing that stands in it', async () => {
    const response = await service.get('/', BROWSER)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/)
    expect((await service.get('/')).headers.has('content-security-policy')).toBe(false)
  })
})

describe('the guides for language models', () => {
  const GUIDES = [
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/skill.md', 'text/markdown; charset=utf-8'],
  ] as const

  test.each(GUIDES)('%s is a page long, and every address in it works', async (path, mediaType) => {
    const text = await textOf(path, mediaType)
    expect(text.length).toBeGreaterThan(2_000)
    expect(text.length).toBeLessThan(10_000)
    const addresses = Array.from(text.matchAll(/\]\((\/[^)]*)\)|<(\/[^>]+)>/g), (match) => match[1] ?? match[2]!)
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) expect((await service.get(address)).status, address).toBe(200)
  })

  test('llms.txt begins as its form asks: a title, then what it is', async () => {
    const lines = (await textOf(...GUIDES[0])).split('\n')
    expect(lines[0]).toMatch(/^# \w/)
    expect(lines[2]).toMatch(/^> \w/)
    expect(lines.filter((line) => line.startsWith('## ')).at(-1)).toBe('## Optional')
  })

  test('the skill has a name and says when to use it, and knows every insight, column and limit of the page reads', async () => {
    const text = await textOf(...GUIDES[1])
    expect(text).toMatch(/^---\nname: [a-z0-9-]{1,64}\ndescription: .{50,1000}\n---\n/)
    const { files, tables } = service.catalog.manifest
    for (const slug of Object.keys(files.insights)) expect(text).toContain(`\`${slug}\``)
    for (const { defaultColumns } of Object.values(tables))
      for (const column of defaultColumns) expect(text).toContain(`\`${column}\` (`)
    const sql = /```sql\n([\s\S]*?)\n```/.exec(text)![1]!
    expect((await service.get(`/rest/query?sql=${encodeURIComponent(sql)}`)).status).toBe(200)
  })

  test('name the public address in every link', async () => {
    const settings = { ...service.settings, baseUrl: 'https://example.org/catalog' }
    const published = await catalogApp({ settings })
    for (const [path] of GUIDES) {
      const text = await (await published.get(path)).text()
      expect(text).not.toMatch(/\]\(\/|<\//)
      expect(text).toContain('https://example.org/catalog/rest/insights/')
    }
    await published.close()
  })
})

describe('examples are fitted to the archive', () => {
  const archives: [string, () => Promise<string>][] = [
    [
      'an archive of names alone',
      () => folderWith({ 'exoplanets.csv': "pl_name,hostname\nA+1 'b',A+1\n", 'stellarhosts.csv': 'hostname\nA+1\n' }),
    ],
    ['an archive of awkward values', awkwardArchive],
  ]
  if (realArchive !== undefined)
    for (const folder of process.env.FULL ? ['volume', 'all-columns'] : ['all-columns'])
      archives.push([`the real archive, ${folder}`, async () => join(realArchive!, folder)])

  test.each(archives)('every example works on %s', async (_, folder) => {
    const other = await catalogApp({}, await folder())
    const examples = examplesFor(other.catalog)
    expect(examples.requests).toHaveLength(5)
    for (const { path } of examples.requests) expect((await other.get(path)).status, path).toBe(200)
    for (const [table, values] of Object.entries(examples.tables)) {
      const query = new URLSearchParams(
        Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const response = await other.get(`/rest/${table}?${query}`)
      expect(((await response.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
    }
    for (const path of ['/rest/openapi.json', '/llms.txt', '/skill.md', '/swagger-ui'])
      expect((await other.get(path)).status).toBe(200)
    expect((await other.get('/', BROWSER)).status).toBe(200)
    await other.close()
  })
})
