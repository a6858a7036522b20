import { afterAll, describe, expect, test } from 'bun:test'
import { sqlExamples } from '../../src/pages/sql/examples.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

function visit(parameters: Readonly<Record<string, string>>, accept = 'text/html'): Promise<Response> {
  const query = new URLSearchParams(parameters).toString()
  return service.get(`/sql${query === '' ? '' : `?${query}`}`, { headers: { accept } })
}

/** What stands in the cells of the first table of a page. */
async function cellsOf(html: string): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = []
  const rewriter = new HTMLRewriter().on('tr', { element: () => void rows.push([]) }).on('th, td', {
    element: () => void rows.at(-1)!.push(''),
    text: ({ text }) => {
      const row = rows.at(-1)!
      row[row.length - 1] += text
    },
  })
  await rewriter.transform(new Response(html)).text()
  return rows
}

describe('a query as a page', () => {
  test('shows what /rest/query gives, with links to planets and columns', async () => {
    const sql = "SELECT pl_name, pl_orbper, 'x' || disc_year AS made FROM exoplanets ORDER BY rowid LIMIT 4"
    const response = await visit({ q: sql })
    expect(response.status).toBe(200)
    const html = await response.text()
    const json = (await (await service.get(`/rest/query?sql=${encodeURIComponent(sql)}`)).json()) as {
      readonly data: readonly Record<string, unknown>[]
      readonly columns: readonly string[]
      readonly warnings?: readonly { readonly message: string }[]
    }
    const [header, ...rows] = await cellsOf(html)
    expect(header).toEqual([...json.columns])
    expect(rows).toEqual(json.data.map((row) => Object.values(row).map(String)))
    expect(html).toContain(`href="./exoplanets/${encodeURIComponent(String(json.data[0]!.pl_name))}"`)
    expect(html).toContain('href="./columns/exoplanets/pl_orbper"')
    expect(html).toMatch(/4 rows in (?:(?:less than 1|\d+) ms|\d+\.\d s)\./)
  })

  test('has a page for every fifty rows, and a status 400 for others', async () => {
    const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120) SELECT i FROM n'
    const second = await (await visit({ q: sql, page: '2' })).text()
    const rows = await cellsOf(second)
    expect(rows.slice(1).map(([cell]) => Number(cell))).toEqual(Array.from({ length: 50 }, (_, i) => i + 51))
    expect(second).toContain('Page 2 of 3')
    expect(second).toContain('page=3" rel="next"')
    const beyond = await visit({ q: sql, page: '4' })
    expect(beyond.status).toBe(400)
    expect(await beyond.text()).toContain('The result has 3 pages')
    expect((await visit({ q: sql, page: 'x' })).status).toBe(400)
  })

  test('is kept and has a tag unless it differs each time', async () => {
    const first = await visit({ q: 'SELECT 1 AS one' })
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toContain('max-age=')
    const again = await service.get('/sql?q=SELECT+1+AS+one', {
      headers: { accept: 'text/html', 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    const random = await visit({ q: 'SELECT random() AS r' })
    expect(random.headers.get('cache-control')).toBe('no-store')
    expect(random.headers.get('etag')).toBeNull()
  })

  test('keeps every digit of long numbers', async () => {
    const html = await (await visit({ q: 'SELECT 9223372036854775807 AS n, 1e300 AS x, NULL AS z' })).text()
    expect((await cellsOf(html))[1]).toEqual(['9223372036854775807', '1e+300', 'null'])
  })

  test('shows cells as text, whatever they hold', async () => {
    const sql = `SELECT '<script>alert(1)</script>' AS "<b>x</b>", '" onload="x' AS pl_name, '\u202etxt' AS hostname`
    const html = await (await visit({ q: sql })).text()
    expect(html).not.toMatch(/<script>alert|<b>x|[^;]" onload=/)
    expect(html).toContain('&lt;script>alert(1)')
    expect(html).toContain('href="./exoplanets/%22%20onload%3D%22x"')
  })
})

describe('the plot of a result', () => {
  const SQL = 'SELECT pl_name, pl_orbper, pl_rade, discoverymethod FROM exoplanets WHERE default_flag = 1'

  test('has a point for each row with both numbers, which leads to its planet', async () => {
    const html = await (
      await visit({ q: SQL, x: 'pl_orbper', y: 'pl_rade', xscale: 'log', color: 'discoverymethod' })
    ).text()
    const { data } = (await (await service.get(`/rest/query?sql=${encodeURIComponent(SQL)}`)).json()) as {
      readonly data: readonly { readonly pl_name: string; readonly pl_orbper: number; readonly pl_rade: number }[]
    }
    const points = data.filter(({ pl_orbper, pl_rade }) => pl_orbper !== null && pl_rade !== null)
    const linked = Array.from(
      html.matchAll(/<a href="\.\/exoplanets\/([^"]+)"[^>]*>(?=<(?:path|circle|rect|use|title|g))/g),
      ([, name]) => decodeURIComponent(name!),
    )
    expect(points.length).toBeGreaterThan(10)
    expect([...new Set(linked)].sort()).toEqual([...new Set(points.map(({ pl_name }) => pl_name))].sort())
    expect(html).toContain('<title id="result-plot-title">pl_rade against pl_orbper</title>')
  })

  test('of a result that was cut says so, and that of a whole one does not', async () => {
    const CUT = 'These are the first 1,000 rows alone; the result has more.'
    const pairs = 'SELECT a.pl_orbper AS x, b.pl_orbper AS y FROM exoplanets a JOIN exoplanets b'
    expect(await (await visit({ q: pairs, x: 'x', y: 'y' })).text()).toContain(CUT)
    expect(await (await visit({ q: `${pairs} LIMIT 900`, x: 'x', y: 'y' })).text()).not.toContain(CUT)
  })

  test('is offered where a result has two columns of numbers', async () => {
    expect(await (await visit({ q: SQL })).text()).toContain('<select name="x"')
    expect(await (await visit({ q: 'SELECT pl_name, pl_rade FROM exoplanets' })).text()).not.toContain(
      '<select name="x"',
    )
  })

  test.each([
    [{ x: 'pl_name', y: 'pl_rade' }, 'no column of numbers'],
    [{ x: 'pl_rad', y: 'pl_rade' }, 'Did you mean pl_rade?'],
    [{ x: 'pl_rade' }, 'is missing'],
    [{ x: 'pl_orbper', y: 'pl_rade', xscale: 'cubic' }, 'xscale'],
    [{ x: 'pl_orbper', y: 'pl_rade', color: 'pl_name' }, 'few texts'],
  ])('of %j is refused in place', async (parameters, words) => {
    const response = await visit({ q: SQL, ...parameters })
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain(words)
    expect(html).toContain('The result cannot be shown like this')
  })
})

describe('a query that does not run', () => {
  test.each([
    ['SELECT pl_nam FROM exoplanets', 400, 7, 'pl_name'],
    ['SELECT 1\nFROM exoplanetz', 400, 14, 'exoplanets'],
    ['DROP TABLE exoplanets', 400, undefined, 'SELECT'],
    ['SELECT (', 400, undefined, ''],
  ] as const)('%s: the message stands in place, the form is still filled in', async (sql, status, position, hint) => {
    const response = await visit({ q: sql })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toContain(`>${sql}</textarea>`)
    expect(html).toContain('role="alert"')
    expect(html).toContain(hint)
    if (position !== undefined) {
      expect(html).toContain(`data-position="${position}"`)
      expect(html).toMatch(/<mark>\w+<\/mark>/)
    }
    const problem = (await (await service.get(`/rest/query?sql=${encodeURIComponent(sql)}`)).json()) as {
      readonly detail: string
    }
    expect(html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')).toContain(
      // What else could be meant is looked for as long as there is time.
      problem.detail.split('"', 2).join('"'),
    )
  })

  test('is a page too for a program that takes anything, and 406 for one that takes no HTML', async () => {
    expect((await visit({ q: 'SELECT' }, '*/*')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    const refused = await visit({ q: 'SELECT 1' }, 'application/json')
    expect(refused.status).toBe(406)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('/rest/query?sql=') })
  })
})

describe('the form', () => {
  test('is there without a query, with examples that run', async () => {
    const html = await (await visit({})).text()
    expect(html).toContain('<textarea id="sql" name="q"')
    const examples = sqlExamples(service.catalog.manifest)
    expect(examples.length).toBeGreaterThan(4)
    for (const { title, sql } of examples) {
      expect(html).toContain(`>${title}</a>`)
      const result = await visit({ q: sql })
      expect(result.status, title).toBe(200)
      expect((await cellsOf(await result.text())).length, title).toBeGreaterThan(1)
    }
  })

  test('leaves out examples for which the archive has no columns', () => {
    const { manifest } = service.catalog
    const { exoplanets, stellarhosts } = manifest.tables
    const without = (names: readonly string[]) => ({
      ...exoplanets,
      columns: exoplanets.columns.filter(({ name }) => !names.includes(name)),
    })
    const bare = { tables: { exoplanets: without(['pl_rade', 'default_flag']), stellarhosts } }
    const examples = sqlExamples(bare)
    expect(examples.some(({ sql }) => /pl_rade|default_flag/.test(sql))).toBe(false)
    expect(examples.length).toBeGreaterThan(2)
  })
})
