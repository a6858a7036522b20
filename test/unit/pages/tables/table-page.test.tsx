import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { type ColumnFacts, columnFacts } from '../../../../src/pages/tables/column-facts.ts'
import type { Read } from '../../../../src/pages/tables/table-address.ts'
import { TablePage, type TablePageProps } from '../../../../src/pages/tables/table-page.tsx'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'default_flag', type: 'integer' },
]
const STARS: readonly Column[] = [
  { name: 'hostname', type: 'text' },
  { name: 'st_mass', type: 'real' },
]
const SITE = siteOf(manifestOf(COLUMNS, STARS))
const FACTS: readonly ColumnFacts[] = COLUMNS.map((column) =>
  columnFacts(column, {
    nulls: column.name === 'pl_rade' ? 7 : 0,
    rows: 3,
    ...(column.type === 'text' ? { values: [{ value: 'A b', count: 2 }] } : {}),
  } as unknown as Parameters<typeof columnFacts>[1]),
)
const READ: Read = {
  page: 1,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: ['pl_name', 'pl_rade', 'default_flag'],
  filter: null,
  conditions: [],
  cone: null,
}
const DEFAULT_ROWS = { column: 'default_flag', kind: 'compare', operator: 'eq', value: 1 } as const
const ROWS = [
  { pl_name: 'A b', pl_rade: 1.5, default_flag: 1 },
  { pl_name: null, pl_rade: null, default_flag: 0 },
]

const html = (
  { read, ...props }: Partial<Omit<TablePageProps, 'read'>> & { readonly read?: Partial<Read> } = {},
  site = SITE,
) =>
  rendered(
    <TablePage
      table="exoplanets"
      read={{ ...READ, ...read }}
      rows={ROWS}
      total={2}
      totalAll={2_345}
      columns={FACTS}
      topics={[]}
      conditionColumns=""
      dataColumns={READ.columns}
      {...props}
    />,
    site,
  )
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')

describe('the sentence on the rows', () => {
  const OLD = siteOf(manifestOf(COLUMNS.slice(0, 2), STARS))
  test.each([
    [{ total: 2_345 }, SITE, '2,345 rows of 2 planets: one row per planet and reference.'],
    [{ total: 1 }, SITE, '1 of 2,345 rows of 2 planets: one row per planet and reference.'],
    [{ total: 2, read: { conditions: [DEFAULT_ROWS] } }, SITE, '2 planets, one row each: the archive’s default row.'],
    [
      { total: 1, read: { conditions: [DEFAULT_ROWS] } },
      SITE,
      '1 of 2 planets, one row each: the archive’s default row.',
    ],
    [{ total: 1 }, OLD, '1 of 2,345 rows of 2 planets.'],
    [
      { total: 5, table: 'stellarhosts', read: { columns: ['hostname'] } },
      SITE,
      '5 of 2,345 rows of 2 hosts, usually one row per host and reference.',
    ],
    // Nothing was counted for a request that could not be read.
    [
      { total: 5, problem: { detail: 'No.', code: 'invalid_parameter' } },
      SITE,
      '2,345 rows of 2 planets: one row per planet and reference.',
    ],
  ] as const)('says how many match, of how many', (props, site, sentence) => {
    expect(lines(props, site)[1]).toBe(sentence)
  })
})

test('rows have links to their planets, numbers are aligned, and missing values are dashes', () => {
  const shown = lines()
  const at = shown.indexOf('Rows 1 to 2 of 2')
  expect(at).toBeGreaterThan(0)
  expect(shown).toContain('| [A b](../exoplanets/A%20b)|> 1.5|> 1')
  expect(shown).toContain('| –no value|> –no value|> 0')
})

test.each([
  [{ total: 2 }, 'Rows 1 to 2 of 2'],
  [{ total: 1_042, read: { page: 21 } }, 'Rows 1,001 to 1,002 of 1,042'],
  [{ total: 42, read: { page: 2, limit: 40 } }, 'Rows 41 to 42 of 42'],
  [{ total: 42, rows: [], read: { page: 9 } }, 'This page has no rows.'],
  [{ total: 0, rows: [] }, 'Columns of the table'],
  [{ total: 5, rows: [], problem: { detail: 'No.', code: 'x' } }, 'Columns of the table'],
] as const)('the caption says which rows they are', (props, caption) => {
  expect(/<caption>(.*?)<\/caption>/.exec(html(props as Parameters<typeof html>[0]))?.[1]).toBe(caption)
})

describe('links to the pages of the table', () => {
  const pager = (total: number, page: number, limit = 50) => {
    const nav = /<nav class="pager".*?<\/nav>/s.exec(html({ total, read: { page, limit } }))?.[0]
    return nav === undefined ? undefined : outline(nav).split('\n')
  }
  const link = (words: string, page: number) => `[${words}](../exoplanets${page === 1 ? '' : `?page=${page}`})`

  test('are left out if there is one page', () => {
    expect(pager(50, 1)).toBeUndefined()
    expect(pager(0, 1)).toBeUndefined()
    expect(pager(50, 1, 0)).toBeUndefined()
  })

  test('lead to the next, previous, first and last page', () => {
    expect(pager(51, 1)).toEqual(['Page 1 of 2', link('Next', 2), link('Last', 2)])
    expect(pager(150, 2)).toEqual([
      link('First', 1),
      link('Previous', 1),
      'Page 2 of 3',
      link('Next', 3),
      link('Last', 3),
    ])
    expect(pager(101, 3)).toEqual([link('First', 1), link('Previous', 2), 'Page 3 of 3'])
    expect(pager(62_500, 1)?.[0]).toBe('Page 1 of 1,250')
  })

  test('lead back to the last page from one behind it', () => {
    expect(pager(100, 9)).toEqual([link('First', 1), link('Previous', 2), 'Page 9 of 2'])
    expect(pager(5, 2)).toEqual([link('First', 1), link('Previous', 1), 'Page 2 of 1'])
  })
})

