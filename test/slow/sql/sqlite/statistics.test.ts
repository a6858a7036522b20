import { test } from 'bun:test'
import { comparePercentiles } from '../../../fixtures/sql/percentiles.ts'

test('percentiles of many values in many orders are those of the sorted values', () => {
  // Around a block of values.
  comparePercentiles([65_535, 65_536, 65_537, 131_073])
})
