import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { ownPlots } from '../../../../src/http/plot-pages/own-plots.tsx'
import { manifestOf, outline } from '../../../fixtures/pages/rendered.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'default_flag', type: 'integer' },
  { name: 'pl_orbper', type: 'real', unit: 'days' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'discoverymethod', type: 'text' },
]
const HOSTS: readonly Column[] = [
  { name: 'hostname', type: 'text' },
  { name: 'st_teff', type: 'real' },
  { name: 'st_rad', type: 'real' },
]
const BROWSER = { headers: { accept: 'text/html' } }
const ROWS = [
  { pl_name: 'A b', default_flag: 1, pl_orbper: 2, pl_rade: 1.5, pl_radeerr1: null },
  { pl_name: 'A c', default_flag: 1, pl_orbper: null, pl_rade: 3, pl_radeerr1: 1 },
]

/** A service with these rows in every table, and what it was asked. */
function service({
  rows = ROWS as readonly object[],
  columns = COLUMNS,
  statistics = {} as Readonly<Record<string, object>>,
} = {}) {
  const asked: string[] = []
  const { get } = fakeApp({
    manifest: manifestOf(columns, HOSTS),
    page(table, query) {
      asked.push(`${table}?${decodeURIComponent(query)}`)
      return textAnswer(`${table}|${query}`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    },
    column: (_table, name) => textAnswer(name, JSON.stringify({ name, ...statistics[name] })),
  })
  return { asked, get: (path: string, init: RequestInit = BROWSER) => get(path, init) }
}
const page = async (query: string, options?: Parameters<typeof service>[0]): Promise<string> =>
  (await service(options).get(`/plot${query}`)).text()

describe(`the rows of a plot (${ownPlots.name})`, () => {
  const read = async (query: string, options?: Parameters<typeof service>[0]): Promise<string | undefined> => {
    const { asked, get } = service(options)
    await (await get(`/plot${query}`)).text()
    return asked[0]
  }
  const rest = '&limit=all&format=ndjson'

  test('are the default rows with the columns of both axes and their uncertainties', async () => {
    expect(await read('')).toBe(`exoplanets?columns=pl_name,pl_orbper,pl_rade,pl_radeerr1&default_flag=1${rest}`)
    expect(await read('?x=pl_rade&y=pl_orbper&color=discoverymethod')).toBe(
      `exoplanets?columns=pl_name,pl_rade,pl_orbper,discoverymethod,pl_radeerr1&default_flag=1${rest}`,
    )
  })

  test('are all rows if they are asked for, the flag has a condition, or the table has none', async () => {
    const columns = 'columns=pl_name,pl_orbper,pl_rade,pl_radeerr1'
    expect(await read('?rows=all')).toBe(`exoplanets?${columns}${rest}`)
    expect(await read('?default_flag=0')).toBe(`exoplanets?${columns}&default_flag=0${rest}`)
    expect(await read('?default_flag__in=0')).toBe(`exoplanets?${columns}&default_flag__in=0${rest}`)
    expect(await read('?pl_rade__lt=4')).toBe(`exoplanets?${columns}&pl_rade__lt=4&default_flag=1${rest}`)
    expect(await read('?table=stellarhosts')).toBe(`stellarhosts?columns=hostname,st_teff,st_rad${rest}`)
    expect(await read('', { columns: COLUMNS.filter(({ name }) => name !== 'default_flag') })).toBe(
      `exoplanets?${columns}${rest}`,
    )
  })
})

describe('the page', () => {
  test('has the plot, its files, its rows and their SQL', async () => {
    const html = await page('?pl_rade__lt=4')
    const text = outline(html)
    expect(text).toStartWith('[All plots](./plots)\nRadius against orbital period\n')
    const file = (format: string) => `./plot?pl_rade__lt=4&format=${format}`
    expect(text).toContain(
      `Download:[picture (SVG)](${file('svg')})[picture (PNG)](${file('png')})[rows (CSV)](${file('csv')})[rows as a table](./exoplanets?columns=pl_name,pl_orbper,pl_rade,pl_radeerr1&pl_rade__lt=4&default_flag=1)`,
    )
    // Only one row has a place; its uncertainty is empty, so there is no column for it.
    expect(text).toContain('The one row that these axes can show.')
    expect(text).toEndWith('| [A b](./exoplanets/A%20b)|> 2|> 1.5')
    expect(html).toContain('href="./exoplanets/A%20b"')
    expect(html).toContain(
      'SELECT pl_name, pl_orbper, pl_rade, pl_radeerr1\nFROM exoplanets\nWHERE default_flag = 1\n  AND pl_rade &lt; 4',
    )
    expect(html).not.toContain('\nLIMIT')
    expect(html).toContain('content="noindex"')
    expect(html).toContain('type="application/json" href="./rest/exoplanets?columns=')
    expect(html).toContain('property="og:image" content="./plot?pl_rade__lt=4&amp;format=png"')
    expect(await page('')).not.toContain('content="noindex"')
    expect(await page('')).toContain('content="./plot?format=png"')
  })

  test('has at most fifty rows', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ ...ROWS[0], pl_name: `A ${at}` }))
    const lines = async (count: number) => {
      const text = outline(await page('', { rows: rows(count) }))
      return [/^.* that these axes can show\.$/m.exec(text)?.[0], text.match(/^\| \[A \d+\]/gm)?.length]
    }
    expect(await lines(50)).toEqual(['All 50 rows that these axes can show.', 50])
    expect(await lines(1_051)).toEqual(['The first 50 of 1,051 rows that these axes can show.', 50])
  })

  test('lists an uncertainty that any row has', async () => {
    const text = outline(await page('', { rows: [{ ...ROWS[0], pl_radeerr1: 0.5 }] }))
    expect(text).toEndWith('| [A b](./exoplanets/A%20b)|> 2|> 1.5|> 0.5')
  })

  test('without rows suggests values that the column has, at most six', async () => {
    const values = Array.from({ length: 8 }, (_, at) => ({ value: `V${at}`, count: 1 }))
    const text = outline(
      await page('?x=pl_orbper&discoverymethod=zz&pl_rade__lt=4', {
        rows: [],
        statistics: { discoverymethod: { values } },
      }),
    )
    const link = (at: number) => `[V${at}](./plot?x=pl_orbper&pl_rade__lt=4&discoverymethod=V${at})`
    expect(text).toContain('No row meets the conditions and can be shown on these axes.')
    expect(text).toContain(
      `Discovery method (discoverymethod) has values such as ${[0, 1, 2, 3, 4, 5].map(link).join(', ')}.`,
    )
    expect(text).not.toContain('axes can show.')
    expect(outline(await page('', { statistics: { discoverymethod: { values } } }))).not.toContain('No row meets')
  })
})

