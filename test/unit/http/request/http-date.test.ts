import { expect, test } from 'bun:test'
import { httpDateMs } from '../../../../src/http/request/http-date.ts'

test.each([
  'Sun, 06 Nov 1994 08:49:37 GMT',
  ' Sun, 06 Nov 1994 08:49:37 GMT ',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
])('%p is a date of HTTP', (text) => {
  expect(httpDateMs(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
})

test.each([
  '',
  '1994',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37 +0100',
  'Sun, 99 Nov 1994 08:49:37 GMT',
  'yes',
])('%p is none', (text) => {
  expect(httpDateMs(text)).toBeUndefined()
})
