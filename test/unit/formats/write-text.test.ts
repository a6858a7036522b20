import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { writtenBytes } from '../../../src/formats/json-writer.ts'
import { VotableEncoder } from '../../../src/formats/votable.ts'
import { writeText } from '../../../src/formats/write-text.ts'
import { xmlText } from '../../../src/formats/xml.ts'

/** Texts of characters that JSON or XML escapes, of others, and of both beyond ASCII. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab &<>"\'\\/{}', '\n', '\t') }),
  fc.string({ unit: fc.constantFrom(...'a&<"\\é\u{1f600}\u2028\r\b\f\n\t\u0000\u001f\u007f\ufeff\uffff') }),
  fc.string({ unit: 'binary' }),
)
/** Longer than the memory in which short texts are unescaped. */
const LONG = ['\\'.repeat(20_000), `"${'x'.repeat(16_384)}<`]

/** The texts of the cells written for values in JSON. */
function cellsOf(json: readonly string[]): string[] {
  const cells: string[] = []
  writtenBytes((out) => {
    class Recorder extends VotableEncoder {
      override textCell(from: Uint8Array, start: number, end: number): void {
        cells.push(Buffer.from(from.subarray(start, end)).toString())
      }
    }
    for (const one of json) {
      const bytes = Buffer.from(`,${one},`)
      writeText(new Recorder(out), bytes, 1, bytes.length - 1)
    }
  })
  return cells
}

/** Any character of a JSON string written as its code, as JSON allows. */
const byCode = (text: string): string =>
  `"${[...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

test('a text cell is the text of the JSON, whichever escapes the JSON uses', () => {
  const shared = (text: string): void => {
    const expected = text.toWellFormed()
    expect(
      cellsOf([JSON.stringify(expected), byCode(expected), JSON.stringify(expected).replaceAll('/', '\\/')]),
    ).toEqual([expected, expected, expected])
  }
  for (const text of LONG) shared(text)
  fc.assert(fc.property(texts, shared), { numRuns: 1000 })
})

/** As it is if it is ASCII without markup and control characters, else as in character data. */
function votableText(text: string): string {
  return /^[\u0020-\u007f]*$/.test(text) && !/[&<>]/.test(text) ? text : xmlText(text)
}

test('a text cell of a VOTable is character data', () => {
  const check = (text: string): void => {
    const json = Buffer.from(JSON.stringify(text))
    const bytes = writtenBytes((out) => writeText(new VotableEncoder(out), json, 0, json.length))
    expect(Buffer.from(bytes).toString()).toBe(`<TD>${votableText(text.toWellFormed())}</TD>`)
  }
  for (const text of LONG) check(text)
  fc.assert(
    fc.property(texts, (text) => check(text.toWellFormed())),
    { numRuns: 1000 },
  )
})
