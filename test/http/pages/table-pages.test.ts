import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Page } from '../../../src/core/answers/rows.ts'
import { pageValues, shownOf } from '../../fixtures/pages/page-values.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

const visit = (path: string, accept: string | null = BROWSER): Promise<Response> =>
  service.get(path, { headers: accept === null ? {} : { accept } })

/** What a link of a page gives. */
function dataOf(html: string, label: string): Promise<Response> {
  const link = new RegExp(`<li><a href="\\.(/rest/[^"]*)">${label}`).exec(html)?.[1]?.replaceAll('&amp;', '&')
  return service.get(link!)
}

async function rowsOf(path: string): Promise<Page> {
  return (await (await service.get(`/rest${path}`)).json()) as Page
}

describe('the page of a table', () => {
  test.each([
    '/exoplanets',
    '/stellarhosts',
    '/exoplanets?default_flag=1&sort_by=pl_rade&order=desc&limit=20&page=2',
    '/exoplanets?columns=pl_name,pl_bmasse,pl_orbeccen,disc_year&pl_bmasse__gte=1&filter=k',
    '/exoplanets?discoverymethod__in=Transit,%22Radial+Velocity%22&pl_orbper__between=1,10',
    '/stellarhosts?hostname__in=Kepler-22,TRAPPIST-1&columns=hostname,st_teff,st_mass',
    '/stellarhosts?hostname__startswith=kep&st_teff__isnull=0',
  ])('shows the rows that the JSON has: %s', async (path) => {
    const response = await visit(path)
    expect(response.status).toBe(200)
    const html = await response.text()
    const { data, total, columns } = await rowsOf(path)
    const values = pageValues(html)
    const shown = new Map(values.map(({ column, row, text }) => [`${column} ${row}`, text]))
    data.forEach((row, number) => {
      for (const column of columns)
        if (row[column] !== null) expect(shown.get(`${column} ${number}`)).toBe(shownOf(row[column]))
    })
    expect(Math.max(...values.map(({ row }) => row ?? 0)) + 1).toBe(data.length)
    expect(html).toContain(`of ${total.toLocaleString('en-US')}</caption>`)
    // The same as JSON is one link away, and is the same.
    const same = await dataOf(html, 'JSON of this page').then((response) => response.json() as Promise<Page>)
    expect(same).toMatchObject({ data, total })
    for (const { column, row, text } of values) expect(shownOf(same.data[row!]![column])).toBe(text)
  })

  test('leads to data with the errors and limit flags of the shown values', async () => {
    const html = await (await visit('/exoplanets?columns=pl_name,pl_orbeccen,disc_year&pl_orbeccen__isnull=0')).text()
    const csv = await dataOf(html, 'CSV, all [\\d,]+ rows').then((response) => response.text())
    expect(csv.split(/\r?\n/, 1)[0]).toBe(
      'pl_name,pl_orbeccen,pl_orbeccenerr1,pl_orbeccenerr2,pl_orbeccenlim,disc_year',
    )
    expect(html).toMatch(/SELECT pl_name, pl_orbeccen, pl_orbeccenerr1, pl_orbeccenerr2, pl_orbeccenlim, disc_year/)
    expect(html).toMatch(/read_csv\([^)]*pl_orbeccenlim/)
  })

  test('counts the nulls of the rows that match, and the rows that a filter leaves out for lack of a value', async () => {
    const count = async (query: string): Promise<number> => (await rowsOf(`/exoplanets?${query}&limit=0`)).total
    const html = await (
      await visit(
        '/exoplanets?columns=pl_name,pl_bmassprov,pl_rade,pl_orbper&pl_bmassprov__contains=Msini&pl_orbper__lt=50',
      )
    ).text()
    const filter = 'pl_bmassprov__contains=Msini&pl_orbper__lt=50'
    const nullsOf = (label: string): string | undefined =>
      new RegExp(`${label}</span>(?:<span class="soft"> ([\\d,]+) null</span>)?`).exec(html)?.[1]
    expect(nullsOf('Radius')).toBe(String(await count(`${filter}&pl_rade__isnull=1`)))
    expect(nullsOf('Kind of mass')).toBeUndefined()
    const noKind = await count('pl_bmassprov__isnull=1&pl_orbper__lt=50')
    const noPeriod = await count('pl_bmassprov__contains=Msini&pl_orbper__isnull=1')
    expect(noKind).toBeGreaterThan(0)
    const words = html.replaceAll(/<[^>]*>/g, '')
    expect(words).toContain(`${noKind} rows without kind of mass`)
    if (noPeriod > 0) expect(words).toContain(`${noPeriod} row`)
    // The link to them has just these rows.
    const link = /href="\.(\/exoplanets\?[^"]*pl_bmassprov__isnull=1[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect((await rowsOf(link)).total).toBe(noKind)
  })

  test('nulls of the rows of any read are those that SQL counts', async () => {
    const filters = [
      ['default_flag=1', 'default_flag = 1'],
      ['pl_orbper__lt=20', 'pl_orbper < 20'],
      ['discoverymethod=Transit', "discoverymethod = 'Transit'"],
      ['pl_rade__isnull=0', 'pl_rade IS NOT NULL'],
      ['pl_bmasse__isnull=1', 'pl_bmasse IS NULL'],
      ['disc_year__between=2010,2015', 'disc_year BETWEEN 2010 AND 2015'],
    ] as const
    const columns = ['pl_name', 'pl_orbper', 'pl_rade', 'pl_bmasse', 'st_teff', 'rowupdate']
    await fc.assert(
      fc.asyncProperty(fc.subarray([...filters]), async (chosen) => {
        const query = [...chosen.map(([parameter]) => parameter), `columns=${columns.join(',')}`].join('&')
        const where = chosen.map(([, condition]) => condition).join(' AND ')
        const counts = columns.map((name) => `count(*) - count("${name}") AS "${name}"`).join(', ')
        const sql = `SELECT ${counts} FROM exoplanets${where === '' ? '' : ` WHERE ${where}`}`
        const answer = await service.get(`/rest/query?sql=${encodeURIComponent(sql)}`)
        const [expected] = ((await answer.json()) as { data: Record<string, number>[] }).data
        expect(Object.fromEntries(service.catalog.nullCounts('exoplanets', query)), query).toEqual(expected!)
      }),
      { numRuns: 30 },
    )
  })

  test('says which rows it has: one of each planet, or one of each reference', async () => {
    const one = await (await visit('/exoplanets?default_flag=1')).text()
    expect(one).toContain('<h1>Planets</h1>')
    expect(one).toContain('planets, one row each: the archive’s default row.')
    expect(one).toContain('<link rel="canonical" href="./exoplanets?default_flag=1"')
    expect(one).not.toContain('class="row chips"')
    const every = await (await visit('/exoplanets')).text()
    expect(every).toContain('one row per planet and reference.')
    // The head of every page leads to the first.
    expect(every).toContain('<a href="./exoplanets?default_flag=1" aria-current="page">Planets</a>')
  })

  test('is for browsers; programs get what they got', async () => {
    for (const accept of ['*/*', null, 'application/json']) {
      const response = await visit('/exoplanets', accept)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'unknown_path', suggestions: ['/rest/exoplanets'] })
    }
    expect((await visit('/rest/exoplanets')).headers.get('content-type')).toBe('application/json')
  })

  test('says what is wrong with its parameters, and keeps the rest of the form filled in', async () => {
    const response = await visit('/exoplanets?sort_by=nope&filter=kepler&pl_rade__gte=1.5')
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toContain('has no column &quot;nope&quot;')
    expect(html).toContain('name="filter" value="kepler"')
    expect(html).toContain('name="pl_rade__gte" value="1.5"')
    for (const wrong of ['columns=x', 'pl_rade__gt=abc', 'limit=-1', 'format=csv', 'limit=all', 'nope=1', 'page=0'])
      expect((await visit(`/exoplanets?${wrong}`)).status, wrong).toBe(400)
  })

  test('gives a form a short address: empty fields go, boxes become a list', async () => {
    const to = async (query: string): Promise<string | null> => {
      const response = await visit(`/exoplanets?${query}`)
      expect(response.status).toBe(302)
      return response.headers.get('location')
    }
    expect(await to('filter=&pl_rade__gte=1&pl_rade__lte=')).toBe('./exoplanets?pl_rade__gte=1')
    expect(await to('columns=pl_name,hostname,pl_rade&column=pl_eqt&column=pl_rade&column=pl_name&limit=20')).toBe(
      './exoplanets?columns=pl_name,pl_rade,pl_eqt&limit=20',
    )
    expect(await to('filter=')).toBe('./exoplanets')
  })

  test('adds a condition on any column, and shows that column', async () => {
    const added = (column: string, operator: string, value: string) =>
      `condition_column=${column}&condition_operator=${operator}&condition_value=${encodeURIComponent(value)}`
    const to = async (query: string): Promise<string | null> =>
      (await visit(`/exoplanets?${query}`)).headers.get('location')
    const { defaultColumns } = service.catalog.manifest.tables.exoplanets
    expect(defaultColumns).toContain('pl_rade')
    expect(await to(`default_flag=1&filter=&${added('pl_rade', 'lte', '2')}`)).toBe(
      './exoplanets?default_flag=1&pl_rade__lte=2',
    )
    // One on the same column and comparison takes the place of the former.
    expect(await to(`pl_rade__lte=3&${added('pl_rade', 'lte', '2')}`)).toBe('./exoplanets?pl_rade__lte=2')
    const unseen = await to(`default_flag=1&${added(' disc_facility', 'startswith', 'K ')}`)
    expect(unseen).toBe(
      `./exoplanets?columns=${[...defaultColumns, 'disc_facility'].join(',')}&default_flag=1&disc_facility__startswith=K`,
    )
    expect(await to(`columns=pl_name&${added('sy_dist', 'eq', '10')}`)).toBe(
      './exoplanets?columns=pl_name,sy_dist&sy_dist=10',
    )
    // Without a column or a value there is nothing to add.
    expect(await to(`default_flag=1&${added('', 'eq', '')}`)).toBe('./exoplanets?default_flag=1')
    expect(await to(`default_flag=1&${added('pl_rade', 'lt', ' ')}`)).toBe('./exoplanets?default_flag=1')
    const html = await (await visit(unseen!.slice(1))).text()
    expect(html).toContain('Discovery facility <bdi>begins with “K”</bdi>')
    expect(html).toContain('name="condition_column"')
    const unknown = await visit((await to(added('disc_facilit', 'eq', 'K')))!.slice(1))
    expect(unknown.status).toBe(400)
    expect(await unknown.text()).toContain('disc_facility')
  })

  test('says with which values rows are there where no row meets a condition', async () => {
    const html = await (await visit('/exoplanets?default_flag=1&discoverymethod=transit&sort_by=pl_rade')).text()
    expect(html).toContain('No row matches.')
    const link = /role="status">[\s\S]*?href="\.(\/exoplanets[^"]*)"><bdi>Transit</.exec(html)![1]!
    expect(link).toBe('/exoplanets?default_flag=1&amp;discoverymethod=Transit&amp;sort_by=pl_rade')
    expect((await rowsOf(link.replaceAll('&amp;', '&'))).total).toBeGreaterThan(0)
  })

  test('has links that sort, filter, turn pages and take filters away', async () => {
    const html = await (await visit('/exoplanets?pl_rade__gte=1&sort_by=pl_rade&limit=10')).text()
    expect(html).toContain('aria-sort="ascending"')
    for (const link of [
      './exoplanets?pl_rade__gte=1&amp;sort_by=pl_rade&amp;order=desc&amp;limit=10',
      './exoplanets?pl_rade__gte=1&amp;sort_by=pl_rade&amp;limit=10&amp;page=2',
      './exoplanets?sort_by=pl_rade&amp;limit=10',
    ])
      expect(html).toContain(`href="${link}"`)
    for (const [, link = ''] of html.matchAll(/href="\.(\/exoplanets\?[^"]*)"/g)) {
      const response = await visit(link.replaceAll('&amp;', '&'))
      expect(response.status, link).toBe(200)
    }
  })
})
