import { expect, test } from 'bun:test'
import { acceptsHtml } from '../../../../src/http/request/accept.ts'

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['TEXT/HTML', true],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['application/json', false],
  [null, false],
])('Accept %p asks for a page: %p', (header, isPage) => {
  expect(acceptsHtml(header)).toBe(isPage)
})
