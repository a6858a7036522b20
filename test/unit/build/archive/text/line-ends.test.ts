import { expect, test } from 'bun:test'
import { grow, trim } from '../../../../../build/archive/text/growing-array.ts'
import { countLines, findLineEnd, lineEndName } from '../../../../../build/archive/text/line-ends.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['', 0],
  ['a', 0],
  ['\n', 1],
  ['a\nb', 1],
  ['a\r\nb\r\n', 2],
  ['a\rb\r', 2],
  ['\r', 1],
  ['\r\r\n', 2],
  ['\n\r', 2],
  ['\r\n\r', 2],
  ['\n\n\n', 3],
])('%j has %d line ends', (text, count) => {
  expect(countLines(bytes(text))).toBe(count)
})

test.each([
  ['abc', 0, undefined],
  ['ab\ncd\n', 0, { at: 2, lineEnd: '\n' }],
  ['ab\ncd\n', 2, { at: 2, lineEnd: '\n' }],
  ['ab\ncd\n', 3, { at: 5, lineEnd: '\n' }],
  ['ab\ncd\n', 6, undefined],
  ['a\r\nb', 0, { at: 1, lineEnd: '\r\n' }],
  ['a\r\nb', 2, { at: 2, lineEnd: '\n' }],
  ['a\rb\n', 0, { at: 1, lineEnd: '\r' }],
  ['a\r', 0, { at: 1, lineEnd: '\r' }],
] as const)('the first line end of %j from %d on', (text, from, found) => {
  expect(findLineEnd(bytes(text), from)).toEqual(found)
})

test('line ends have the names that people use', () => {
  expect((['\n', '\r', '\r\n'] as const).map(lineEndName)).toEqual(['LF', 'CR', 'CRLF'])
})

test('a column grows by four until it has room, and keeps its values and its kind', () => {
  const first = grow(new Uint32Array(0), 1)
  expect(first).toHaveLength(1_024)
  expect(grow(first, 1_024)).toBe(first)
  first[1_023] = 7
  const second = grow(first, 1_025)
  expect(second).toBeInstanceOf(Uint32Array)
  expect(second).toHaveLength(4_096)
  expect(second[1_023]).toBe(7)
  expect(grow(second, 4_097 * 4)).toHaveLength(65_536)
  expect(grow(new Float64Array(2_000).fill(0.5), 2_001)[1_999]).toBe(0.5)
})

test('a trimmed column has memory of its size only', () => {
  const whole = new Uint8Array([1, 2, 3, 4])
  const part = trim(whole, 3)
  expect([...part]).toEqual([1, 2, 3])
  expect(part.buffer.byteLength).toBe(3)
  expect(trim(whole, 4)).toBe(whole)
})