describe('the form', () => {
  const form = async (query: string) => {
    const text = outline(await page(query))
    return text.slice(text.indexOf('Horizontal axis'), text.indexOf('\nDraw'))
  }

  test('shows the axes that are drawn', async () => {
    const shown = await form('?xscale=log&rows=all&color=discoverymethod&pl_rade__lt=4')
    const lines = shown.split('\n')
    const after = (label: string) => lines[lines.indexOf(label) + 1]
    expect(after('Horizontal axis')).toContain('*Orbital period (d): pl_orbper')
    expect(after('Vertical axis')).toContain('*Radius (R⊕): pl_rade')
    expect(after('Scale')).toBe('auto linear *log')
    expect(lines.filter((line) => line === '*auto linear log')).toHaveLength(1)
    expect(after('Color')).toContain('*Discovery method: discoverymethod')
    expect(after('Rows')).toBe('default *all')
    expect(after('Table')).toBe('*exoplanets stellarhosts')
    expect(after('Radius (R⊕) <')).toBe('{pl_rade__lt=4}')
  })

  test('that was submitted leads to the address of its plot', async () => {
    const { get } = service()
    const address = async (query: string) => {
      const response = await get(`/plot?${query}`)
      return [response.status, response.headers.get('location')]
    }
    const empty = 'condition_column=&condition_operator=eq&condition_value='
    expect(await address(`x=pl_rade&xscale=auto&rows=default&table=exoplanets&color=&${empty}`)).toEqual([
      302,
      './plot?x=pl_rade',
    ])
    expect(await address(empty)).toEqual([302, './plot'])
    expect(await address('condition_column=pl_rade&condition_operator=lt&condition_value=4&y=pl_rade')).toEqual([
      302,
      './plot?y=pl_rade&pl_rade__lt=4',
    ])
  })
})

