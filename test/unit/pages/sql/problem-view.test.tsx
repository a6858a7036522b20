import { expect, test } from 'bun:test'
import type { Problem } from '../../../../src/core/answers/service.ts'
import { ProblemView } from '../../../../src/pages/sql/problem-view.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const html = (problem: Partial<Problem>, sql = 'SELECT 1') =>
  rendered(<ProblemView problem={{ detail: 'It failed.', ...problem } as Problem} sql={sql} />)
const lines = (problem: Partial<Problem>, sql?: string) => outline(html(problem, sql)).split('\n')
/** The line of the error as markup. */
const place = (sql: string, position: number) =>
  /<p class="place">(.*)<\/p>/s.exec(html({ position }, sql))?.[1]?.replaceAll(/<\/?code>/g, '')

test('an error of a query and one of its parameters have different headings', () => {
  expect(lines({})).toEqual(['The query did not run', 'It failed.'])
  expect(lines({ parameter: 'x' })).toEqual(['The result cannot be shown like this', 'It failed.'])
})

test('names that may be meant are listed, but not twice', () => {
  expect(lines({ suggestions: ['a', 'b'] }).at(-1)).toBe('Did you mean a or b?')
  expect(lines({ suggestions: [] })).toHaveLength(2)
  expect(lines({ suggestions: ['a'], detail: 'No. Did you mean a?' })).toHaveLength(2)
})

test.each([
  ['SELECT foo', 7, 'Line 1, character 8: SELECT <mark>foo</mark>'],
  ['SELECT foo, 1', 7, 'Line 1, character 8: SELECT <mark>foo</mark>, 1'],
  ['SELECT\n  foo\nFROM t', 9, 'Line 2, character 3:   <mark>foo</mark>'],
  ['SELECT 1\nFROM t', 9, 'Line 2, character 1: <mark>FROM</mark> t'],
  ['SELECT +', 7, 'Line 1, character 8: SELECT <mark>+</mark>'],
  // At a line break and at the end there is no word.
  ['SELECT\nFROM t', 6, 'Line 1, character 7: SELECT<mark> </mark>'],
  ['SELECT', 6, 'Line 1, character 7: SELECT<mark> </mark>'],
  ['SELECT', 60, 'Line 1, character 7: SELECT<mark> </mark>'],
  ['', 0, 'Line 1, character 1: <mark> </mark>'],
  ['<b>', 0, 'Line 1, character 1: <mark>&lt;</mark>b>'],
])('%j marks the word at %d', (sql, position, marked) => {
  expect(place(sql, position)).toBe(marked)
})

test('the position is in the markup for the editor, and only if there is one', () => {
  expect(html({ position: 3 })).toContain('id="problem" data-position="3"')
  expect(html({})).not.toContain('data-position')
  expect(html({})).not.toContain('class="place"')
})
