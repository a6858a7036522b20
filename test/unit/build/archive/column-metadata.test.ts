import { describe, expect, test } from 'bun:test'
import { ArchiveError } from '../../../../build/archive/archive.ts'
import { batchOfRows } from '../../../../build/archive/cells/cell-batch.ts'
import { ColumnCatalog } from '../../../../build/archive/column-metadata.ts'

const NAMES = ['table_name', 'column_name', 'description', 'unit', 'datatype']

/** A column catalog of rows that begin in line 2. */
function catalogOf(rows: readonly (readonly string[])[], names = NAMES): ColumnCatalog {
  const catalog = new ColumnCatalog('columns.csv')
  catalog.begin({ names, metadata: new Map(), line: 1 })
  // In two batches, as a long file comes.
  const half = Math.ceil(rows.length / 2)
  for (const [from, to] of [
    [0, half],
    [half, rows.length],
  ] as const)
    catalog.add(
      batchOfRows(
        rows.slice(from, to),
        names.length,
        rows.slice(from, to).map((_, at) => from + at + 2),
      ),
    )
  return catalog
}

const row = (table: string, column: string, description = '', unit = '', datatype = 'double') => [
  table,
  column,
  description,
  unit,
  datatype,
]

const describedBy = (catalog: ColumnCatalog, file: string, table: string) =>
  Object.fromEntries(Array.from(catalog.columnsFor(file, table), ([name, { description }]) => [name, description]))

describe('a column catalog', () => {
  test('has the facts of each column, and says where', () => {
    const catalog = catalogOf([row('ps', 'pl_rade', 'Radius', 'Rearth'), row('ps', 'ra', '', '', '')])
    expect([...catalog.columnsFor('ps.csv', 'exoplanets')]).toEqual([
      [
        'pl_rade',
        { description: 'Radius', unit: 'Rearth', datatype: 'double', declaredAt: { file: 'columns.csv', line: 2 } },
      ],
      ['ra', { declaredAt: { file: 'columns.csv', line: 3 } }],
    ])
  })

  test('may lack descriptions and units, and have its columns in any order', () => {
    const names = ['datatype', 'column_name', 'table_name']
    const facts = catalogOf([['int', 'a', 'ps']], names).columnsFor('ps.csv', 'exoplanets')
    expect(facts.get('a')).toEqual({ datatype: 'int', declaredAt: { file: 'columns.csv', line: 2 } })
  })

  test.each(['table_name', 'column_name', 'datatype'])('must have the column %s', (missing) => {
    const names = NAMES.filter((name) => name !== missing)
    expect(() => catalogOf([], names)).toThrow(new RegExp(`^columns.csv, line 1: the column ${missing} is missing.$`))
  })

  test('describes no column twice, in one schema or another', () => {
    const rows = [row('ps', 'ra'), row('stellarhosts', 'ra'), row('exo.ps', 'ra')]
    let thrown: unknown
    try {
      catalogOf(rows)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ArchiveError)
    expect((thrown as ArchiveError).message).toBe('columns.csv, line 4: the column ra of exo.ps is described twice.')
    expect((thrown as ArchiveError).place).toEqual({ file: 'columns.csv', line: 4, column: 'ra' })
  })

  const several = catalogOf([
    row('exo.ps', 'a', 'of ps'),
    row('pscomppars', 'a', 'of pscomppars'),
    row('pscomppars', 'b', 'of pscomppars'),
    row('stellarhosts', 'a', 'of stellarhosts'),
    row('toi', 'a', 'of toi'),
  ])
  const ofPs = { a: 'of ps', b: 'of pscomppars' }
  const ofComposite = { a: 'of pscomppars', b: 'of pscomppars' }

  test.each([
    ['ps.csv', 'exoplanets', ofPs],
    ['exoplanets.csv', 'exoplanets', ofPs],
    ['PSCompPars_2021.csv', 'exoplanets', ofComposite],
    ['pscomppars.csv', 'pscomppars', ofComposite],
    ['STELLARHOSTS.csv.gz', 'stellarhosts', { a: 'of stellarhosts' }],
    ['toi.csv', 'toi', { a: 'of toi' }],
    ['cumulative.csv', 'cumulative', {}],
  ])('describes %s as %s by the tables of that name', (file, table, described) => {
    expect(describedBy(several, file, table)).toEqual(described)
  })

  test('with a table exoplanets prefers it', () => {
    const own = catalogOf([row('ps', 'a', 'of ps'), row('ps', 'b', 'of ps'), row('exoplanets', 'a', 'own')])
    expect(describedBy(own, 'exoplanets.csv', 'exoplanets')).toEqual({ a: 'own', b: 'of ps' })
    expect(describedBy(own, 'ps.csv', 'exoplanets')).toEqual({ a: 'of ps', b: 'of ps' })
  })
})
