import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readRange } from '../../../../src/http/request/byte-range.ts'

test.each([
  ['bytes=0-', 10, { start: 0, end: 10 }],
  ['bytes=3-', 10, { start: 3, end: 10 }],
  ['bytes=3-3', 10, { start: 3, end: 4 }],
  ['bytes=3-99', 10, { start: 3, end: 10 }],
  ['bytes=-4', 10, { start: 6, end: 10 }],
  ['bytes=-40', 10, { start: 0, end: 10 }],
  ['Bytes = 1 - 2 ', 10, { start: 1, end: 3 }],
  [`bytes=0-${'9'.repeat(400)}`, 10, { start: 0, end: 10 }],
  ['bytes=10-', 10, 'none'],
  ['bytes=99-100', 10, 'none'],
  [`bytes=${'9'.repeat(400)}-`, 10, 'none'],
  ['bytes=-0', 10, 'none'],
  ['bytes=0-', 0, 'none'],
  ['bytes=-5', 0, 'none'],
  ['bytes=4-3', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=', 10, 'whole'],
  ['bytes=a-b', 10, 'whole'],
  ['bytes=1.5-2', 10, 'whole'],
  ['bytes=+1-2', 10, 'whole'],
  ['bytes=--1', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['rows=0-1', 10, 'whole'],
  ['', 10, 'whole'],
] as const)('Range %p of %d bytes is %p', (header, length, range) => {
  expect(readRange(header, length)).toEqual(range)
})

test('a range is what slice gives, wherever it lies', () => {
  const arbitrary = fc.tuple(fc.nat(60), fc.nat(80), fc.option(fc.nat(80)))
  fc.assert(
    fc.property(arbitrary, ([length, first, last]) => {
      const range = readRange(`bytes=${first}-${last ?? ''}`, length)
      const bytes = Array.from({ length }, (_, i) => i)
      const wanted = bytes.slice(first, last === null ? undefined : last + 1)
      if (last !== null && last < first) expect(range).toBe('whole')
      else if (wanted.length === 0) expect(range).toBe('none')
      else expect(typeof range === 'object' ? bytes.slice(range.start, range.end) : range).toEqual(wanted)
    }),
  )
})
