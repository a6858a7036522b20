import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { tablePages } from '../../../../src/http/page-routes/table-pages.tsx'
import { manifestOf, outline } from '../../../fixtures/pages/rendered.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'pl_rade', type: 'real' },
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'sy_dist', type: 'real' },
]
const MANIFEST = manifestOf(COLUMNS, [{ name: 'hostname', type: 'text' }])
const manifest = {
  ...MANIFEST,
  tables: {
    ...MANIFEST.tables,
    exoplanets: { ...MANIFEST.tables.exoplanets, rows: 40, defaultColumns: ['pl_name', 'pl_rade'] },
  },
}
const BROWSER = { headers: { accept: 'text/html' } }

/** A service whose table reads find `total` rows, and what it was asked. */
function service({ total = 1, nulls = 0 } = {}) {
  const asked: string[] = []
  let counted: string | undefined
  const { get } = fakeApp({
    manifest,
    page(table, query) {
      asked.push(`${table}?${decodeURIComponent(query)}`)
      const data = [{ pl_name: 'A b', pl_rade: 1.5, pl_radeerr1: 0.1, sy_dist: 3 }]
      return textAnswer(query, JSON.stringify({ data: total === 0 ? [] : data, total }))
    },
    nullCounts(_table, query) {
      counted = decodeURIComponent(query)
      return new Map([['pl_rade', 1]])
    },
    column: (_table, name) =>
      textAnswer(
        name,
        JSON.stringify({ name, data_type: 'Float64', rows: 40, nulls: name === 'pl_rade' ? nulls : 0, distinct: 1 }),
      ),
  })
  return { asked, counted: () => counted, get: (path: string, init = BROWSER) => get(path, init) }
}
const shown = async (path: string, options?: Parameters<typeof service>[0]): Promise<string> =>
  outline(await (await service(options).get(path)).text())

describe(`the rows of a page (${tablePages.name})`, () => {
  test('are read as sent, with the columns that belong to the shown ones', async () => {
    const { asked, get } = service()
    await (await get('/exoplanets?pl_rade__lt=4&page=2&limit=1')).text()
    // The rows, then those without a value if there are any.
    expect(asked).toEqual(['exoplanets?pl_rade__lt=4&page=2&limit=1&columns=pl_name,pl_rade,pl_radeerr1'])
    expect(await shown('/exoplanets')).toContain('| [A b](./exoplanets/A%20b)|> 1.5')
    expect(await shown('/exoplanets')).toContain('1 of 40 rows of 2 planets.')
  })

  test('of chosen columns have those', async () => {
    const { asked, get } = service()
    const text = outline(await (await get('/exoplanets?columns=sy_dist')).text())
    expect(asked).toEqual(['exoplanets?columns=sy_dist'])
    expect(text).toContain('JSON of this page](./rest/exoplanets?columns=sy_dist)')
  })

  test('of the other table are those of hosts', async () => {
    const { asked, get } = service()
    const text = await (await get('/stellarhosts')).text()
    expect(asked).toEqual(['stellarhosts?columns=hostname'])
    expect(text).toContain('<h1>Host stars</h1>')
  })
})

describe('missing values', () => {
  test('are counted among the matching rows if there is a filter', async () => {
    const plain = service({ nulls: 7 })
    expect(outline(await (await plain.get('/exoplanets')).text())).toContain('7 of 40 rows have no value.')
    expect(plain.counted()).toBeUndefined()
    for (const filter of ['pl_rade__lt=4', 'filter=x']) {
      const filtered = service({ nulls: 7 })
      expect(outline(await (await filtered.get(`/exoplanets?${filter}`)).text())).toContain(
        '1 of 1 matching rows have no value.',
      )
      expect(filtered.counted()).toContain(filter)
    }
  })

  test('that a condition leaves out are told, unless it asks for them', async () => {
    const { asked, get } = service({ nulls: 7, total: 3 })
    const text = outline(await (await get('/exoplanets?pl_rade__lt=4&sort_by=sy_dist&order=desc&page=1')).text())
    expect(text).toContain(
      'Left out because a value is missing: [3 rows](./exoplanets?pl_rade__isnull=1&sort_by=sy_dist&order=desc) without radius.',
    )
    // Only the number of rows is asked for.
    expect(asked[1]).toBe('exoplanets?columns=pl_name,pl_rade&pl_rade__isnull=1&limit=0')
    expect(await shown('/exoplanets?pl_rade__isnull=0', { nulls: 7 })).not.toContain('Left out')
    expect(await shown('/exoplanets?sy_dist__lt=4', { nulls: 7 })).not.toContain('Left out')
    expect(await shown('/exoplanets?pl_rade__lt=4', { nulls: 7, total: 0 })).not.toContain('Left out')
  })
})

