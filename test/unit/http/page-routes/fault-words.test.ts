import { expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { faultWords } from '../../../../src/http/page-routes/fault-words.ts'

const PROBLEM = { status: 404, detail: 'for programs' } as Parameters<typeof faultWords>[1]

test.each([
  ['table_not_found', '/columns/x/y', '/columns/a%2Fb%3F'],
  ['unknown_column', '/columns/ps/x', '/columns/ps/a%2Fb%3F'],
  ['unknown_column', '/columns/ps/x/', '/columns/ps/a%2Fb%3F'],
  ['unknown_insight', '/insights/x', '/insights/a%2Fb%3F'],
] as const)('the suggestion of %s at %s is a link to %s', (code, path, expected) => {
  const error = new CatalogError(code, 'No.', { suggestions: ['a/b?'] })
  expect(faultWords(error, PROBLEM, { path }).suggestions).toEqual([{ name: 'a/b?', path: expected }])
})

test('names of objects, and addresses for programs, are no pages', () => {
  const suggestionsOf = (code: CatalogError['code'], path: string, suggestions: readonly string[]) =>
    faultWords(new CatalogError(code, 'No.', { suggestions: [...suggestions] }), PROBLEM, { path }).suggestions
  expect(suggestionsOf('unknown_name', '/exoplanets/x', ['TRAPPIST-1 b'])).toEqual([])
  expect(suggestionsOf('unknown_path', '/x', ['/insights', '/rest/tables'])).toEqual([
    { name: '/insights', path: '/insights' },
  ])
})

test('an error that is no 404 keeps the words for programs, and suggests nothing', () => {
  const error = new CatalogError('unknown_column', 'No.', { suggestions: ['a'] })
  expect(faultWords(error, { ...PROBLEM, status: 400 }, { path: '/columns/ps/x' })).toEqual({ detail: 'for programs' })
})
