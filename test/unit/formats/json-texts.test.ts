import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { CsvEncoder, TsvEncoder } from '../../../src/formats/delimited.ts'
import { TextCells, type TextFormat, TextTable } from '../../../src/formats/json-texts.ts'
import { writtenBytes } from '../../../src/formats/json-writer.ts'
import { VotableEncoder } from '../../../src/formats/votable.ts'

const FORMATS: Readonly<Record<string, TextFormat>> = {
  csv: { begin: (out) => new CsvEncoder(out), before: 0, after: 0 },
  tsv: { begin: (out) => new TsvEncoder(out), before: 0, after: 0 },
  votable: { begin: (out) => new VotableEncoder(out), before: '<TD>'.length, after: '</TD>'.length },
}

/** Texts with what the formats escape, alone and together, and with characters that XML does not allow. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab,;"\'\\/', '\n', '\t') }),
  fc.string({ unit: fc.constantFrom(...'a"<&>é\u{1f600}\u2028\r\b\f\n\u0000\u001f\u007f\ufeff\ufffe\uffff\uf000') }),
  fc.string({ unit: 'binary' }).map((any) => any.toWellFormed()),
)
/** Longer than any text that is written in one pass, and longer than the memory for cells. */
const LONG = [`"${'<,\\\t'.repeat(5_000)}`, '\\'.repeat(9_000), '"'.repeat(9_000), 'é'.repeat(9_000)]

function encoded({ begin, before, after }: TextFormat, value: string): string {
  const bytes = Buffer.from(value)
  const cell = writtenBytes((out) => begin(out).textCell(bytes, 0, bytes.length))
  return Buffer.from(cell.subarray(before, cell.length - after)).toString()
}

test('texts in JSON become the cells that the encoder of the format writes for them', () => {
  for (const format of Object.values(FORMATS)) {
    const table = new TextTable(format)
    const check = (values: readonly string[]): void => {
      const cells = new TextCells(16)
      const found = values.map((value, i) => {
        const json = JSON.stringify(value)
        const bytes = Buffer.from(`,${i % 2 === 0 ? json : json.replaceAll('/', '\\/')},`)
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        cells.add(table, bytes, view, 1, bytes.length - 1)
        return [cells.start, cells.end] as const
      })
      expect(found.map(([start, end]) => Buffer.from(cells.bytes.subarray(start, end)).toString())).toEqual(
        values.map((value) => encoded(format, value)),
      )
    }
    check(LONG)
    fc.assert(fc.property(fc.array(text, { maxLength: 20 }), check), { numRuns: 500 })
  }
})

test('texts are only called unchanged if the encoder changes none of them', () => {
  for (const format of Object.values(FORMATS)) {
    const table = new TextTable(format)
    const outcomes = new Set<boolean>()
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (value) => {
        const isUnchanged = table.copiesAll(Buffer.from(JSON.stringify(value)))
        outcomes.add(isUnchanged)
        if (isUnchanged) expect(encoded(format, value)).toBe(value)
      }),
      { numRuns: 500 },
    )
    expect([...outcomes].sort()).toEqual([false, true])
  }
})