describe('a submitted form', () => {
  const address = async (query: string): Promise<string | null> => {
    const response = await service().get(`/exoplanets?${query}`)
    return response.status === 302 ? response.headers.get('location') : null
  }

  test.each([
    ['filter=&pl_rade__gte=', './exoplanets'],
    ['filter=x&pl_rade__gte=', './exoplanets?filter=x'],
    ['filter=&pl_rade__gte=2', './exoplanets?pl_rade__gte=2'],
    ['pl_rade__gte', './exoplanets'],
    // Boxes keep the order of the list that was shown; new ones come behind.
    [
      'columns=sy_dist,pl_name&column=pl_name&column=pl_rade&column=sy_dist',
      './exoplanets?columns=sy_dist,pl_name,pl_rade',
    ],
    ['column=pl_rade', './exoplanets?columns=pl_rade'],
    ['columns=sy_dist,pl_name&column=pl_name', './exoplanets?columns=pl_name'],
    ['condition_column=pl_rade&condition_operator=lt&condition_value=4', './exoplanets?pl_rade__lt=4'],
    ['condition_column=Radius&condition_operator=eq&condition_value=4&filter=x', './exoplanets?filter=x&pl_rade=4'],
    // The column of a new condition is shown.
    [
      'condition_column=sy_dist&condition_operator=lt&condition_value=4',
      './exoplanets?columns=pl_name,pl_rade,sy_dist&sy_dist__lt=4',
    ],
    [
      'columns=sy_dist&condition_column=sy_dist&condition_operator=lt&condition_value=4',
      './exoplanets?columns=sy_dist&sy_dist__lt=4',
    ],
    [
      'columns=*&condition_column=sy_dist&condition_operator=lt&condition_value=4',
      './exoplanets?columns=*&sy_dist__lt=4',
    ],
    ['condition_column=zz&condition_operator=lt&condition_value=4', './exoplanets?zz__lt=4'],
    ['condition_column=&condition_operator=lt&condition_value=', './exoplanets'],
  ])('%s leads to %s', async (query, location) => {
    expect(await address(query)).toBe(location)
  })

  test('that is tidy is answered at once', async () => {
    for (const query of ['', 'filter=x', 'columns=pl_name&filter=a%26b', 'pl_rade__lt=4'])
      expect(await address(query)).toBeNull()
  })
})

test('texts are shown as they were typed, although their case does not matter', async () => {
  expect(await shown('/exoplanets?filter=KEPLER')).toContain('Planet contains “KEPLER”')
  expect(await shown('/exoplanets?pl_name__startswith=+KEPLER+')).toContain('Planet begins with “KEPLER”')
  const { get } = service()
  const page = async (query: string) => (await (await get(`/exoplanets?${query}`)).text()).includes('“KEPLER”')
  // One is not sent in place of the other.
  expect([await page('filter=kepler'), await page('filter=KEPLER'), await page('filter=kepler')]).toEqual([
    false,
    true,
    false,
  ])
})

describe('an invalid request', () => {
  const refused = async (query: string) => {
    const response = await service().get(`/exoplanets?${query}`)
    return { status: response.status, text: outline(await response.text()) }
  }

  test('is shown with the error and with its valid parameters', async () => {
    const { status, text } = await refused('pl_rade__lt=4&filter=AB&zz=1&columns=pl_rade&page=3')
    expect(status).toBe(400)
    expect(text).toContain('(unknown_parameter)')
    expect(text).toContain('Radius < 4 [remove')
    expect(text).toContain('“AB”')
    expect(text).toContain('Columns (1)')
    expect(text).not.toContain('page=3')
    expect(text).toContain('40 rows of 2 planets.')
  })

  test('for a file is refused with the address that has it', async () => {
    for (const query of ['format=csv', 'download=1']) {
      const { status, text } = await refused(query)
      expect(status).toBe(400)
      expect(text).toContain('Pages do not support "format"; /rest/exoplanets returns other formats.')
    }
  })
})

test('a program is told where the rows are', async () => {
  const response = await service().get('/exoplanets', { headers: { accept: 'application/json' } })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    code: 'unknown_path',
    detail: expect.stringContaining('"/exoplanets" is a page for browsers; /rest/exoplanets has its rows.'),
    suggestions: ['/rest/exoplanets'],
  })
})
