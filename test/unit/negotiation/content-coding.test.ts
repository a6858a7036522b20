import { expect, test } from 'bun:test'
import { acceptedCodings } from '../../../src/negotiation/content-coding.ts'

test.each([
  [null, ['identity']],
  ['', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['gzip, deflate, br, zstd', ['zstd', 'br', 'gzip', 'identity']],
  ['gzip, deflate', ['gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
  ['br ; q=0.001,gzip;q=0', ['br', 'identity']],
  ['gzip;q=0.5, identity', ['identity', 'gzip']],
  ['gzip;q=0.5, identity;q=0.4', ['gzip', 'identity']],
  ['gzip, identity;q=0', ['gzip']],
  ['*', ['zstd', 'br', 'gzip', 'identity']],
  ['gzip, *;q=0', ['gzip']],
  ['*;q=0.5, br;q=1', ['br', 'zstd', 'gzip', 'identity']],
  ['*;q=0, identity;q=0.1', ['identity']],
  ['identity;q=0', ['identity']],
  ['*;q=0', ['identity']],
  ['deflate', ['identity']],
  ['gzip;q=2', ['identity']],
  ['gzip;q=', ['identity']],
  ['gzip;level=9', ['identity']],
  [',,gzip,', ['gzip', 'identity']],
] as const)('Accept-Encoding %p is answered with the best of %p', (header, codings) => {
  expect(acceptedCodings(header)).toEqual([...codings])
})
