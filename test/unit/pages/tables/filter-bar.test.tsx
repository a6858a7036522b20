import { describe, expect, test } from 'bun:test'
import type { Condition } from '../../../../src/core/table-query/conditions.ts'
import { FilterBar, type FilterBarProps, isDefaultRows, rowsWithout } from '../../../../src/pages/tables/filter-bar.tsx'
import { type Read, tableAddresses } from '../../../../src/pages/tables/table-address.ts'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const READ: Read = {
  page: 4,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: ['pl_name', 'pl_rade'],
  filter: null,
  conditions: [],
  cone: null,
}
const ONE: Condition = { column: 'default_flag', kind: 'compare', operator: 'eq', value: 1 }
const compare = (column: string, operator: 'lt' | 'gte' | 'lte' | 'eq' | 'ne' | 'gt', value: number | string) =>
  ({ column, kind: 'compare', operator, value }) as const

const html = (read: Partial<Read> = {}, props: Partial<FilterBarProps> = {}) =>
  rendered(
    <FilterBar
      table="exoplanets"
      read={{ ...READ, ...read }}
      addresses={tableAddresses('exoplanets', ['pl_name', 'pl_rade'])}
      defaultColumns={['pl_name', 'pl_rade']}
      isText={(column) => column === 'pl_name'}
      hasDefaultFlag
      withoutValue={[]}
      conditionColumns=""
      {...props}
    />,
  )
/** The active filters. */
const chips = (...args: Parameters<typeof html>) => {
  const list = /<ul class="row chips".*?<\/ul>/s.exec(html(...args))?.[0]
  return list === undefined ? undefined : outline(list).split('\n')
}
/** The names and values of the hidden fields. */
const hidden = (...args: Parameters<typeof html>) =>
  Array.from(html(...args).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g), ([, name, value]) => [
    name,
    value,
  ])

describe('the active filters', () => {
  test('can be removed one by one, and all together without the choice of rows', () => {
    const condition = compare('pl_rade', 'lt', 4)
    const found = chips({ filter: 'x y', conditions: [ONE, condition], cone: { ra: 1, dec: 2, radius: 3 } })
    expect(found).toEqual([
      'Planet contains “x y” [remove this filter](../exoplanets?default_flag=1&pl_rade__lt=4&cone=1,2,3)',
      'Radius < 4 [remove the filter of pl_rade](../exoplanets?filter=x+y&default_flag=1&cone=1,2,3)',
      'within a cone, 1,2,3 [remove the cone](../exoplanets?filter=x+y&default_flag=1&pl_rade__lt=4)',
      '[remove all](../exoplanets?default_flag=1)',
    ])
  })

  test('are left out without any, also if only default rows are chosen', () => {
    expect(chips()).toBeUndefined()
    expect(chips({ conditions: [ONE] })).toBeUndefined()
    expect(chips({ filter: 'x' })).toHaveLength(2)
    expect(chips({ cone: { ra: 1, dec: 2, radius: 3 } })).toHaveLength(2)
    expect(chips({ conditions: [compare('pl_rade', 'lt', 4)] })).toHaveLength(2)
  })

  test('include the flag of default rows where there is no switch for it', () => {
    for (const props of [{ table: 'stellarhosts' }, { hasDefaultFlag: false }] as const) {
      expect(chips({ conditions: [ONE] }, props)?.[0]).toStartWith('Default row is 1 [')
      expect(html({}, props)).not.toContain('class="switch"')
    }
  })

  test.each<[Condition, string]>([
    [compare('pl_rade', 'eq', 1), 'Radius is 1'],
    [compare('pl_rade', 'ne', 1), 'Radius is not 1'],
    [compare('pl_rade', 'lte', 1), 'Radius ≤ 1'],
    [compare('pl_rade', 'gt', 1), 'Radius > 1'],
    [compare('pl_rade', 'gte', 1), 'Radius ≥ 1'],
    // Ten characters are shown, more are rounded; texts never are.
    [compare('pl_rade', 'lt', 1.23456789), 'Radius < 1.23456789'],
    [compare('pl_rade', 'lt', 1.234567891), 'Radius < 1.2346'],
    [compare('pl_name', 'eq', 'a very long name'), 'Planet is a very long name'],
    [{ column: 'pl_rade', kind: 'between', low: 1.234567891, high: 2 }, 'Radius from 1.2346 to 2'],
    [{ column: 'pl_name', kind: 'in', values: ['a', 'b'] }, 'Planet is one of a, b'],
    [{ column: 'pl_name', kind: 'text', where: 'contains', text: 'a' }, 'Planet contains “a”'],
    [{ column: 'pl_name', kind: 'text', where: 'startswith', text: 'a' }, 'Planet begins with “a”'],
    [{ column: 'pl_name', kind: 'text', where: 'endswith', text: 'a' }, 'Planet ends with “a”'],
    [{ column: 'pl_rade', kind: 'isnull', isNull: true }, 'Radius has no value'],
    [{ column: 'pl_rade', kind: 'isnull', isNull: false }, 'Radius has a value'],
  ])('%j is said in words', (condition, words) => {
    expect(chips({ conditions: [condition] })?.[0]).toStartWith(`${words} [`)
  })
})

