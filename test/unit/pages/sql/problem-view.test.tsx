/** @jsxImportSource preact */
import { expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import type { Problem } from '../../../../src/core/answers/service.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { createSite, SiteProvider } from '../../../../src/pages/frame/site.ts'
import { ProblemView } from '../../../../src/pages/sql/problem-view.tsx'

const problem: Problem = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: 'Wrong <it>.',
  code: 'invalid_sql',
}

const SITE = createSite({
  path: '/sql',
  manifest: {} as Manifest,
  baseUrl: undefined,
  ownAddress: 'http://127.0.0.1:1',
  hasMcp: false,
})

const html = (sql: string, more: Partial<Problem>): string =>
  renderToString(
    <SiteProvider value={SITE}>
      <ProblemView problem={{ ...problem, ...more }} sql={sql} />
    </SiteProvider>,
  )

/** The place as a reader sees it, with the marked word in brackets. */
const placeOf = (sql: string, position: number): string =>
  /<p class="place">(.*)<\/p>/s
    .exec(html(sql, { position }))![1]!
    .replaceAll('<mark>', '[')
    .replaceAll('</mark>', ']')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')

test.each([
  ['SELECT pl_nam FROM x', 7, 'Line 1, character 8: SELECT [pl_nam] FROM x'],
  ['SELECT 1', 0, 'Line 1, character 1: [SELECT] 1'],
  ['SELECT a\nFROM b\nWHERE c', 14, 'Line 2, character 6: FROM [b]'],
  ['SELECT a\nFROM b', 9, 'Line 2, character 1: [FROM] b'],
  ['SELECT a\nFROM b', 8, 'Line 1, character 9: SELECT a[ ]'],
  ['SELECT a <> b', 9, 'Line 1, character 10: SELECT a [<]> b'],
  ['SELECT', 6, 'Line 1, character 7: SELECT[ ]'],
  ['SELECT', 99, 'Line 1, character 7: SELECT[ ]'],
  ['a\n\n\nb', 4, 'Line 4, character 1: [b]'],
])('the place in %j at %d', (sql, position, shown) => {
  expect(placeOf(sql, position)).toBe(shown)
})

test('an error without a position has no place, and its words are text', () => {
  const shown = html('SELECT 1', {})
  expect(shown).not.toContain('class="place"')
  expect(shown).not.toContain('data-position')
  expect(shown).toContain('Wrong &lt;it')
  expect(html('SELECT 1', { position: 0 })).toContain('data-position="0"')
})

test('suggestions are alternatives', () => {
  const words = (suggestions: string[]): string => html('x', { suggestions }).replaceAll(/<[^>]*>/g, '')
  expect(words([])).not.toContain('Did you mean')
  expect(words(['a'])).toContain('Did you mean a?')
  expect(words(['a', 'b', 'c'])).toContain('Did you mean a or b or c?')
  const told = html('x', { detail: 'Unknown column "pl_nam". Did you mean pl_name?', suggestions: ['pl_name'] })
  expect(told.match(/Did you mean/g)).toHaveLength(1)
})

test('a result that cannot be shown is told from a query that did not run', () => {
  expect(html('x', {})).toContain('The query did not run')
  expect(html('x', { parameter: 'x' })).toContain('The result cannot be shown like this')
})

test('pages that a message names are links', () => {
  const shown = html('x', {
    detail: 'No column "/columns". /columns/exoplanets and /columns/stellarhosts describe the columns.',
  })
  expect(shown.match(/<a href="[^"]*"/g)).toEqual([
    '<a href="./columns/exoplanets"',
    '<a href="./columns/stellarhosts"',
  ])
})
