import { expect, test } from 'bun:test'
import { Account } from '../../../../src/http/delivery/account.ts'
import { isForPrograms } from '../../../../src/http/page-routes/unknown-page.ts'
import { namesFormat } from '../../../../src/http/request/format-choice.ts'
import { prefersHtml, takesHtml } from '../../../../src/http/request/html-choice.ts'
import { rememberHeaders } from '../../../../src/negotiation/known-headers.ts'
import { weightedList } from '../../../../src/negotiation/weighted-list.ts'

const ask = (headers: Readonly<Record<string, string>>): Request => new Request('http://x/', { headers })

test('memory that several responses share is counted once, until the last lets it go', () => {
  const account = new Account()
  const [a, b] = [{}, {}]
  account.hold(a, 10)
  account.hold(a, 10)
  account.hold(b, 5)
  expect([account.bytes, account.holds(a), account.holds({})]).toEqual([15, true, false])
  account.release(a)
  expect([account.bytes, account.holds(a)]).toEqual([15, true])
  account.release(a)
  expect([account.bytes, account.holds(a)]).toEqual([5, false])
  account.release(a)
  account.release(b)
  expect(account.bytes).toBe(0)
})

test.each([
  ['', []],
  [' , ,', []],
  ['GZIP', [{ value: 'gzip', weight: 1, isQualified: false }]],
  ['a;q=0.5', [{ value: 'a', weight: 0.5, isQualified: false }]],
  ['a; Q = 0.5', [{ value: 'a', weight: 0.5, isQualified: false }]],
  ['a;q=0.1234', [{ value: 'a', weight: 0, isQualified: false }]],
  ['a;q=0.123', [{ value: 'a', weight: 0.123, isQualified: false }]],
  ['a;q=1.5', [{ value: 'a', weight: 1, isQualified: false }]],
  ['a;q=1.', [{ value: 'a', weight: 1, isQualified: false }]],
  ['a;q=.5', [{ value: 'a', weight: 0, isQualified: false }]],
  ['a;q=2', [{ value: 'a', weight: 0, isQualified: false }]],
  ['a;q=', [{ value: 'a', weight: 0, isQualified: false }]],
  ['a;', [{ value: 'a', weight: 1, isQualified: false }]],
  ['a;level=1;q=0.5', [{ value: 'a', weight: 0.5, isQualified: true }]],
  [
    'b;q=0, a',
    [
      { value: 'b', weight: 0, isQualified: false },
      { value: 'a', weight: 1, isQualified: false },
    ],
  ],
])('the members of %j', (header, members) => {
  expect(weightedList(header)).toEqual(members)
})

test('a header is read once, unless it is long or there are many', () => {
  let reads = 0
  const read = rememberHeaders((header) => {
    reads += 1
    return header.length
  })
  for (const header of ['a', 'a', 'b'.repeat(200), 'b'.repeat(200)]) expect(read(header)).toBe(header.length)
  expect(reads).toBe(2)
  read('c'.repeat(201))
  read('c'.repeat(201))
  expect(reads).toBe(4)
})

test.each([
  ['/rest', true],
  ['/rest/tables', true],
  ['/REST/tables', true],
  ['/rest?x', true],
  ['/restaurant', false],
  ['/tap/sync', true],
  ['/mcp', true],
  ['/data/', false],
  ['/data', false],
  ['/data/x.parquet', true],
  ['/data/some/folder', true],
  ['/data/?x', false],
  ['/assets/x.js', true],
  ['/exoplanets/rest', false],
  ['/', false],
])('%s is for programs: %p', (path, isOne) => {
  expect(isForPrograms(path)).toBe(isOne)
})

test.each([
  [undefined, false, true],
  ['*/*', false, true],
  ['text/html', true, true],
  ['application/json, text/html', true, true],
  ['application/json;q=0.5, text/html', true, true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true, true],
  ['application/json', false, false],
  ['text/html;q=0', false, false],
  ['text/*', true, true],
])('with Accept %p HTML is preferred: %p, and accepted: %p', (accept, isPreferred, isTaken) => {
  const request = ask(accept === undefined ? {} : { accept })
  expect([prefersHtml(request), takesHtml(request)]).toEqual([isPreferred, isTaken])
})

test.each([
  ['format=csv', true],
  ['a=1&format=csv', true],
  ['format=', false],
  ['format=&x=1', false],
  ['xformat=csv', false],
  ['filter=format=csv', false],
  ['', false],
])('the query string %j names a format: %p', (query, isNamed) => {
  expect(namesFormat(query)).toBe(isNamed)
})