describe('downloads', () => {
  const downloads = (...args: Parameters<typeof html>) => {
    const shown = lines(...args)
    return shown.slice(shown.indexOf('Download') + 1)
  }
  const sql = encodeURIComponent('SELECT *\nFROM exoplanets\nORDER BY rowid\nLIMIT 50').replaceAll('%20', '+')

  test('have the page as JSON, and all rows in other formats', () => {
    const all = (name: string, format: string) =>
      `[${name}, all 1,234 rows](../rest/exoplanets?limit=all&format=${format})`
    expect(downloads({ total: 1_234 })).toEqual([
      '[JSON of this page](../rest/exoplanets)',
      all('CSV', 'csv'),
      all('TSV', 'tsv'),
      all('NDJSON', 'ndjson'),
      all('VOTable', 'votable'),
      `[SQL](../sql?q=${sql})`,
    ])
    expect(downloads({ total: 1 })[1]).toStartWith('[CSV, the one row](')
    expect(downloads({ total: 0 })[1]).toStartWith('[CSV](')
  })

  test('have the columns with their companions', () => {
    expect(downloads({ dataColumns: [...READ.columns, 'pl_radeerr1'] }).slice(0, 2)).toEqual([
      'With the uncertainties and limit flags of the shown columns.',
      '[JSON of this page](../rest/exoplanets?columns=pl_name,pl_rade,default_flag,pl_radeerr1)',
    ])
  })
})

test('only the plain table, and that of the default rows, are for search engines', () => {
  const isListed = (...args: Parameters<typeof html>) => !html(...args).includes('content="noindex"')
  expect(isListed()).toBe(true)
  expect(isListed({ read: { conditions: [DEFAULT_ROWS] } })).toBe(true)
  expect(isListed({ read: { page: 2 } })).toBe(false)
  expect(isListed({ read: { conditions: [{ ...DEFAULT_ROWS, value: 0 }] } })).toBe(false)
  const stars = { table: 'stellarhosts', columns: [], read: { columns: ['hostname', 'st_mass'] } } as const
  expect(isListed(stars)).toBe(true)
  expect(isListed({ ...stars, read: { ...stars.read, filter: 'x' } })).toBe(false)
})

describe('a request that could not be read', () => {
  const PROBLEM = { problem: { detail: 'No such column.', code: 'unknown_column' }, rows: [], total: 0 } as const

  test('shows the error and the headings, but no downloads and no pages', () => {
    const shown = lines(PROBLEM)
    expect(shown[2]).toBe('No such column. (unknown_column)')
    expect(shown).not.toContain('Download')
    expect(html(PROBLEM)).toContain('role="alert"')
    expect(html(PROBLEM)).toContain('<table class="rows">')
    expect(html(PROBLEM)).not.toContain('rel="expect"')
    expect(html(PROBLEM)).not.toContain('No row matches.')
    expect(html()).toContain('<link rel="expect" href="#data" blocking="render"/>')
    expect(html()).not.toContain('role="alert"')
  })
})

test('warnings are listed above the rows', () => {
  const warnings = [{ code: 'a', message: 'Masses are mixed.' }]
  expect(lines({ warnings })).toContain('Masses are mixed.')
  expect(html()).not.toContain('class="caveats"')
})

describe('without a row', () => {
  const no = (conditions: Read['conditions'], read: Partial<Read> = {}) =>
    lines({ rows: [], total: 0, read: { conditions, ...read } }).filter((line) =>
      /^No row|has values such as/.test(line),
    )

  test('values of the compared text columns are suggested', () => {
    const found = no(
      [
        { column: 'pl_name', kind: 'text', where: 'contains', text: 'zz' },
        { column: 'pl_rade', kind: 'compare', operator: 'gt', value: 9 },
      ],
      { page: 3 },
    )
    expect(found).toEqual([
      'No row matches.',
      'Planet (pl_name) has values such as [A b](../exoplanets?pl_rade__gt=9&pl_name=A+b).',
    ])
  })

  test('a column without a condition, of numbers, or asked for missing values suggests none', () => {
    expect(no([])).toEqual(['No row matches.'])
    expect(no([{ column: 'pl_name', kind: 'isnull', isNull: true }])).toEqual(['No row matches.'])
    expect(no([{ column: 'default_flag', kind: 'compare', operator: 'eq', value: 5 }])).toEqual(['No row matches.'])
    expect(html()).not.toContain('No row matches.')
  })
})

test('headings count the missing values of the matching rows, or of the whole table without a filter', () => {
  expect(html()).toContain('<span class="soft"> 7 null</span>')
  expect(lines().join('\n')).toContain('7 of 3 rows have no value.')
  const filtered = html({ total: 2, nulls: new Map([['pl_rade', 1]]) })
  expect(filtered).toContain('<span class="soft"> 1 null</span>')
  expect(outline(filtered)).toContain('1 of 2 matching rows have no value.')
})

test('the page can be cited, and its code reads the same rows', () => {
  const page = html({ read: { page: 2, limit: 2 } })
  expect(page).toContain(
    'Table exoplanets. exoplanet-catalog, snapshot 0123456789abcdef. http://localhost:3000/exoplanets?limit=2&amp;page=2',
  )
  expect(page).toContain('LIMIT 2 OFFSET 2')
  expect(page).toContain('rest/exoplanets?limit=2&amp;page=2&amp;format=csv')
  expect(html()).toContain('<title>Planets · Exoplanet Catalog</title>')
  expect(html({ table: 'stellarhosts', columns: [], read: { columns: ['hostname'] } })).toContain('<h1>Host stars</h1>')
})