describe('an invalid request', () => {
  test('shows the error, and the form as it was sent', async () => {
    const response = await service().get('/plot?x=zz&y=pl_rade&size=pl_rade&pl_orbper__gt=3&table=exoplanets')
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(outline(html)).toContain('(unknown_column)')
    expect(html).toContain('<option value="zz" selected>zz</option>')
    expect(html).toContain('name="x" aria-invalid="true" aria-describedby="fault"')
    expect(html.match(/aria-invalid/g)).toHaveLength(1)
    expect(outline(html)).toContain('{pl_orbper__gt=3}')
    expect(html).not.toContain('<figure')
    expect(html).toContain('<title>Plot · ')
  })

  test('about a table shows the columns of planets', async () => {
    const text = outline(await page('?table=zz'))
    expect(text).toContain('*exoplanets stellarhosts')
    expect(text).toContain('Orbital period (d): pl_orbper')
    expect(outline(await page('?table=stellarhosts&x=zz'))).toContain('exoplanets *stellarhosts')
  })

  test('names the rows of its table to programs', async () => {
    const json = async (query: string) =>
      (
        (await (await service().get(`/plot${query}`, { headers: { accept: 'application/json' } })).json()) as {
          detail: string
        }
      ).detail
    expect(await json('?x=zz&table=stellarhosts')).toContain('JSON is at /rest/stellarhosts.')
    expect(await json('?rows=all')).toContain(
      'JSON is at /rest/exoplanets?columns=pl_name,pl_orbper,pl_rade,pl_radeerr1.',
    )
  })
})

describe('files', () => {
  test('are the picture, and the rows as CSV', async () => {
    const { asked, get } = service()
    const csv = await get('/plot?format=csv&pl_rade__lt=4')
    await csv.text()
    expect(asked.at(-1)).toBe(
      'exoplanets?columns=pl_name,pl_orbper,pl_rade,pl_radeerr1&pl_rade__lt=4&default_flag=1&limit=all&format=csv',
    )
    const svg = await get('/plot?format=svg')
    expect(svg.headers.get('content-type')).toBe('image/svg+xml')
    expect(await svg.text()).toContain('href="./exoplanets/A%20b"')
  })
})

describe('an automatic scale', () => {
  /** The words of the description of the plot on the scale of the period. */
  const scale = async (statistics: object) =>
    /(?:both axes|horizontal axis) (\w+)/.exec(
      await page('?format=svg', { statistics: { pl_orbper: statistics } }),
    )?.[1]
  const quantiles = (low: number, high: number) => ({ '0.01': low, '0.99': high })

  test('is logarithmic for positive numbers of very different size', async () => {
    expect(await scale({ min: 1, quantiles: quantiles(1, 15) })).toBe('linear')
    expect(await scale({ min: 1, quantiles: quantiles(1, 15.1) })).toBe('logarithmic')
    expect(await scale({ min: 0, quantiles: quantiles(1, 100) })).toBe('linear')
    expect(await scale({ min: -1, quantiles: quantiles(1, 100) })).toBe('linear')
    expect(await scale({ histogram: { scale: 'log' }, min: 1, quantiles: quantiles(1, 2) })).toBe('logarithmic')
    expect(await scale({ histogram: { scale: 'linear' }, min: 1, quantiles: quantiles(1, 2) })).toBe('linear')
    expect(await scale({ min: null, quantiles: null })).toBe('linear')
  })
})
