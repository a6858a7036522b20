import { expect, test } from 'bun:test'
import { warningHeaders, withWarnings } from '../../../../src/core/catalog/with-warnings.ts'

const pieces = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text))
const WARNINGS = [
  { code: 'null_comparison', message: 'a' },
  { code: 'type_mismatch', message: 'b' },
  { code: 'null_comparison', message: 'c' },
] as const

test('warnings are the last member of the object, however its pieces are cut', () => {
  for (const cut of [['{"data":[]}'], ['{"data":[', ']}'], ['{"data":[]', '}']]) {
    const given = pieces(...cut)
    const made = withWarnings(given, WARNINGS)
    expect(JSON.parse(Buffer.concat([...made]).toString())).toEqual({ data: [], warnings: [...WARNINGS] })
    expect(made.every(({ length }) => length > 0)).toBe(true)
    // What was given is not changed, as it may be kept.
    expect(given.map(String)).toEqual(cut)
  }
  const given = pieces('{}')
  expect(withWarnings(given, [])).toBe(given)
  expect(withWarnings([], WARNINGS)).toEqual([])
})

test('the header names each kind once', () => {
  expect(warningHeaders(WARNINGS)).toEqual({ 'x-warnings': 'null_comparison, type_mismatch' })
  expect(warningHeaders([])).toEqual({})
})
