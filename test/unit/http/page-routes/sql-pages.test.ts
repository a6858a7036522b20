import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { selectAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const BROWSER = { headers: { accept: 'text/html' } }

/** The page of a query whose result has so many rows, or that is refused. */
function sqlPage(rows: number | CatalogError | Error, isDeterministic = true) {
  let runs = 0
  const select: Catalog['select'] = async (query) => {
    runs += 1
    if (typeof rows !== 'number') throw rows
    const data = Array.from({ length: rows }, (_, a) => ({ a }))
    const text = JSON.stringify({ columns: ['a'], data, rows, truncated: false, warnings: [] })
    return { ...selectAnswer(query, text, isDeterministic), rows }
  }
  const { get, seen } = fakeApp({ select })
  const at = (query: string) => get(`/sql?${query}`, BROWSER)
  return { at, seen, runs: () => runs }
}

describe('a query that is refused', () => {
  test.each([
    ['a wrong one', new CatalogError('invalid_sql', 'No such column.'), 400, null, 'No such column.'],
    ['a slow one', new CatalogError('query_timeout', 'It took too long.'), 408, null, 'It took too long.'],
    ['one of too many', new CatalogError('too_many_queries', 'Come back.', { retryAfterS: 7 }), 503, '7', 'Come back.'],
    ['one with a fault', new Error('Secret.'), 500, null, 'Internal error'],
  ] as const)('%s has its status and its words on the page', async (_, fault, status, retryAfter, words) => {
    const response = await sqlPage(fault).at('q=SELECT+1')
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(response.headers.get('content-type')).toStartWith('text/html')
    const html = await response.text()
    expect(html).toContain(words)
    expect(html).toContain('SELECT 1')
    expect(html).not.toContain('Secret')
  })

  test('is not kept', async () => {
    const { at, runs } = sqlPage(new CatalogError('query_timeout', 'It took too long.'))
    for (let i = 0; i < 2; i++) expect((await at('q=SELECT+1')).headers.get('cache-control')).toBe('no-store')
    expect(runs()).toBe(2)
  })
})

describe('the pages of a result', () => {
  test.each([
    [0, 1],
    [1, 1],
    [50, 1],
    [51, 2],
    [100, 2],
    [101, 3],
  ])('of %d rows are %d', async (rows, pages) => {
    const { at } = sqlPage(rows)
    expect((await at(`q=SELECT+1&page=${pages}`)).status).toBe(200)
    const beyond = await at(`q=SELECT+1&page=${pages + 1}`)
    expect(beyond.status).toBe(400)
    expect(await beyond.text()).toContain(`at most ${pages}, the number of pages of the result`)
  })

  test('are kept if the query always has the same result', async () => {
    const kept = sqlPage(1)
    const other = sqlPage(1, false)
    for (const { at } of [kept, kept, other, other]) expect((await at('q=SELECT+1')).status).toBe(200)
    expect([kept.runs(), other.runs()]).toEqual([1, 2])
    await kept.at('q=SELECT+1&page=1')
    expect(kept.runs()).toBe(1)
    await kept.at('q=SELECT+2')
    expect(kept.runs()).toBe(2)
  })
})

test('without a query nothing runs', async () => {
  const { at, runs } = sqlPage(1)
  for (const query of ['', 'q=', 'q=++']) expect((await at(query)).status).toBe(200)
  expect(runs()).toBe(0)
})
