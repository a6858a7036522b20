import { describe, expect, test } from 'bun:test'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import type { ColumnType } from '../../../../src/format/column.ts'
import { folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { type Cell, cellAt } from '../../../fixtures/archives/make-table.ts'

const HEAD = 'table_name,column_name,description,unit,datatype\n'

async function readColumn(cells: readonly string[], columnsCsv?: string, file = 'stellarhosts.csv') {
  const lines = cells.map((cell, row) => `H${row},"${cell}"\n`)
  const folder = await folderWith({
    'archive/ps.csv': 'pl_name,hostname\na b,a\n',
    [`archive/${file}`]: `hostname,x\n${lines.join('')}`,
    ...(columnsCsv === undefined ? {} : { 'archive/columns.csv': HEAD + columnsCsv }),
  })
  const table = (await readArchive(`${folder}/archive`, quietEffects)).tables.stellarhosts
  return { column: table.columns[1]!, values: cells.map((_, row) => cellAt(table.cells[1]!, row)) }
}

const INFERRED: readonly (readonly [string, readonly string[], ColumnType, readonly Cell[]])[] = [
  ['all integers', ['1', '', '-5', '+7', ' '], 'integer', [1, null, -5, 7, null]],
  ['integers of 64 bits', ['9007199254740993', '1'], 'integer', [9007199254740993n, 1]],
  ['integers and decimals', ['1', '2.50', '', '1e3'], 'real', [1, 2.5, null, 1000]],
  ['a decimal without fraction', ['3.0', '4'], 'real', [3, 4]],
  ['a text among numbers', ['1', '2.5', ' ', 'x', '3.10'], 'text', ['1', '2.5', ' ', 'x', '3.10']],
  ['a text at the end', ['1', '', '2', '', 'é'], 'text', ['1', null, '2', null, 'é']],
  ['no value at all', ['', '', ''], 'text', [null, null, null]],
  ['only blanks', ['', ' ', '\t'], 'text', [null, ' ', '\t']],
  ['leading zeros', ['007', '8'], 'text', ['007', '8']],
  ['leading zeros before a fraction', ['8.5', '007.5'], 'text', ['8.5', '007.5']],
  ['zeros that lead nothing', ['0', '0.5', '-0.0', '.5'], 'real', [0, 0.5, 0, 0.5]],
  ['an integer beyond 64 bits', ['1', '9223372036854775808'], 'text', ['1', '9223372036854775808']],
  [
    'an integer beyond 64 bits among decimals',
    ['1.5', '92233720368547758080'],
    'text',
    ['1.5', '92233720368547758080'],
  ],
  ['a large decimal', ['1.5', '9.2e25'], 'real', [1.5, 9.2e25]],
  ['a number too large for a double', ['1.5', '1e999'], 'text', ['1.5', '1e999']],
  ['a number that would become 0', ['1.5', '1e-400'], 'text', ['1.5', '1e-400']],
  ['zeros with exponents', ['1.5', '0e5', '-0.00E-7'], 'real', [1.5, 0, 0]],
  ['hexadecimal', ['0x1F'], 'text', ['0x1F']],
  ['words that JavaScript takes for numbers', ['NaN', 'Infinity'], 'text', ['NaN', 'Infinity']],
  ['dates', ['2016-05-06', '2016-05'], 'text', ['2016-05-06', '2016-05']],
]

test.each(INFERRED)('without metadata, %s: the type comes from all values', async (_name, cells, type, values) => {
  const { column, values: read } = await readColumn(cells)
  expect(column).toEqual({ name: 'x', type })
  expect(read).toEqual([...values])
})

test('a type that shows only after many rows is found', async () => {
  const cells = [...Array.from({ length: 20_000 }, (_, row) => String(row)), 'unknown']
  const { column, values } = await readColumn(cells)
  expect(column.type).toBe('text')
  expect(values).toEqual(cells)
})

const DECLARED: readonly (readonly [string, readonly string[], ColumnType, readonly Cell[]])[] = [
  ['char', ['1', '', ' ', '007'], 'text', ['1', null, ' ', '007']],
  ['double', ['1', '', ' ', ' 007 '], 'real', [1, null, null, 7]],
  ['float', ['0.1'], 'real', [0.1]],
  ['int', ['1', '', ' ', ' 007 '], 'integer', [1, null, null, 7]],
  ['int', ['9007199254740993', '-9223372036854775808'], 'integer', [9007199254740993n, -9223372036854775808n]],
  ['long', ['-0'], 'integer', [0]],
  ['int', ['1.0', '', ' -2.000 ', '7.', '3'], 'integer', [1, null, -2, 7, 3]],
  ['int', ['9007199254740993.0'], 'integer', [9007199254740993n]],
  ['double', ['', ''], 'real', [null, null]],
]

test.each(DECLARED)('declared %s, the cells %j are stored as %s', async (datatype, cells, type, values) => {
  const { column, values: read } = await readColumn(cells, `stellarhosts,x,A thing,m,${datatype}\n`)
  expect(column).toEqual({ name: 'x', type, description: 'A thing', unit: 'm', sourceDatatype: datatype })
  expect(read).toEqual([...values])
})

test('names stay text where nothing is declared, even if all of them are numbers', async () => {
  const folder = await folderWith({ 'ps.csv': 'pl_name,hostname\n1,007\n', 'stellarhosts.csv': 'hostname\n7\n' })
  const { exoplanets, stellarhosts } = (await readArchive(folder, quietEffects)).tables
  expect(exoplanets.columns).toEqual([
    { name: 'pl_name', type: 'text' },
    { name: 'hostname', type: 'text' },
  ])
  expect(cellAt(exoplanets.cells[1]!, 0)).toBe('007')
  expect(cellAt(stellarhosts.cells[0]!, 0)).toBe('7')
})

describe('which table of the catalog describes a file', () => {
  const metadata = `${HEAD}ps,x,of ps,,char\npscomppars,x,of pscomppars,,double\npscomppars,y,only there,,int\nstellarhosts,x,of stellarhosts,,char\n`
  test.each([
    ['exoplanets.csv', 'of ps', 'only there'],
    ['ps.csv', 'of ps', 'only there'],
    ['PS_2021.01.26.csv', 'of ps', 'only there'],
    ['pscomppars.csv', 'of pscomppars', 'only there'],
    ['PSCompPars_2025.11.27_01.02.03.csv', 'of pscomppars', 'only there'],
  ])('%s', async (file, x, y) => {
    const folder = await folderWith({
      [`archive/${file}`]: 'pl_name,hostname,x,y\na b,a,1,2\n',
      'archive/stellarhosts.csv': 'hostname,x,y\na,1,2\n',
      'columns.csv': metadata,
    })
    const { exoplanets, stellarhosts } = (await readArchive(`${folder}/archive`, quietEffects)).tables
    expect(exoplanets.columns.slice(2).map(({ description }) => description)).toEqual([x, y])
    expect(stellarhosts.columns.slice(1).map(({ description }) => description)).toEqual(['of stellarhosts', undefined])
  })

  test('a catalog that names our own table exoplanets describes it first', async () => {
    const folder = await folderWith({
      'exoplanets.csv': 'pl_name,hostname,x\na b,a,1\n',
      'stellarhosts.csv': 'hostname\na\n',
      'columns.csv': `${metadata}exoplanets,x,ours,,int\n`,
    })
    expect((await readArchive(folder, quietEffects)).tables.exoplanets.columns[2]).toMatchObject({
      description: 'ours',
      type: 'integer',
    })
  })
})
