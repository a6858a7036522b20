import { expect, test } from 'bun:test'
import { meanOf } from '../../../../build/statistics/mean-and-quantiles.ts'

test.each([
  ['a small number after a large one', [-1e16, 1, 1e16], 1 / 3],
  ['a large number after a small one', [1, 1e100, 1, -1e100], 0.5],
])('the mean keeps %s', (_case, values, mean) => {
  const counts = Uint32Array.from(values, () => 1)
  expect(meanOf({ values, counts, total: values.length } as never)).toBe(mean)
})
