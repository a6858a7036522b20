import { expect, test } from 'bun:test'
import { entityStem, entityTag, matchesAny, matchingCoding } from '../../../../src/http/response/etag.ts'

const answer = { snapshotId: 'a', key: 'page|exoplanets' }

test('the tag changes with snapshot, request, version and coding, and with nothing else', () => {
  const stem = entityStem(answer, '1.0.0')
  const others = [
    entityStem({ ...answer, snapshotId: 'b' }, '1.0.0'),
    entityStem({ ...answer, key: 'page|stellarhosts' }, '1.0.0'),
    entityStem(answer, '1.0.1'),
  ]
  expect(new Set([stem, ...others]).size).toBe(4)
  expect(entityStem({ ...answer }, '1.0.0')).toBe(stem)
  const tags = (['identity', 'gzip', 'br', 'zstd'] as const).map((coding) => entityTag(stem, coding))
  expect(new Set(tags).size).toBe(4)
  for (const tag of tags) expect(tag).toMatch(/^"[0-9a-z]{1,13}(-(gz|br|zs))?"$/)
})

test.each([
  ['"s-gz"', ['gzip', 'identity'], 'gzip'],
  ['W/"s-gz"', ['gzip', 'identity'], 'gzip'],
  ['"x", "s"', ['gzip', 'identity'], 'identity'],
  ['"x" , W/"s" ', ['gzip', 'identity'], 'identity'],
  ['"a,b","s-zs"', ['zstd', 'identity'], 'zstd'],
  ['"s"', ['gzip'], 'identity'],
  ['*', ['br', 'identity'], undefined],
  ['"s-gz"', ['br', 'identity'], undefined],
  ['"other"', ['identity'], undefined],
  ['s', ['identity'], undefined],
  ['"s', ['identity'], undefined],
  ['', ['identity'], undefined],
] as const)('If-None-Match %p of a client that takes %p names the %p representation', (header, accepted, held) => {
  expect(matchingCoding(header, 's', accepted)).toBe(held)
})

test.each([
  ['*', true],
  [' * ', true],
  ['"*"', false],
  ['"s", *', false],
  ['', false],
  [null, false],
] as const)('If-None-Match %p stands for anything: %p', (header, any) => {
  expect(matchesAny(header)).toBe(any)
})
