import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readSelectRows } from '../../../../src/mcp/results/select-rows.ts'
import { selectAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const REQUEST = { sql: 'SELECT 1', maxRows: 1_000 }

function answerOf(data: readonly object[], columns: readonly string[], query = 'SELECT 1') {
  const text = JSON.stringify({ data, rows: data.length, columns, query, truncated: false })
  return selectAnswer(REQUEST, text)
}

const awkward = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('],"rows":', '}', '{"', '"', '\\', '},{"a":', '\u2028', '9007199254740993', ':12345678901234567'),
)
const cell = fc.oneof(
  awkward,
  fc.maxSafeInteger(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constant(null),
)

test('rows and columns come back whatever their text', () => {
  const names = fc.uniqueArray(
    awkward.filter((name) => name !== '__proto__'),
    { minLength: 1, maxLength: 4 },
  )
  const answers = names.chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      query: awkward,
      rows: fc.array(fc.tuple(...columns.map(() => cell)), { maxLength: 8 }),
    }),
  )
  fc.assert(
    fc.property(answers, fc.nat(400), ({ columns, query, rows }, maxChars) => {
      const data = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, exact(row[index])])))
      const all = readSelectRows(answerOf(data, columns, query), Number.POSITIVE_INFINITY)
      expect(all).toEqual({ rows: data, columns } as typeof all)
      const some = readSelectRows(answerOf(data, columns, query), maxChars)
      expect(some.rows).toEqual(all.rows.slice(0, some.rows.length))
      const more = JSON.stringify(data.slice(0, some.rows.length + 1).map((row) => columns.map((name) => row[name])))
      if (some.rows.length < data.length) expect(more.length).toBeGreaterThan(maxChars)
    }),
    { numRuns: 300 },
  )
})

/** What a whole number without an exponent that is too large for a double becomes. */
function exact(value: unknown): unknown {
  const text = JSON.stringify(value)
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(text)
    ? text
    : Object.is(value, -0)
      ? 0
      : value
}

test('no more is decoded than was asked for', () => {
  const data = Array.from({ length: 1_000 }, (_, id) => ({ id, text: 'x'.repeat(100) }))
  const { rows } = readSelectRows(answerOf(data, ['id', 'text']), 1_000)
  expect(rows.length).toBeGreaterThanOrEqual(8)
  expect(rows.length).toBeLessThanOrEqual(10)
})

test('as many rows are decoded as fit as arrays, without the names, in any script', () => {
  const name = 'a_name_of_many_characters'
  const decoded = (text: string) => {
    const data = Array.from({ length: 200 }, () => ({ [name]: text }))
    return readSelectRows(answerOf(data, [name]), 1_000).rows.length
  }
  expect(decoded('abcd')).toBe(112)
  expect(decoded('\u6f22\u5b57\u6f22\u5b57')).toBe(112)
  expect(decoded('\u{1fa90}\u{1fa90}')).toBe(112)
})

test('no more than a megabyte is decoded, however long the names are', () => {
  const name = 'n'.repeat(16_000)
  const data = Array.from({ length: 1_000 }, () => ({ [name]: 1 }))
  expect(readSelectRows(answerOf(data, [name]), 60_000).rows).toHaveLength(65)
})

test('a row that is far too long is not decoded, wherever it stands', () => {
  const long = { text: 'x'.repeat(10_000) }
  expect(readSelectRows(answerOf([long, { text: 'a' }], ['text']), 1_000).rows).toEqual([])
  expect(readSelectRows(answerOf([{ text: 'a' }, long], ['text']), 1_000).rows).toEqual([{ text: 'a' }])
})

test('an answer of another layout is not guessed at', () => {
  expect(() => readSelectRows(selectAnswer(REQUEST, '{"rows":0,"data":[]}'), 100)).toThrow('layout')
})
