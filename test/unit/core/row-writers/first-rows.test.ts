import { expect, test } from 'bun:test'
import type { PageColumn } from '../../../../src/core/ports.ts'
import { createDelimitedWriter } from '../../../../src/core/row-writers/delimited-rows.ts'
import { inPieces, type SizeLines } from '../../../../src/core/row-writers/rows-to-write.ts'
import { createVotableWriter } from '../../../../src/core/row-writers/votable-rows.ts'

/** A text column whose row n contains the nth value, as JSON. */
function textColumn(name: string, json: readonly string[]): PageColumn {
  const codes = Uint32Array.from(json.keys())
  const offsets = new Uint32Array(json.length + 1)
  json.forEach((value, i) => {
    offsets[i + 1] = offsets[i]! + Buffer.byteLength(value)
  })
  const fragments = Buffer.from(json.join(''))
  return {
    name,
    distinct: json.length,
    nonNull: json.length,
    codes,
    order: codes,
    starts: codes,
    offsets,
    fragments,
  }
}

test('only the texts of requested rows are encoded, so that the first answer does not wait for all texts', () => {
  const notJson = '"\\q"'
  const column = (name: string) => ({
    page: textColumn(name, ['"a, \\"b\\" & c"', notJson]),
    isText: true,
    output: { name },
  })
  const columns = [column('x'), column('y')]
  const text = (lines: SizeLines, rows: readonly number[]): string =>
    Buffer.concat([...inPieces(lines, Uint32Array.from(rows), columns.length)]).toString()
  const writers: readonly (readonly [SizeLines, string])[] = [
    [createDelimitedWriter('csv')(columns).lines, '"a, ""b"" & c","a, ""b"" & c"\r\n'],
    [createDelimitedWriter('tsv')(columns).lines, 'a, "b" & c\ta, "b" & c\n'],
    [createVotableWriter()(columns), '<TR><TD>a, &quot;b&quot; &amp; c</TD><TD>a, &quot;b&quot; &amp; c</TD></TR>\n'],
  ]
  for (const [lines, row] of writers) {
    expect(text(lines, [0])).toBe(row)
    expect(() => text(lines, [1])).toThrow() // the other text cannot be encoded
  }
})
