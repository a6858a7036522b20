import { describe, expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES } from '../../../src/formats/byte-writer.ts'
import { encodeValues } from '../../../src/formats/encode-values.ts'
import { FORMAT_NAMES, FORMATS, isFormatName } from '../../../src/formats/formats.ts'
import { JsonWriter } from '../../../src/formats/json-writer.ts'
import type { OutputColumn, OutputFacts } from '../../../src/formats/row-encoder.ts'
import { beginVoRows } from '../../../src/formats/vo/create-vo-encoder.ts'
import { coneErrorDocument } from '../../../src/formats/vo/document.ts'
import { encodeNoRows } from '../../../src/formats/vo/no-rows.ts'
import type { VoFormat, VoOutput } from '../../../src/formats/vo/vo-output.ts'
import { errorDocument, VotableEncoder } from '../../../src/formats/votable.ts'
import { xmlAttribute, xmlText } from '../../../src/formats/xml.ts'

const FACTS: OutputFacts = { title: 'a table', query: 'limit=1&x=<y>', snapshotId: 'an id', source: 'a "source"' }
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)
const columnsOf = (...names: readonly string[]): OutputColumn[] => names.map((name) => ({ name }))
type Format = Parameters<typeof encodeValues>[0]
const encoded = (format: Format, names: readonly string[], ...rows: readonly (readonly unknown[])[]) =>
  text(encodeValues(format, columnsOf(...names), rows, FACTS))

describe('rows in memory', () => {
  test.each([
    ['csv', 'a,"b,c"\r\n1,x\r\n-2.5,"say ""hi"""\r\n,\r\n"two\nlines",é\r\n'],
    ['tsv', 'a\tb,c\n1\tx\n-2.5\tsay "hi"\n\t\ntwo\\nlines\té\n'],
    [
      'ndjson',
      '{"a":1,"b,c":"x"}\n{"a":-2.5,"b,c":"say \\"hi\\""}\n{"a":null,"b,c":null}\n{"a":"two\\nlines","b,c":"é"}\n',
    ],
  ] as const)('as %s', (format, expected) => {
    const rows = [[1, 'x'], [-2.5, 'say "hi"'], [null, undefined], ['two\nlines', 'é']] // biome-ignore format: rows
    expect(encoded(format, ['a', 'b,c'], ...rows)).toBe(expected)
  })

  test('of one column have no empty line in CSV', () => {
    expect(encoded('csv', ['a'], [null], [''], [Number.NaN], ['x'])).toBe('a\r\n""\r\n""\r\n""\r\nx\r\n')
    expect(encoded('csv', ['a', 'b'], [null, ''], [Number.POSITIVE_INFINITY, 1])).toBe('a,b\r\n,\r\n,1\r\n')
    expect(encoded('tsv', ['a'], [null], ['a\\b\tc\r'])).toBe('a\n\na\\\\b\\tc\\r\n')
  })

  test('have other values as their JSON, and integers with all digits that a number has', () => {
    expect(encoded('tsv', ['a', 'b', 'c'], [true, [1, 'x'], 9_007_199_254_740_991])).toBe(
      'a\tb\tc\ntrue\t[1,"x"]\t9007199254740991\n',
    )
    expect(encoded('tsv', ['a', 'b'], [1e21, 0.1])).toBe('a\tb\n1e+21\t0.1\n')
  })
})

