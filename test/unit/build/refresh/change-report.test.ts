import { describe, expect, test } from 'bun:test'
import { reportLines } from '../../../../build/refresh/change-report.ts'
import type { ChangeReport, TableChanges } from '../../../../src/history/change-report.ts'

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
  expect(linesOf({})).toEqual(['The rows are those of snapshot former, in another order or of another date.'])
})

describe('one thing that is another is told', () => {
  const counts = 'exoplanets: 1,234 rows, 0 added, 0 removed, 0 changed'
  test.each([
    ['a value', { rows: { ...SAME.rows, changed: 1 } }, ['exoplanets: 1,234 rows, 0 added, 0 removed, 1 changed']],
    ['a row more', { rows: { ...SAME.rows, added: 1 } }, ['exoplanets: 1,234 rows, 1 added, 0 removed, 0 changed']],
    ['a row less', { rows: { ...SAME.rows, removed: 1 } }, ['exoplanets: 1,234 rows, 0 added, 1 removed, 0 changed']],
    ['a new column', { newColumns: ['pl_new'] }, [counts, '  new columns: pl_new']],
    ['a lost column', { removedColumns: ['pl_old'] }, [counts, '  columns gone: pl_old']],
    [
      'a unit',
      { columnChanges: [{ column: 'pl_rade', property: 'unit', before: 'km', after: null }] },
      [counts, '  columns described otherwise: pl_rade'],
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