describe('the form', () => {
  test('has what is sent by no other field, and begins at the first page', () => {
    expect(hidden({ filter: 'x', limit: 20, sortBy: 'pl_rade', conditions: [ONE] })).toEqual([
      ['default_flag', '1'],
      ['sort_by', 'pl_rade'],
      ['limit', '20'],
    ])
    expect(html({ filter: 'x' })).toContain('<input type="search" name="filter" value="x"')
    expect(outline(html())).toContain('Planet contains {filter=}')
  })

  test('has a bound as a hidden field only if its column is not shown', () => {
    const bounds = [compare('pl_rade', 'gte', 1), compare('sy_dist', 'gte', 2), compare('pl_rade', 'eq', 3)]
    expect(hidden({ conditions: bounds })).toEqual([
      ['sy_dist__gte', '2'],
      ['pl_rade', '3'],
    ])
  })
})

test('the switch chooses one row per planet or all references, and keeps the other conditions', () => {
  const nav = (conditions: readonly Condition[]) =>
    outline(/<nav class="switch".*?<\/nav>/s.exec(html({ conditions }))![0])
  const other = compare('pl_rade', 'lt', 4)
  expect(nav([ONE, other])).toBe(
    '[One row per planet](../exoplanets?pl_rade__lt=4&default_flag=1)*[Every reference](../exoplanets?pl_rade__lt=4)',
  )
  expect(nav([])).toBe('[One row per planet](../exoplanets?default_flag=1)[Every reference](../exoplanets)*')
})

test('rows that are left out for a missing value can be seen', () => {
  const withoutValue = [
    { column: 'pl_rade', rows: 1 },
    { column: 'sy_dist', rows: 2_000 },
  ]
  expect(outline(html({}, { withoutValue })).split('\n').at(-1)).toBe(
    'Left out because a value is missing: [1 row](../exoplanets?pl_rade__isnull=1) without radius, [2,000 rows](../exoplanets?sy_dist__isnull=1) without distance.',
  )
  expect(html()).not.toContain('Left out')
})

test('the rows without a value have no other condition on the column', () => {
  const other = compare('sy_dist', 'lt', 9)
  const read = { ...READ, filter: 'x', conditions: [compare('pl_rade', 'lt', 4), other] }
  expect(rowsWithout(read, 'pl_rade')).toEqual({
    ...READ,
    page: 1,
    filter: 'x',
    conditions: [other, { column: 'pl_rade', kind: 'isnull', isNull: true }],
  })
  // The filter on names is one on the first column.
  expect(rowsWithout(read, 'pl_name').filter).toBeNull()
})

test.each<[Condition, boolean]>([
  [ONE, true],
  [{ ...ONE, value: 0 } as Condition, false],
  [{ ...ONE, operator: 'ne' } as Condition, false],
  [{ ...ONE, column: 'pl_controv_flag' }, false],
  [{ column: 'default_flag', kind: 'isnull', isNull: false }, false],
])('%j selects the default rows: %p', (condition, expected) => {
  expect(isDefaultRows(condition)).toBe(expected)
})
