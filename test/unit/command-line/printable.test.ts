import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { terminalLine } from '../../../src/command-line/terminal-line.ts'
import { printable, printableLines } from '../../../src/core/text/printable.ts'
import { createObserver } from '../../../src/observe.ts'

const CLEAR_LINE = '\r\u001b[2K'

/** C0, DEL, C1, separators and marks of direction. */
const HARMFUL = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
  ...[0x61c, 0x200e, 0x200f, 0x2028, 0x2029],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code))

test('every character that a terminal would act on is shown as an escape', () => {
  for (const character of HARMFUL) {
    expect(printable(`a${character}b`)).toMatch(/^a\\(?:[nrt]|u[0-9a-f]{4})b$/)
    expect(printableLines(`a${character}b`)).toMatch(character === '\n' ? /^a\nb$/ : /^a\\(?:[rt]|u[0-9a-f]{4})b$/)
  }
  expect(printable('\u001b[31mRED\u001b]0;x\u0007')).toBe('\\u001b[31mRED\\u001b]0;x\\u0007')
})

test('other text stays as it is', () => {
  for (const text of ['51 Peg b', 'α Cen — Ångström', '日本', '👩‍🚀', 'C:\\new', '"quoted"', '\u00a0'])
    expect(printable(text)).toBe(text)
})

test('an escaped JSON line is the same JSON', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...HARMFUL), fc.constantFrom('\\', '"', 'é', 'x')) })
  fc.assert(
    fc.property(text, (value) => {
      const line = printable(JSON.stringify({ value }))
      expect(JSON.parse(line)).toEqual({ value })
      for (const character of HARMFUL) expect(line).not.toContain(character)
    }),
  )
})

test('log lines and terminal lines carry no control characters of what they tell', () => {
  const written: string[] = []
  const { observe } = createObserver(
    'debug',
    (line) => written.push(line),
    () => new Date(0),
  )
  const url = `/x${HARMFUL.join('')}`
  observe({ kind: 'abandoned', url })
  expect(JSON.parse(written[0]!)).toMatchObject({ url })
  const out = {
    isTTY: true,
    columns: 500,
    write: (line: string) => written.push(line),
  } as unknown as NodeJS.WriteStream
  const { log, draw } = terminalLine(out, 0)
  log(url)
  draw(() => url)
  expect(written).toHaveLength(3)
  const texts = written.map((line) => line.slice(line.startsWith(CLEAR_LINE) ? CLEAR_LINE.length : 0).trimEnd())
  for (const text of texts) for (const character of HARMFUL) expect(text).not.toContain(character)
})
