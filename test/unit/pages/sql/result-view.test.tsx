import { describe, expect, test } from 'bun:test'
import type { SqlResponse } from '../../../../src/core/answers/rows.ts'
import type { Column } from '../../../../src/format/column.ts'
import { ResultView, type ResultViewProps } from '../../../../src/pages/sql/result-view.tsx'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const PLANETS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
]
const SITE = siteOf(manifestOf(PLANETS, [{ name: 'st_mass', type: 'real', unit: 'Msun' }]))
const SQL = 'SELECT pl_name, hostname, pl_rade, n FROM exoplanets'
const QUERY = 'SELECT+pl_name,+hostname,+pl_rade,+n+FROM+exoplanets'

function responseOf(data: SqlResponse['data'], more: Partial<SqlResponse> = {}): SqlResponse {
  return {
    data,
    rows: data.length,
    columns: ['pl_name', 'hostname', 'pl_rade', 'n'],
    query: SQL,
    truncated: false,
    ...more,
  } as SqlResponse
}

const row = (n: number) => ({ pl_name: 'A b', hostname: 'A', pl_rade: 1.5, n })
const many = (count: number) => responseOf(Array.from({ length: count }, (_, at) => row(at + 1)))

const html = (response: SqlResponse, props: Partial<ResultViewProps> = {}) =>
  rendered(<ResultView response={response} ms={12.4} page={1} plot={undefined} sql={SQL} {...props} />, SITE)
const lines = (response: SqlResponse, props: Partial<ResultViewProps> = {}) =>
  outline(html(response, props)).split('\n')
/** The numbers of column `n` on a page. */
const shownRows = (response: SqlResponse, page: number): (string | undefined)[] =>
  lines(response, { page }).flatMap((line) => /^\| .*\|> (\d+)$/.exec(line)?.[1] ?? [])

test('a result shows its size, its downloads, and its rows with links to planets, stars and columns', () => {
  const shown = lines(
    responseOf([
      { pl_name: 'A b', hostname: 'A', pl_rade: 1.5, n: 3 },
      { pl_name: null, hostname: null, pl_rade: null, n: null },
      { pl_name: '<i>', hostname: 'a/b', pl_rade: 2, n: 4 },
    ]),
  )
  const download = (format: string, name: string) =>
    `[${name}](../rest/query?sql=${QUERY}&amp;limit=10000&amp;format=${format}&amp;download=1)`.replaceAll('&amp;', '&')
  expect(shown.slice(0, shown.indexOf('Plot'))).toEqual([
    'Result',
    '3 rows in 12 ms.',
    `Whole result:${download('csv', 'CSV')}${download('json', 'JSON')}${download('votable', 'VOTable')}`,
    '| [pl_name](../columns/exoplanets/pl_name) | [hostname](../columns/exoplanets/hostname) |> [pl_rade](../columns/exoplanets/pl_rade) R⊕|> n',
    '| [A b](../exoplanets/A%20b)| [A](../stellarhosts/A)|> 1.5|> 3',
    '| null| null|> null|> null',
    '| [<i>](../exoplanets/%3Ci%3E)| [a/b](../stellarhosts/a%2Fb)|> 2|> 4',
  ])
})

test('a column that only the second table has is a link into that table', () => {
  const response = responseOf([{ st_mass: 1 }], { columns: ['st_mass'] })
  expect(lines(response, { sql: 'SELECT st_mass FROM stellarhosts' })).toContain(
    '|> [st_mass](../columns/stellarhosts/st_mass) M☉',
  )
})

test.each([
  [0.99, 'One row in less than 1 ms.'],
  [1, 'One row in 1 ms.'],
  [1.5, 'One row in 2 ms.'],
  [999.4, 'One row in 999 ms.'],
  [1_000, 'One row in 1.0 s.'],
  [12_345, 'One row in 12.3 s.'],
])('a query that took %p ms says so', (ms, sentence) => {
  expect(lines(many(1), { ms })[1]).toBe(sentence)
})

test('a result that was cut says that there are more rows', () => {
  const response = responseOf([row(1)], { rows: 1_000, truncated: true })
  expect(lines(response)[1]).toBe('The first 1,000 rows, in 12 ms. There are more: a download has up to 10,000.')
  expect(lines(responseOf([], { rows: 1_234 }))[1]).toBe('1,234 rows in 12 ms.')
})

test('a result without rows has no table, and names the caveats it has', () => {
  const shown = lines(
    responseOf([], {
      warnings: [
        { code: 'a', message: 'All values are limits.' },
        { code: 'b', message: 'And more.' },
      ],
    }),
  )
  expect(shown.slice(0, 4)).toEqual(['Result', '0 rows in 12 ms.', 'All values are limits.', 'And more.'])
  expect(shown).toHaveLength(5)
  expect(html(responseOf([]))).not.toContain('<table')
  expect(html(responseOf([]))).not.toContain('class="caveats"')
})

describe('pages of 50 rows', () => {
  test('have the rows of the page and links to the next and previous one', () => {
    const link = (words: string, page: string) => `[${words}](../sql?q=${QUERY}${page})`
    expect(shownRows(many(120), 1)).toHaveLength(50)
    expect(shownRows(many(120), 2)).toEqual(Array.from({ length: 50 }, (_, at) => String(at + 51)))
    expect(shownRows(many(120), 3)).toHaveLength(20)
    expect(lines(many(120), { page: 1 })).toContain(`Page 1 of 3${link('Next', '&page=2')}`)
    expect(lines(many(120), { page: 2 })).toContain(`${link('Previous', '')}Page 2 of 3${link('Next', '&page=3')}`)
    expect(lines(many(120), { page: 3 })).toContain(`${link('Previous', '&page=2')}Page 3 of 3`)
  })

  test('have no links if there is only one', () => {
    expect(html(many(50))).not.toContain('aria-label="Pages of the result"')
    expect(html(many(51))).toContain('aria-label="Pages of the result"')
  })
})

test('a column of the archive without any value is aligned as with values, a column of texts is not', () => {
  const response = responseOf([{ pl_name: null, hostname: 'A', pl_rade: null, n: null }])
  expect(lines(response)).toContain('| null| [A](../stellarhosts/A)|> null| null')
  // With a text in any row, a column is one of texts.
  const mixed = responseOf([row(1), { ...row(2), n: 'x' }])
  expect(lines(mixed)).toContain('| [A b](../exoplanets/A%20b)| [A](../stellarhosts/A)|> 1.5| 1')
})

test('names that are numbers are no links', () => {
  expect(lines(responseOf([{ pl_name: 1, hostname: 2, pl_rade: 3, n: 4 }]))).toContain('|> 1|> 2|> 3|> 4')
})

test('the result can be cited with the tables of its query, and its code does not repeat the SQL', () => {
  const page = html(many(1))
  expect(page).toContain(
    `Result of an SQL query. exoplanet-catalog, snapshot 0123456789abcdef. http://localhost:3000/sql?q=${QUERY}`,
  )
  expect(page).toContain('10.26133/NEA13')
  expect(page).not.toContain('10.26133/NEA40')
  expect(page).not.toContain('<summary>SQL</summary>')
  expect(page).toContain('<summary>curl</summary>')
})
