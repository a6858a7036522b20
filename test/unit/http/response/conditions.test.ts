import { describe, expect, test } from 'bun:test'
import { isHeldByClient, mayContinue, unchanged } from '../../../../src/http/response/conditions.ts'
import { entityStem, entityTag, matchesAny, matchingCoding } from '../../../../src/http/response/etag.ts'
import { lifetimesOf } from '../../../../src/http/response/lifetimes.ts'

const ask = (headers: Readonly<Record<string, string>>): Request => new Request('http://x/', { headers })
const MODIFIED = 'Fri, 02 Jan 2026 03:04:05 GMT'
const OWN = new Headers({ etag: '"a"', 'last-modified': MODIFIED, 'content-type': 'text/csv' })

describe('what a client holds', () => {
  test.each([
    [{}, false],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': ' * ' }, true],
    [{ 'if-none-match': '"a"' }, false],
    [{ 'if-modified-since': MODIFIED }, true],
    [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:06 GMT' }, true],
    [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    // Tags take precedence over dates (RFC 9110, 13.1.3).
    [{ 'if-none-match': '"b"', 'if-modified-since': MODIFIED }, false],
  ])('%o: %p', (headers, isHeld) => {
    expect(isHeldByClient(ask(headers as Record<string, string>), OWN)).toBe(isHeld)
  })

  test('is not known by date where the content has none', () => {
    expect(isHeldByClient(ask({ 'if-modified-since': MODIFIED }), new Headers({ etag: '"a"' }))).toBe(false)
  })

  test.each([
    ['"s"', ['identity'], 'identity'],
    ['W/"s"', ['identity'], 'identity'],
    ['"x", "s"', ['identity'], 'identity'],
    ['"x","s","y"', ['identity'], 'identity'],
    ['"s-gz"', ['gzip', 'identity'], 'gzip'],
    ['"s-gz"', ['identity'], undefined],
    ['"s-br", "s-zs"', ['zstd', 'br', 'identity'], 'zstd'],
    ['"s-br", "s-zs"', ['br', 'zstd', 'identity'], 'br'],
    // A short response has no other form, even if the client prefers one.
    ['"s"', ['gzip'], 'identity'],
    ['"S"', ['identity'], undefined],
    ['s', ['identity'], undefined],
    ['""', ['identity'], undefined],
    ['', ['identity'], undefined],
  ] as const)('of the tags %s, accepting %j, is %p', (header, accepted, coding) => {
    expect(matchingCoding(header, 's', accepted)).toBe(coding)
  })
})

test('tags differ by snapshot, request, version and coding', () => {
  const stems = [
    entityStem({ snapshotId: 'a', key: 'k' }, '1'),
    entityStem({ snapshotId: 'b', key: 'k' }, '1'),
    entityStem({ snapshotId: 'a', key: 'l' }, '1'),
    entityStem({ snapshotId: 'a', key: 'k' }, '2'),
  ]
  expect(new Set(stems).size).toBe(4)
  expect((['zstd', 'br', 'gzip', 'identity'] as const).map((coding) => entityTag('s', coding))).toEqual([
    '"s-zs"',
    '"s-br"',
    '"s-gz"',
    '"s"',
  ])
  expect([matchesAny('*'), matchesAny(' *'), matchesAny('"*"'), matchesAny('*,'), matchesAny(null)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a 304 keeps what a cache must update, and nothing that describes a body', () => {
  const response = unchanged(
    new Headers({
      ...Object.fromEntries(OWN),
      'content-encoding': 'gzip',
      'content-disposition': 'attachment',
      'accept-ranges': 'bytes',
      'cache-control': 'public',
      vary: 'Accept',
    }),
  )
  expect([response.status, response.body]).toEqual([304, null])
  expect(Object.fromEntries(response.headers)).toEqual({
    etag: '"a"',
    'last-modified': MODIFIED,
    'cache-control': 'public',
    vary: 'Accept',
  })
})

test.each([
  [undefined, true],
  ['"a"', true],
  [' "a" ', true],
  ['"b"', false],
  ['W/"a"', false],
  [MODIFIED, true],
  // The same moment in the format of old programs.
  ['Friday, 02-Jan-26 03:04:05 GMT', true],
  ['Fri, 02 Jan 2026 03:04:06 GMT', false],
  ['Fri, 02 Jan 2026 03:04:04 GMT', false],
  ['a', false],
])('a download continues with If-Range %p: %p', (validator, may) => {
  expect(mayContinue(ask(validator === undefined ? {} : { 'if-range': validator }), OWN)).toBe(may)
})

test('a date does not let a download continue if the content has none', () => {
  expect(mayContinue(ask({ 'if-range': MODIFIED }), new Headers())).toBe(false)
  expect(mayContinue(ask({ 'if-range': '"a"' }), new Headers())).toBe(false)
})

test('lifetimes follow from the settings', () => {
  const { page, negotiated, export: whole } = lifetimesOf({ cacheMaxAgeS: 60, exportMaxAgeS: 3_600 })
  expect(page).toEqual({ cacheControl: 'public, max-age=60, stale-while-revalidate=86400' })
  expect(negotiated).toEqual({ ...page, vary: 'Accept' })
  expect(whole).toEqual({ cacheControl: 'public, max-age=3600, stale-while-revalidate=86400', hasRanges: true })
})
