import { expect, test } from 'bun:test'
import { readDate } from '../../../../../build/archive/files/date.ts'

test.each([
  ['2016-05-06', '2016-05-06'],
  [' 2016-05-06 ', '2016-05-06'],
  ['2017-08-31 00:00', '2017-08-31'],
  ['2017-08-31 23:59:59', '2017-08-31'],
  ['2021-01-26T01:54:17.500Z', '2021-01-26'],
  ['2021-01-26T01:54:17+02:00', '2021-01-26'],
  ['2014-03', '2014-03-01'],
  ['Tue Jan 26 01:54:17 2021', '2021-01-26'],
  ['Fri Jan  1 01:54:17 2021', '2021-01-01'],
  ['Thu Nov 27 10:00:00 PST 2025', '2025-11-27'],
  ['2024-02-29', '2024-02-29'],
  ['2023-02-29', undefined],
  ['2023-13-01', undefined],
  ['2023-00', undefined],
  ['2023-04-31', undefined],
  ['Tue Foo 26 01:54:17 2021', undefined],
  ['26 Jan 2021', undefined],
  ['01/26/2021', undefined],
  ['20210126', undefined],
  ['2021', undefined],
  ['', undefined],
])('%j names the day %p', (text, day) => {
  expect(readDate(text)).toBe(day)
})
