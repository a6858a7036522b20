import { describe, expect, test } from 'bun:test'
import type { ColumnDescription, SchemaResponse } from '../../../../src/core/answers/column.ts'
import { columnGroups, matchingGroups, ownerOf } from '../../../../src/pages/columns/column-groups.ts'
import { TableColumnsPage, type TableColumnsProps } from '../../../../src/pages/columns/table-columns-page.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const column = (name: string, more: Partial<SchemaResponse['columns'][number]> = {}) =>
  ({ name, data_type: 'Float64', nulls: 0, ...more }) as SchemaResponse['columns'][number]
const SCHEMA: SchemaResponse = {
  columns: [
    column('hostname', { data_type: 'String', description: 'Host Name' }),
    column('st_mass', { unit: 'Msun', min: -0.1, max: 2, nulls: 25, description: 'Stellar Mass' }),
    column('st_masserr1', { nulls: 30 }),
    column('st_massstr', { data_type: 'String' }),
    column('st_mass_reflink', { data_type: 'String' }),
    column('st_n', { data_type: 'Int64', min: 3, max: 3, nulls: 1, note: 'Number of Things' }),
  ],
  total_rows: 1_000,
}
const statisticsOf = (name: string) =>
  ({
    name,
    distinct: 4_321,
    histogram:
      name === 'st_mass' ? { edges: [0, 1], counts: [1], scale: 'linear', others: 0 } : { edges: [], counts: [] },
  }) as unknown as ColumnDescription

const html = (props: Partial<TableColumnsProps> = {}) =>
  rendered(
    <TableColumnsPage
      table={{ name: 'stellarhosts', title: 'Host stars' } as TableColumnsProps['table']}
      others={[{ name: 'exoplanets' }, { name: 'stellarhosts' }] as unknown as TableColumnsProps['others']}
      schema={SCHEMA}
      search=""
      statisticsOf={statisticsOf}
      {...props}
    />,
  )
const lines = (props?: Partial<TableColumnsProps>) => outline(html(props)).split('\n')

test('the columns of a table are listed with meaning, unit, values, range and share without a value', () => {
  const link = (name: string, text = name) => `[${text}](../columns/stellarhosts/${name})`
  expect(lines()).toEqual([
    'Columns of stellarhosts',
    'Host stars. [Open the table](../stellarhosts).',
    '[exoplanets](../columns/exoplanets)',
    '[stellarhosts](../columns/stellarhosts)*',
    'Words in the name or meaning',
    '{q=}',
    'Search',
    '6 columns; uncertainties, limit flags and similar columns are listed with the column that they belong to.',
    '| Column| Meaning| Unit| Values| Range|> No value',
    `| ${link('hostname')}| Host Name| | text| 4,321 distinct|> 0 %`,
    `| ${link('st_mass')} ${link('st_masserr1', 'err1')} ${link('st_massstr', 'str')} ${link('st_mass_reflink', 'reflink')}| Stellar Mass| M☉| | −0.1 to 2|> 2.5 %`,
    `| ${link('st_n')}| not described by the archive| | integer| 3|> 0.1 %`,
  ])
  expect(html()).toContain('title="st_masserr1: upper uncertainty"')
  expect(html()).toContain('class="number" title="25 of 1,000 rows"')
  expect(html().match(/<svg/g)).toHaveLength(1)
  expect(html()).not.toContain('noindex')
})

test('a search shows the columns that have all words, and is not for search engines', () => {
  const shown = lines({ search: 'MASS  stellar' })
  expect(shown).toContain('1 of 3 columns have “MASS stellar” in their name or meaning.')
  expect(shown.filter((line) => line.startsWith('| '))).toHaveLength(2)
  expect(html({ search: 'mass' })).toContain('content="noindex"')
  const none = lines({ search: 'mass planet' })
  expect(none.at(-1)).toBe('0 of 3 columns have “mass planet” in their name or meaning.')
  expect(html({ search: 'mass' })).toContain('name="q" value="mass"')
})

test('a further table has no page of rows', () => {
  const shown = lines({ table: { name: 'a b', title: 'Others' } as TableColumnsProps['table'] })
  expect(shown.slice(0, 2)).toEqual(['Columns of a b', 'Others'])
  expect(html({ table: { name: 'ml', title: '' } as TableColumnsProps['table'] })).not.toContain('10.26133')
  expect(html()).toContain('10.26133/NEA40')
  expect(html()).toContain('content="Meaning, unit, range and completeness of the 6 columns of stellarhosts."')
})

describe('companion columns', () => {
  test('are grouped with the column that they belong to, in the order of the table', () => {
    expect(
      columnGroups(SCHEMA.columns).map(({ column: { name }, companions }) => [
        name,
        companions.map(({ ending }) => ending),
      ]),
    ).toEqual([
      ['hostname', []],
      ['st_mass', ['err1', 'str', '_reflink']],
      ['st_n', []],
    ])
  })

  test('belong to a column only if the table has it', () => {
    expect(ownerOf('st_masserr1', SCHEMA.columns)).toBe('st_mass')
    expect(ownerOf('st_mass', SCHEMA.columns)).toBeUndefined()
    expect(ownerOf('pl_radeerr1', SCHEMA.columns)).toBeUndefined()
  })

  test.each([
    ['', ['hostname', 'st_mass', 'st_n']],
    ['  ', ['hostname', 'st_mass', 'st_n']],
    ['things NUMBER', ['st_n']],
    ['msun', ['st_mass']],
    ['masserr1', ['st_mass']],
    ['host mass', []],
  ])('%j is found in names, meanings, notes, units and companions', (text, names) => {
    expect(matchingGroups(columnGroups(SCHEMA.columns), text).map((group) => group.column.name)).toEqual(names)
  })
})
