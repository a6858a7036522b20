import { expect, test } from 'bun:test'
import { datesInWords, newestDate } from '../../../src/format/table-dates.ts'

test('the newest date is the latest of those that are known', () => {
  expect(newestDate([null, '2021-01-11', '2025-05-01', null])).toBe('2025-05-01')
  expect(newestDate([null, null])).toBeNull()
})

test.each([
  ['2025-05-01', '2025-05-01', 'archive date 2025-05-01'],
  [null, null, 'archive date unknown'],
  ['2021-01-11', null, 'exoplanets of 2021-01-11, stellarhosts of unknown date'],
  ['2021-01-11', '2025-05-01', 'exoplanets of 2021-01-11, stellarhosts of 2025-05-01'],
])('exoplanets of %p and stellarhosts of %p read "%s"', (exoplanets, stellarhosts, words) => {
  expect(datesInWords({ exoplanets, stellarhosts })).toBe(words)
})
