import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import type { ArchiveTable } from '../../../../build/table/archive-table.ts'
import { folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { FORMS, type Form, type TextTable } from '../../../fixtures/archives/archive-forms.ts'
import { type Cell, cellAt } from '../../../fixtures/archives/make-table.ts'

const HOSTS = 'hostname\nHost\n'
const DATATYPES = { pl_name: 'char', hostname: 'char', note: 'char', mass: 'double', count: 'long' } as const
const NAMES = Object.keys(DATATYPES)

const SAMPLE: TextTable = {
  names: NAMES,
  datatypes: Object.values(DATATYPES),
  rows: [
    [
      '11 Com b',
      '11 Com',
      '<a refstr="X, Y" href=https://x.example?a=1&amp;b=2 target=ref> Z </a>',
      '323.21000000',
      '1',
    ],
    ['', '007', ' stray blanks ', '', ''],
    ['Å', 'Gliese "876"', 'two\nlines', '8.4e-05', '9007199254740993'],
    ['null', 'NaN', ',\t;', '-0.0', '-9223372036854775808'],
  ],
}
const SAMPLE_CELLS: readonly (readonly Cell[])[] = [
  ['11 Com b', '11 Com', '<a refstr="X, Y" href=https://x.example?a=1&amp;b=2 target=ref> Z </a>', 323.21, 1],
  [null, '007', ' stray blanks ', null, null],
  ['Å', 'Gliese "876"', 'two\nlines', 8.4e-5, 9007199254740993n],
  ['null', 'NaN', ',\t;', 0, -9223372036854775808n],
]

const columnsCsv = `table_name,column_name,description,unit,datatype\n${Object.entries(DATATYPES)
  .map(([name, datatype]) => `ps,${name},About ${name},,${datatype}\n`)
  .join('')}`

async function readForm(form: Form, table: TextTable): Promise<ArchiveTable> {
  const files = { [`ps.${form.extension}`]: form.write(table), 'stellarhosts.csv': HOSTS, 'columns.csv': columnsCsv }
  return (await readArchive(await folderWith(files), quietEffects)).tables.exoplanets
}

function cellsOf(table: ArchiveTable): Cell[][] {
  return Array.from({ length: table.rows }, (_, row) => table.cells.map((cells) => cellAt(cells, row)))
}

describe.each(Object.entries(FORMS))('%s', (_name, form) => {
  test('gives the cells that were written, typed as declared', async () => {
    const table = await readForm(form, SAMPLE)
    expect(table.name).toBe('exoplanets')
    expect(table.columns.map(({ name, type, sourceDatatype }) => [name, type, sourceDatatype])).toEqual([
      ['pl_name', 'text', 'char'],
      ['hostname', 'text', 'char'],
      ['note', 'text', 'char'],
      ['mass', 'real', 'double'],
      ['count', 'integer', 'long'],
    ])
    expect(cellsOf(table)).toEqual(SAMPLE_CELLS.map((row) => [...row]))
    const mass = table.cells[3]!
    expect(mass.kind === 'real' && Object.is(mass.values[3], 0)).toBe(true)
  })

  test('gives any cells that were written', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('"', ',', '\t', ' ', '\n', '<', '&', ']', 'é', '\u{1fa90}', '#'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    })
    const printable = text.map((value) => value.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))
    const row = fc.tuple(
      printable,
      printable,
      printable,
      fc.oneof(fc.constant(''), fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
      fc.oneof(fc.constant(''), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const table = await readForm(form, { ...SAMPLE, rows })
        const integer = (cell: string): Cell => (Number.isSafeInteger(Number(cell)) ? Number(cell) : BigInt(cell))
        expect(cellsOf(table)).toEqual(
          rows.map(([name, host, note, mass, count]) => [
            name || null,
            host || null,
            note || null,
            mass === '' ? null : Number(mass) + 0,
            count === '' ? null : integer(count),
          ]),
        )
      }),
      { numRuns: 20 },
    )
  })
})

test('a web download describes its columns, and the catalog fills in what it does not say', async () => {
  const [mass] = (await readForm(FORMS['a web download']!, SAMPLE)).columns.filter(({ name }) => name === 'mass')
  expect(mass).toEqual({
    name: 'mass',
    type: 'real',
    description: 'The mass',
    unit: 'unit of mass',
    sourceDatatype: 'double',
  })
})

test('a VOTable describes its columns', async () => {
  const [mass] = (await readForm(FORMS.VOTable!, SAMPLE)).columns.filter(({ name }) => name === 'mass')
  expect(mass).toEqual({
    name: 'mass',
    type: 'real',
    description: 'The mass',
    unit: 'unit of mass',
    sourceDatatype: 'double',
  })
})

test('every VALUES of a VOTable field may name a null', async () => {
  const values = '<VALUES null="-999"/><VALUES type="actual"><MIN value="1"/></VALUES><VALUES null="-99"/>'
  const fields = ['pl_name', 'hostname'].map((name) => `<FIELD name="${name}" datatype="char" arraysize="*"/>`).join('')
  const rows = ['-999', '-99', '5'].map((count) => `<TR><TD>a b</TD><TD>a</TD><TD>${count}</TD></TR>`).join('')
  const vot = `<VOTABLE><RESOURCE><TABLE>${fields}<FIELD name="count" datatype="int">${values}</FIELD><DATA><TABLEDATA>${rows}</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`
  const folder = await folderWith({ 'ps.vot': vot, 'stellarhosts.csv': HOSTS })
  const { exoplanets } = (await readArchive(folder, quietEffects)).tables
  expect<readonly Cell[]>(cellsOf(exoplanets).map((row) => row[2]!)).toEqual([null, null, 5])
})

test('files of several chunks are read whole', async () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => [
    `P ${row}`,
    `Host ${row % 100}`,
    `"${'é'.repeat(row % 90)}\n`,
    String(row / 7),
    String(row),
  ])
  for (const name of ['CSV with CRLF', 'gzipped CSV', 'VOTable'] as const) {
    const table = await readForm(FORMS[name]!, { ...SAMPLE, rows })
    expect(table.rows).toBe(30_000)
    const [, , note, mass] = table.cells
    let differing = 0
    for (const [row, cells] of rows.entries())
      if (cellAt(note!, row) !== cells[2] || cellAt(mass!, row) !== Number(cells[3])) differing += 1
    expect(differing).toBe(0)
  }
})
