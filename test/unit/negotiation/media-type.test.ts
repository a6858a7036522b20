import { expect, test } from 'bun:test'
import { accepts, preferredType } from '../../../src/negotiation/media-type.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.each([
  [BROWSER, true],
  ['TEXT/HTML', true],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html, application/json', true],
  ['text/html, */*', true],
  ['text/html;q=0.3, */*;q=0.8', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['', false],
  ['application/json', false],
  ['application/json;q=0, */*', true],
  [null, false],
])('Accept %p asks for a page: %p', (header, isPage) => {
  const preferred = preferredType(header, ['text/html', 'application/json'], 'application/json')
  expect(preferred === 'text/html').toBe(isPage)
})

const TABLES = [
  'application/json',
  'text/csv',
  'text/tab-separated-values',
  'application/x-ndjson',
  'application/x-votable+xml',
] as const

test.each([
  [null, 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/csv;header=present;q=0.2', 'text/csv'],
  ['Text/CSV; charset=utf-8', 'text/csv'],
  ['text/*', 'text/csv'],
  ['text/csv, application/json', 'application/json'],
  ['text/csv, application/json;q=0.9', 'text/csv'],
  ['text/csv;q=0.5, */*', 'application/json'],
  ['text/csv;q=0.5, */*;q=0.4', 'text/csv'],
  ['text/csv, */*', 'text/csv'],
  ['application/x-votable+xml;serialization=tabledata', 'application/x-votable+xml'],
  ['application/x-votable+xml, text/csv', 'text/csv'],
  ['image/png', 'application/json'],
  ['text/csv;q=0', 'application/json'],
  ['text/csv;q=much', 'application/json'],
  ['text/csv;q=1.5, application/x-ndjson;q=0.1', 'text/csv'],
  ['application/json;q=0, */*;q=0.1', 'text/csv'],
  [BROWSER, 'application/json'],
] as const)('Accept %p gets %p of the formats of a table', (header, type) => {
  expect(preferredType(header, TABLES, 'application/json')).toBe(type)
})

test.each([
  [null, true],
  [' ', true],
  ['application/json, text/event-stream', true],
  ['APPLICATION/JSON;q=0.1', true],
  ['application/*', true],
  ['*/*', true],
  ['text/event-stream', false],
  ['application/json;q=0', false],
  ['application/json;q=0.000, */*', false],
  ['text/html, application/xml', false],
])('Accept %p lets JSON through: %p', (header, does) => {
  expect(accepts(header, 'application/json')).toBe(does)
})
