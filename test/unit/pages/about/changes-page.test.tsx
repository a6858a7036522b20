import { describe, expect, test } from 'bun:test'
import type { ChangeList } from '../../../../src/core/answers/changes.ts'
import { ChangesPage } from '../../../../src/pages/about/changes-page.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

type Refresh = ChangeList['refreshes'][number]
const html = (...refreshes: readonly unknown[]) => rendered(<ChangesPage refreshes={refreshes as readonly Refresh[]} />)
const lines = (...refreshes: readonly unknown[]) =>
  outline(html(...refreshes))
    .split('\n')
    .slice(2)

const none = {
  rows: { before: 1, added: 0, removed: 0, changed: 0, after: 1 },
  new_names: [],
  removed_names: [],
  new_columns: [],
  removed_columns: [],
  column_changes: [],
  changed_values: {},
}
const refresh = (tables: object = {}, more: object = {}) => ({
  from: { id: 'old', archive_date: '2026-01-01' },
  to: { id: 'new', archive_date: '2026-01-08' },
  tables: { exoplanets: none, stellarhosts: none, ...tables },
  ...more,
})
/** What is said behind the table of numbers. */
const details = (tables: object, more: object = {}) => {
  const shown = lines(refresh(tables, more))
  return shown.slice(shown.findLastIndex((line) => line.startsWith('| ')) + 1)
}

test('without a refresh, the page says so', () => {
  expect(lines()).toEqual([
    'The data of this service have not been refreshed yet. Each refresh that changes the data will be listed here.',
  ])
})

test('the rows of each table are counted, further tables behind the others', () => {
  const rows = { before: 1_000, added: 20, removed: 3, changed: 4_000, after: 1_017 }
  expect(lines(refresh({ ml: { ...none, rows } }))).toEqual([
    '2026-01-08 snapshot new',
    'Compared with snapshot old of 2026-01-01.',
    '| Table|> Rows before|> Added|> Removed|> Changed|> Rows now',
    '| exoplanets|> 1|> 0|> 0|> 0|> 1',
    '| stellarhosts|> 1|> 0|> 0|> 0|> 1',
    '| ml|> 1,000|> 20|> 3|> 4,000|> 1,017',
  ])
})

test('the heading names the date and the current snapshot', () => {
  const to = { id: '0123456789abcdef', archive_date: null }
  expect(lines(refresh({}, { to }))[0]).toBe('Unknown date snapshot 0123456789abcdef, current')
  expect(lines(refresh({}, { from: { id: 'old', archive_date: null } }))[1]).toBe('Compared with snapshot old.')
  expect(lines({ to })).toEqual([
    'Unknown date snapshot 0123456789abcdef, current',
    'The first snapshot: there is no earlier one to compare it with.',
  ])
})

describe('names', () => {
  test('of new planets and stars are links, removed ones are not', () => {
    const change = { ...none, new_names: ['A b'], removed_names: ['X'], new_columns: ['c d'], removed_columns: ['e'] }
    expect(details({ exoplanets: change, stellarhosts: change })).toEqual([
      'New planets (1)',
      '[A b](../exoplanets/A%20b)',
      'Removed planets (1)',
      'X',
      'New columns of exoplanets (1)',
      '[c d](../columns/exoplanets/c%20d)',
      'Removed columns of exoplanets (1)',
      'e',
      'New hosts (1)',
      '[A b](../stellarhosts/A%20b)',
      'Removed hosts (1)',
      'X',
      'New columns of stellarhosts (1)',
      '[c d](../columns/stellarhosts/c%20d)',
      'Removed columns of stellarhosts (1)',
      'e',
    ])
  })

  test('of further tables have no pages, and all their columns have one', () => {
    const change = { ...none, new_names: ['A'], removed_names: ['X'], new_columns: ['c'] }
    expect(details({ ml: change })).toEqual([
      'New in ml (1)',
      'A',
      'Removed from ml (1)',
      'X',
      'New columns of ml (1)',
      '[c](../columns/ml)',
    ])
    expect(details({}, { new_tables: ['ml'], removed_tables: ['td'] })).toEqual([
      'New tables (1)',
      '[ml](../columns/ml)',
      'Removed tables (1)',
      'td',
    ])
  })

  test('are folded from 61 on', () => {
    const names = (count: number) =>
      details({ ml: { ...none, new_names: Array.from({ length: count }, (_, at) => `n${at}`) } })
    expect(names(60).slice(0, 2)).toEqual(['New in ml (60)', 'n0'])
    expect(names(61).slice(0, 2)).toEqual(['New in ml (61)', 'All 61 names'])
    expect(names(1_234)[0]).toBe('New in ml (1,234)')
  })
})

test('the columns with the most changed values come first, at most twelve', () => {
  const changed = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, 1_000 + at]))
  const shown = details({ exoplanets: { ...none, changed_values: changed(14) } })
  expect(shown[0]).toBe('Columns of exoplanets with the most changed values')
  expect(shown.slice(1, 3)).toEqual([
    '[c13](../columns/exoplanets/c13) 1,013',
    '[c12](../columns/exoplanets/c12) 1,012',
  ])
  expect(shown).toHaveLength(14)
  expect(shown.at(-1)).toBe('and 2 more columns')
  expect(details({ exoplanets: { ...none, changed_values: changed(12) } })).toHaveLength(13)
})

test('changed descriptions are shown before and after', () => {
  const column_changes = [
    { column: 'pl_rade', property: 'data_type', before: 'a', after: null },
    { column: 'pl_rade', property: 'unit', before: null, after: 'b' },
  ]
  expect(details({ exoplanets: { ...none, column_changes } })).toEqual([
    'Columns of exoplanets with a changed description',
    '[pl_rade](../columns/exoplanets/pl_rade): data type a → unknown',
    '[pl_rade](../columns/exoplanets/pl_rade): unit unknown → b',
  ])
})
