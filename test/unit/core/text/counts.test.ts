import { expect, test } from 'bun:test'
import { counted } from '../../../../src/core/text/counts.ts'

test('things are counted in words', () => {
  expect([counted(0, 'row'), counted(1, 'row'), counted(1_234, 'row')]).toEqual(['0 rows', '1 row', '1,234 rows'])
})
