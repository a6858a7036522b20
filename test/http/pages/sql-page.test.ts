import { afterAll, describe, expect, test } from 'bun:test'
import { sqlExamples } from '../../../src/pages/sql/examples.ts'
import { readSvg } from '../../fixtures/plots/read-svg.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

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
    // A unit may follow the name.
    expect(header!.map((cell) => cell.split(' ')[0])).toEqual([...json.columns])
    expect(rows).toEqual(json.data.map((row) => Object.values(row).map(String)))
    expect(html).toContain(`href="./exoplanets/${encodeURIComponent(String(json.data[0]!.pl_name))}"`)
    expect(html).toContain('href="./columns/exoplanets/pl_orbper"')
    expect(html).toMatch(/4 rows in (?:(?:less than 1|\d+) ms|\d+\.\d s)\./)
  })

  test('aligns a column of the archive as numbers also if none of its rows has one', async () => {
    const html = await (
      await visit({ q: 'SELECT pl_rade, hostname, NULL AS made FROM exoplanets WHERE pl_rade IS NULL LIMIT 2' })
    ).text()
    const classes = Array.from(html.matchAll(/<th scope="col"( class="number")?>/g), ([, kind]) => kind !== undefined)
    expect(classes).toEqual([true, false, false])
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
    expect(await beyond.text()).toContain('at most 3, the number of pages of the result')
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
    const CUT = 'Only the first 1,000 rows are drawn; the result has more.'
    const pairs = 'SELECT a.pl_orbper AS x, b.pl_orbper AS y FROM exoplanets a JOIN exoplanets b'
    expect(await (await visit({ q: pairs, x: 'x', y: 'y' })).text()).toContain(CUT)
    expect(await (await visit({ q: `${pairs} LIMIT 900`, x: 'x', y: 'y' })).text()).not.toContain(CUT)
  })

  const plotOf = async (sql: string, parameters: Readonly<Record<string, string>>) => {
    const response = await visit({ q: sql, format: 'svg', ...parameters })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    return readSvg(await response.text())
  }

  test('is a file too, as the page shows it', async () => {
    const html = await (await visit({ q: SQL, x: 'pl_orbper', y: 'pl_rade', color: 'discoverymethod' })).text()
    const file = /href="\.(\/sql\?[^"]*format=svg)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    const svg = await (await service.get(file)).text()
    const links = readSvg(svg).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href!] : []))
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) expect(html).toContain(`href="${link}"`)
    const png = await service.get(file.replace('format=svg', 'format=png'))
    expect(png.headers.get('content-type')).toBe('image/png')
    expect((await visit({ q: SQL, format: 'svg' })).status).toBe(400)
    expect((await visit({ q: SQL, x: 'pl_orbper', y: 'pl_rade', format: 'gif' })).status).toBe(400)
  })

  test('has the scale that suits its numbers, and says what another one leaves out', async () => {
    const words = async (sql: string, parameters: Readonly<Record<string, string>>) =>
      (await plotOf(sql, { x: 'x', y: 'y', ...parameters })).find(({ name }) => name === 'desc')!.text
    const of = (...rows: readonly (readonly [number, number | null])[]) =>
      rows.map(([x, y]) => `SELECT ${x} AS x, ${y === null ? 'NULL' : y} AS y`).join(' UNION ALL ')
    expect(await words(of([1, 1], [1000, 2]), {})).toContain('horizontal axis logarithmic, vertical axis linear')
    expect(await words(of([0, 1], [1000, 2]), {})).toContain('both axes linear')
    expect(await words(of([-1, 1], [1000, 200]), {})).toContain('horizontal axis linear, vertical axis logarithmic')
    expect(await words(of([1, 1], [1000, 2]), { xscale: 'linear' })).toContain('both axes linear')
    expect(await words(of([0, 1], [1000, 2], [3, null]), { xscale: 'log' })).toContain(
      'Left out: 1 row without a number on an axis; 1 row with zero or less, which a logarithmic axis does not show.',
    )
  })

  test('has units, uncertainties and limits where the columns are those of the archive', async () => {
    const columns = 'pl_name, pl_orbper, pl_orbeccen'
    const from = 'FROM exoplanets WHERE pl_orbper IS NOT NULL AND abs(pl_orbeccenlim) = 1'
    const axes = { x: 'pl_orbper', y: 'pl_orbeccen' }
    const plain = await plotOf(`SELECT ${columns} ${from}`, axes)
    expect(plain.map(({ text }) => text)).toContain('pl_orbper (d)')
    expect(plain.find(({ name }) => name === 'desc')!.text).toContain('select pl_orbperlim and pl_orbeccenlim as well')
    expect(plain.some(({ attributes }) => attributes.class?.includes('plot-limits'))).toBe(false)
    const marked = await plotOf(`SELECT ${columns}, pl_orbperlim, pl_orbeccenlim ${from}`, axes)
    expect(marked.some(({ attributes }) => attributes.class?.includes('plot-limits'))).toBe(true)
    const renamed = await plotOf(`SELECT log(pl_orbper) AS pl_orbper, pl_orbeccen ${from}`, axes)
    expect(renamed.map(({ text }) => text)).toContain('pl_orbper')
  })

  test('is offered where a result has two columns of numbers', async () => {
    expect(await (await visit({ q: SQL })).text()).toContain('<select name="x"')
    expect(await (await visit({ q: 'SELECT pl_name, pl_rade FROM exoplanets' })).text()).not.toContain(
      '<select name="x"',
    )
  })

  test.each([
    [{ x: 'pl_name', y: 'pl_rade' }, 'not a numeric column'],
    [{ x: 'pl_rad', y: 'pl_rade' }, 'Did you mean pl_rade?'],
    [{ x: 'pl_rade' }, 'is missing'],
    [{ x: 'pl_orbper', y: 'pl_rade', xscale: 'cubic' }, 'xscale'],
    [{ x: 'pl_orbper', y: 'pl_rade', color: 'pl_name' }, 'a text column with few values'],
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
    for (const q of ['SELECT 1', 'SELECT'])
      expect((await visit({ q }, '*/*')).headers.get('content-type')).toBe('text/html; charset=utf-8')
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
