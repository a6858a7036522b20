import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { listText, splitList } from '../../../../src/core/table-query/value-list.ts'

const value = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ' ', '\t', '\n', 'a') }))

test('a list is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(value), (values) => {
      expect(splitList('names', listText(values))).toEqual(values)
    }),
  )
})
