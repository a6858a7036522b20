import { describe, expect, test } from 'bun:test'
import { changeReport, compareColumns, reportLines } from '../../../../build/refresh/change-report.ts'
import type { ChangeReport, TableChanges } from '../../../../src/history/change-report.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const SAME: TableChanges = {
  rows: { before: 1_234, after: 1_234, added: 0, removed: 0, changed: 0 },
  changedValues: {},
  newNames: [],
  removedNames: [],
  newColumns: [],
  removedColumns: [],
  columnChanges: [],
}
const FACTS = {
  archive_date: '2026-01-02',
  table_dates: { exoplanets: '2026-01-02', stellarhosts: '2026-01-02' },
  source: 'a test',
}

function linesOf(exoplanets: Partial<TableChanges>): string[] {
  const report: ChangeReport = {
    from: { ...FACTS, id: 'former' },
    to: { ...FACTS, id: 'later' },
    tables: { exoplanets: { ...SAME, ...exoplanets }, stellarhosts: SAME },
  }
  return reportLines(report)
}

test('the same rows are told as such', () => {
  expect(linesOf({})).toEqual(['The rows are those of snapshot former, in another order or with another date.'])
})

describe('one thing that is another is told', () => {
  const counts = 'exoplanets: 1,234 rows, 0 added, 0 removed, 0 changed'
  test.each([
    ['a value', { rows: { ...SAME.rows, changed: 1 } }, ['exoplanets: 1,234 rows, 0 added, 0 removed, 1 changed']],
    ['a row more', { rows: { ...SAME.rows, added: 1 } }, ['exoplanets: 1,234 rows, 1 added, 0 removed, 0 changed']],
    ['a row less', { rows: { ...SAME.rows, removed: 1 } }, ['exoplanets: 1,234 rows, 0 added, 1 removed, 0 changed']],
    ['a new column', { newColumns: ['pl_new'] }, [counts, '  new columns: pl_new']],
    ['a lost column', { removedColumns: ['pl_old'] }, [counts, '  removed columns: pl_old']],
    [
      'a unit',
      { columnChanges: [{ column: 'pl_rade', property: 'unit', before: 'km', after: null }] },
      [counts, '  columns with a changed description: pl_rade'],
    ],
  ] as const)('%s', (_, changes, lines) => {
    expect(linesOf(changes)).toEqual([...lines, 'stellarhosts: 1,234 rows, 0 added, 0 removed, 0 changed'])
  })
})

test.each([
  [1, ''],
  [20, ''],
  [21, ' and 1 more'],
  [1_020, ' and 1000 more'],
])('of %d new names at most twenty are listed, and the rest is counted', (count, rest) => {
  const newNames = Array.from({ length: count }, (_, index) => `P${index} b`)
  const line = linesOf({ newNames, rows: { ...SAME.rows, added: count } }).find((text) =>
    text.startsWith('  new planets'),
  )
  expect(line).toBe(`  new planets (${count}): ${newNames.slice(0, 20).join(', ')}${rest}`)
})

test('a column is named once, whatever of it has changed', () => {
  const change = (column: string, property: 'unit' | 'type') => ({ column, property, before: 'a', after: 'b' })
  const columnChanges = [change('pl_rade', 'type'), change('pl_rade', 'unit'), change('pl_eqt', 'unit')]
  expect(linesOf({ columnChanges })).toContain('  columns with a changed description: pl_rade, pl_eqt')
})

test('columns are compared by name: what is new, what is gone, and each property that differs', () => {
  const before = [
    { name: 'a', type: 'real', unit: 'm', description: 'A', sourceDatatype: 'double' },
    { name: 'b', type: 'text' },
    { name: 'c', type: 'real', unit: 'm' },
  ] as const
  const after = [
    { name: 'd', type: 'text' },
    { name: 'c', type: 'integer' },
    { name: 'a', type: 'real', unit: 'm', description: 'Another', sourceDatatype: 'float' },
  ] as const
  const change = (
    column: string,
    property: 'type' | 'unit' | 'description' | 'sourceDatatype',
    ...values: (string | null)[]
  ) => ({
    column,
    property,
    before: values[0]!,
    after: values[1]!,
  })
  expect(compareColumns(before, after)).toEqual({
    newColumns: ['d'],
    removedColumns: ['b'],
    columnChanges: [
      change('c', 'type', 'real', 'integer'),
      change('c', 'unit', 'm', null),
      change('a', 'description', 'A', 'Another'),
      change('a', 'sourceDatatype', 'double', 'float'),
    ],
  })
  expect(compareColumns(before, before)).toEqual({ newColumns: [], removedColumns: [], columnChanges: [] })
})

test('tables that come and go are told, and with them alone not everything is the same', () => {
  const table = { rows: 1, date: null, columns: [], source: 'a test', keyColumns: [] }
  const manifestWith = (...names: readonly string[]) => ({
    ...FAKE_MANIFEST,
    furtherTables: Object.fromEntries(names.map((name) => [name, table])),
  })
  const tables = { exoplanets: SAME, stellarhosts: SAME }
  const report = changeReport(manifestWith('toi', 'old'), manifestWith('new', 'toi'), tables)
  expect(report).toMatchObject({ newTables: ['new'], removedTables: ['old'] })
  expect(reportLines(report).slice(-2)).toEqual(['new tables: new', 'removed tables: old'])
  const same = changeReport(manifestWith('toi'), manifestWith('toi'), tables)
  expect(same).not.toHaveProperty('newTables')
  expect(same).not.toHaveProperty('removedTables')
  expect(reportLines(same)[0]).toStartWith('The rows are those of snapshot ')
  expect(reportLines(changeReport(undefined, manifestWith('toi'), null))).toEqual([
    'This is the first snapshot: there is nothing to compare it with.',
  ])
})

test.each([
  [{ newTables: ['toi'] }, 'new tables: toi'],
  [{ removedTables: ['toi', 'ml'] }, 'removed tables: toi, ml'],
] as const)('tables that came or went are told, though all rows are the same: %j', (more, line) => {
  const tables = { exoplanets: SAME, stellarhosts: SAME }
  const lines = reportLines({ from: { ...FACTS, id: 'former' }, to: { ...FACTS, id: 'later' }, tables, ...more })
  expect(lines.at(-1)).toBe(line)
  expect(lines).toHaveLength(3)
})