describe('a VOTable', () => {
  const columns: OutputColumn[] = [
    { name: 'n', type: 'integer', unit: 'days', ucd: 'time', description: 'Number < 5' },
    { name: 'r', type: 'real', unit: 'dex', isAscii: true },
    { name: 't', type: 'text', isAscii: true },
    { name: 'u', type: 'text' },
    { name: ' ' },
    { name: 'v', type: 'real', voUnit: 'km.s**-1', unit: 'ignored' },
  ]

  test('describes its columns before the rows, and escapes what XML would read as markup', () => {
    const warnings = [{ code: 'a_code', message: 'a & b' }]
    const document = text(
      encodeValues('votable', columns, [[1, 2.5, 'a<b>&"c"', 'é\u0007', null, null]], { ...FACTS, warnings }),
    )
    expect(document).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">
<RESOURCE type="results">
<INFO name="QUERY_STATUS" value="OK"/>
<INFO name="QUERY" value="limit=1&amp;x=&lt;y&gt;"/>
<INFO name="SNAPSHOT" value="an id"/>
<INFO name="SOURCE" value="a &quot;source&quot;"/>
<INFO name="WARNING" value="a_code">a &amp; b</INFO>
<TABLE name="a table">
<FIELD name="n" datatype="long" unit="d" ucd="time"><DESCRIPTION>Number &lt; 5</DESCRIPTION></FIELD>
<FIELD name="r" datatype="double"><DESCRIPTION>(unit: dex)</DESCRIPTION></FIELD>
<FIELD name="t" datatype="char" arraysize="*"/>
<FIELD name="u" datatype="unicodeChar" arraysize="*"/>
<FIELD ID="col_5" name=" " datatype="unicodeChar" arraysize="*"/>
<FIELD name="v" datatype="double" unit="km.s**-1"/>
<DATA><TABLEDATA>
<TR><TD>1</TD><TD>2.5</TD><TD>a&lt;b&gt;&amp;&quot;c&quot;</TD><TD>é\ufffd</TD><TD/><TD/></TR>
</TABLEDATA></DATA>
</TABLE>
</RESOURCE>
</VOTABLE>
`)
  })

  test('may have its head last, with the types that its values have', () => {
    const pieces: string[] = []
    const out = new JsonWriter(Buffer.alloc(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, (bytes) =>
      pieces.push(text(bytes)),
    )
    const encoder = new VotableEncoder(out, true)
    encoder.head(columnsOf('none', 'whole', 'mixed', 'words', 'unicode', 'either'), FACTS)
    const put = (value: string | number | null) => {
      if (value === null) return encoder.nullCell()
      if (typeof value === 'number')
        return Number.isInteger(value) ? encoder.integerCell(value) : encoder.realCell(value)
      const bytes = Buffer.from(value)
      return encoder.textCell(bytes, 0, bytes.length)
    }
    for (const row of [
      [null, 1, 1, 'a', 'a', 1],
      [null, null, 2.5, null, 'é', 'a'],
    ]) {
      encoder.startRow()
      for (const value of row) put(value)
      encoder.endRow()
    }
    encoder.tail(true)
    out.flush()
    const datatypes = [...encoder.headXml().matchAll(/<FIELD name="\w+" datatype="(\w+)"/g)].map(([, type]) => type)
    expect(datatypes).toEqual(['char', 'long', 'double', 'char', 'unicodeChar', 'char'])
    expect(pieces.join('')).toBe(`<TR><TD/><TD>1</TD><TD>1</TD><TD>a</TD><TD>a</TD><TD>1</TD></TR>
<TR><TD/><TD/><TD>2.5</TD><TD/><TD>é</TD><TD>a</TD></TR>
</TABLEDATA></DATA>
</TABLE>
<INFO name="QUERY_STATUS" value="OVERFLOW">The result has more rows than the limit.</INFO>
</RESOURCE>
</VOTABLE>
`)
  })

  test.each([
    ['integer', 1.5, 'double'],
    ['integer', 'a', 'char'],
    ['real', 1, 'double'],
    ['real', 'a', 'char'],
    ['text', 1, 'long'],
    ['text', null, 'char'],
    ['integer', null, 'long'],
  ] as const)('column said to be %s with the value %p is one of %s', (type, value, datatype) => {
    const encoder = new VotableEncoder(
      new JsonWriter(Buffer.alloc(MIN_SCRATCH_BYTES), MIN_SCRATCH_BYTES, () => {}),
      true,
    )
    encoder.head([{ name: 'a', type }], FACTS)
    encoder.startRow()
    if (value === null) encoder.nullCell()
    else if (typeof value === 'string') encoder.textCell(Buffer.from(value), 0, value.length)
    else if (Number.isInteger(value)) encoder.integerCell(value)
    else encoder.realCell(value)
    expect(encoder.headXml()).toContain(`<FIELD name="a" datatype="${datatype}"`)
  })

  test('of a query that has no result is its error', () => {
    expect(errorDocument('a < b')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">
<RESOURCE type="results">
<INFO name="QUERY_STATUS" value="ERROR">a &lt; b</INFO>
</RESOURCE>
</VOTABLE>
`)
    expect(coneErrorDocument('$& "b"')).toContain(
      'v1.3">\n<INFO ID="Error" name="Error" value="$&amp; &quot;b&quot;"/>\n<RESOURCE type="results">\n',
    )
  })
})

