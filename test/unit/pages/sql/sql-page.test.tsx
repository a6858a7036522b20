import { describe, expect, test } from 'bun:test'
import type { SqlResponse } from '../../../../src/core/answers/rows.ts'
import type { Problem } from '../../../../src/core/answers/service.ts'
import { resultPicture } from '../../../../src/pages/sql/result-plot-view.tsx'
import { type SqlOutcome, SqlPage } from '../../../../src/pages/sql/sql-page.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const html = (sql: string, outcome: SqlOutcome = { kind: 'nothing' }) =>
  rendered(<SqlPage sql={sql} outcome={outcome} />)
const RESPONSE = {
  data: [
    { a: 1, b: 2, c: 'x' },
    { a: 3, b: 4, c: 'y' },
  ],
  rows: 2,
  columns: ['a', 'b', 'c'],
  query: 'SELECT 1',
  truncated: false,
} as SqlResponse
const PLOT = { x: 'b', y: 'a', xscale: 'log', yscale: 'auto', color: 'c' } as const
const result = (plot?: typeof PLOT): SqlOutcome => ({ kind: 'result', response: RESPONSE, ms: 5, page: 1, plot })
const PROBLEM: SqlOutcome = { kind: 'problem', problem: { detail: 'It failed.' } as Problem }

describe('the form', () => {
  test.each([
    ['', 9],
    ['x\n'.repeat(7), 9],
    // As many lines as the query, and one more.
    ['x\n'.repeat(8), 10],
    ['x\n'.repeat(20), 22],
    ['x\n'.repeat(21), 22],
    ['x'.repeat(110 * 9), 10],
    ['x'.repeat(110 * 9 + 1), 11],
  ])('has as many lines as the query needs, from 9 to 22', (sql, rows) => {
    expect(html(sql)).toContain(`name="q" rows="${rows}"`)
  })

  test('is marked as wrong after an error only', () => {
    expect(html('x', PROBLEM)).toContain('aria-invalid="true" aria-describedby="problem"')
    expect(html('x', result())).not.toContain('aria-invalid')
    expect(html('x')).not.toContain('aria-describedby')
  })

  test('names all tables, and has the root for its script', () => {
    expect(outline(html('x'))).toContain(
      'Tables: [exoplanets](../columns/exoplanets), [stellarhosts](../columns/stellarhosts)',
    )
    expect(html('x')).toContain('action="../sql" method="get" data-root="../"')
    expect(html('x')).toContain('maxlength="16384" spellcheck="false"')
  })
})

test('examples are open only if nothing was asked', () => {
  expect(html('')).toContain('<details class="examples" open')
  expect(html('x', result())).toContain('<details class="examples"><summary>')
  expect(html('x', PROBLEM)).toContain('<details class="examples"><summary>')
})

test('a page with a query is not for search engines, and only a result has JSON', () => {
  expect(html(' \n')).not.toContain('noindex')
  expect(html('SELECT 1')).toContain('content="noindex"')
  expect(html('SELECT 1', result())).toContain('type="application/json" href="../rest/query?sql=SELECT+1"')
  expect(html('SELECT 1', PROBLEM)).not.toContain('application/json')
})

test('a page has the result or the problem', () => {
  expect(html('x', PROBLEM)).toContain('It failed.')
  expect(html('x', PROBLEM)).not.toContain('<h2>Result</h2>')
  expect(html('x', result())).toContain('<h2>Result</h2>')
  expect(html('x', result())).not.toContain('role="alert"')
})

describe('the plot of a result', () => {
  const PATH = '/sql?q=SELECT+1&x=b&y=a&xscale=log&color=c'

  test('is the preview of the page, and comes before the rows', () => {
    const page = html('SELECT 1', result(PLOT))
    expect(page).toContain(`property="og:image" content="${`..${PATH}&format=png`.replaceAll('&', '&amp;')}"`)
    expect(page.indexOf('id="plot"')).toBeLessThan(page.indexOf('class="scroll"'))
    expect(outline(page)).toContain(
      `Download:[picture (SVG)](..${PATH}&format=svg)[picture (PNG)](..${PATH}&format=png)`,
    )
    const plain = html('SELECT 1', result())
    expect(plain.indexOf('id="plot"')).toBeGreaterThan(plain.indexOf('class="scroll"'))
    expect(plain).not.toContain('og:image')
  })

  const form = (outcome: SqlOutcome) => {
    const shown = outline(html('SELECT 1', outcome))
    return shown.slice(shown.indexOf('{q='), shown.indexOf('\nPlot', shown.indexOf('{q=')))
  }

  test('has a form with its choices', () => {
    expect(form(result(PLOT))).toBe(
      [
        '{q=SELECT 1}',
        'Horizontal axis',
        'a *b',
        'Scale',
        'automatic linear *logarithmic',
        'Vertical axis',
        '*a b',
        'Scale',
        '*automatic linear logarithmic',
        'Color',
        'none a b *c',
      ].join('\n'),
    )
  })

  test('is offered with the first two columns', () => {
    expect(form(result())).toBe(
      [
        '{q=SELECT 1}',
        'Horizontal axis',
        '*a b',
        'Scale',
        '*automatic linear logarithmic',
        'Vertical axis',
        'a *b',
        'Scale',
        '*automatic linear logarithmic',
        'Color',
        '*none a b c',
      ].join('\n'),
    )
  })

  test('needs two columns of numbers', () => {
    const one = { ...RESPONSE, columns: ['a', 'c'] } as SqlResponse
    expect(html('x', { kind: 'result', response: one, ms: 1, page: 1, plot: undefined })).not.toContain('id="plot"')
  })
})

test('a picture names its scales only if they are chosen', () => {
  expect(resultPicture('S', { x: 'b', y: 'a', xscale: 'auto', yscale: 'linear', color: undefined }, 'svg')).toBe(
    '/sql?q=S&x=b&y=a&yscale=linear&format=svg',
  )
})