describe('a result in the formats of the Virtual Observatory', () => {
  const output = (format: VoFormat, more: Partial<VoOutput> = {}): VoOutput => ({
    format,
    columns: [
      {
        name: 'Name',
        key: 'name',
        datatype: 'char',
        arraysize: '*',
        xtype: 'x',
        utype: 'u',
        ucd: 'meta.id',
        description: 'a & b',
      },
      { name: 'Ra', key: 'ra', datatype: 'double', unit: 'deg' },
      { name: 'Ra', key: 'ra', datatype: 'long' },
      { name: '', key: 'c|d', datatype: 'int' },
    ],
    query: 'SELECT 1',
    snapshotId: 'an id',
    source: 'a source',
    warnings: ['a\nwarning'],
    ...more,
  })

  /** The rows of a result: two, with every kind of cell. */
  function written(format: VoFormat, isCut: boolean, more: Partial<VoOutput> = {}): string {
    const pieces: Buffer[] = []
    const out = new JsonWriter(Buffer.alloc(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, (bytes) =>
      pieces.push(Buffer.from(bytes)),
    )
    const encoder = beginVoRows(output(format, more), out)
    const name = Buffer.from('a "b",\té')
    encoder.startRow()
    encoder.textCell(name, 0, name.length)
    encoder.realCell(1.5)
    encoder.digitsCell(Buffer.from('-9007199254740993'), 0, 17)
    encoder.integerCell(7)
    encoder.endRow()
    encoder.startRow()
    for (let i = 0; i < 4; i++) encoder.nullCell()
    encoder.endRow()
    encoder.tail(isCut)
    out.flush()
    return Buffer.concat(pieces).toString()
  }

  test.each([
    ['csv', 'name,ra,ra,c|d\n"a ""b"",\té",1.5,-9007199254740993,7\n,,,\n'],
    ['bar', 'name|ra|ra|"c|d"\n"a ""b"",\té"|1.5|-9007199254740993|7\n|||\n'],
    ['tsv', 'name\tra\tra\tc|d\na "b",\\té\t1.5\t-9007199254740993\t7\n\t\t\t\n'],
    [
      'json',
      '[{"name":"a \\"b\\",\\té","ra":1.5,"ra_1":-9007199254740993,"c|d":7},\n{"name":null,"ra":null,"ra_1":null,"c|d":null}]\n',
    ],
    [
      'ipac',
      '\\fixlen = T\n\\ a warning\n|name    |ra    |ra_1             |c d |\n|char    |double|long             |int |\n|        |deg   |                 |    |\n|null    |null  |null             |null|\n a "b",\té    1.5 -9007199254740993    7 \n null       null              null null \n',
    ],
  ] as const)('%s', (format, expected) => {
    expect(written(format, false)).toBe(expected)
  })

  test('IPAC says that it is cut, if its widths are known only at the end, and keeps widths that are given', () => {
    expect(written('ipac', true)).toStartWith(
      '\\fixlen = T\n\\ a warning\n\\ The result has more rows than the limit.\n|',
    )
    expect(written('ipac', false, { widths: [12, 6, 17, 4] }).split('\n')[2]).toBe(
      '|name        |ra    |ra_1             |c d |',
    )
  })

  test('VOTable with the columns as they are described', () => {
    const document = written('tabledata', true)
    expect(document).toContain(`<INFO name="WARNING" value="a
warning"/>
<TABLE name="result">
<FIELD name="Name" datatype="char" arraysize="*" xtype="x" ucd="meta.id" utype="u"><DESCRIPTION>a &amp; b</DESCRIPTION></FIELD>
<FIELD name="Ra" datatype="double" unit="deg"/>
<FIELD name="Ra" datatype="long"/>
<FIELD ID="col_4" name="" datatype="int"/>
<DATA><TABLEDATA>
<TR><TD>a &quot;b&quot;,\té</TD><TD>1.5</TD><TD>-9007199254740993</TD><TD>7</TD></TR>
<TR><TD/><TD/><TD/><TD/></TR>
</TABLEDATA></DATA>
</TABLE>
<INFO name="QUERY_STATUS" value="OVERFLOW">`)
    expect(written('xml', true)).toBe(document)
    expect(written('xml', false)).not.toContain('OVERFLOW')
  })

  test('without rows is its head and its end', () => {
    expect(text(encodeNoRows(output('csv')))).toBe('name,ra,ra,c|d\n')
    expect(text(encodeNoRows(output('json')))).toBe('[]\n')
    expect(text(encodeNoRows(output('tabledata')))).toContain(
      '<DATA><TABLEDATA>\n</TABLEDATA></DATA>\n</TABLE>\n</RESOURCE>',
    )
  })

  test('JSON names every column once, whatever they are called', () => {
    const columns = ['a', 'a_1', 'a', 'a'].map((key) => ({ name: key, key, datatype: 'int' as const }))
    expect(written('json', false, { columns })).toStartWith(
      '[{"a":"a \\"b\\",\\té","a_1":1.5,"a_2":-9007199254740993,"a_3":7}',
    )
  })
})

test('a text of any length is in BINARY2 with its length', () => {
  for (const length of [0, 1, 24_571, 24_572, 100_000, 1_000_000]) {
    const pieces: Buffer[] = []
    const out = new JsonWriter(Buffer.alloc(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, (bytes) =>
      pieces.push(Buffer.from(bytes)),
    )
    const columns = [{ name: 'a', key: 'a', datatype: 'char' as const, arraysize: '*' }]
    const encoder = beginVoRows(
      { format: 'binary2', columns, query: '', snapshotId: '', source: '', warnings: [] },
      out,
    )
    const cell = Buffer.alloc(length, 'abcdefg')
    encoder.startRow()
    encoder.textCell(cell, 0, length)
    encoder.endRow()
    encoder.tail(false)
    out.flush()
    const [, base64 = ''] = /<STREAM encoding="base64">([^<]*)<\/STREAM>/.exec(Buffer.concat(pieces).toString())!
    const row = Buffer.from(base64, 'base64')
    // A byte of flags, four of the length, and the text.
    expect([row.length, row[0], row.readUInt32BE(1)]).toEqual([5 + length, 0, length])
    expect(row.subarray(5).equals(cell)).toBe(true)
  }
})

test('XML has no character that it does not allow', () => {
  expect(xmlText('a\u0000b\u000bc\ufffe\td\ne\r<&>"\'')).toBe("a\ufffdb\ufffdc\ufffd\td\ne&#13;&lt;&amp;&gt;&quot;'")
  expect([xmlAttribute('unit', undefined), xmlAttribute('unit', 'a"b'), xmlAttribute('unit', '')]).toEqual([
    '',
    ' unit="a&quot;b"',
    ' unit=""',
  ])
})

test('formats are known by their names alone', () => {
  expect(FORMAT_NAMES).toEqual(['json', 'csv', 'tsv', 'ndjson', 'votable'])
  expect(['csv', 'CSV', 'toString', ''].map(isFormatName)).toEqual([true, false, false, false])
  expect(FORMAT_NAMES.map((name) => FORMATS[name].extension)).toEqual(['json', 'csv', 'tsv', 'ndjson', 'vot'])
})
