import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { ADDED_OPERATORS, conditionWords, submittedForm } from '../../../../src/pages/conditions/added-condition.ts'
import { conditionColumns, NewCondition } from '../../../../src/pages/conditions/new-condition.tsx'
import { NoRows } from '../../../../src/pages/conditions/no-rows.tsx'
import { addressOfForm } from '../../../../src/pages/own-plot/form-address.ts'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'pl_radj', type: 'real' },
  { name: 'sy_dist', type: 'real', unit: 'pc' },
  { name: 'zz', type: 'real', description: 'Some  Thing [K]' },
]
const KNOWN = { columns: COLUMNS, preferred: ['pl_rade'] }
const form = (query: string) => submittedForm(new URLSearchParams(query), KNOWN)
const parameter = (column: string, operator: string | undefined, value = '4') =>
  form(
    `condition_column=${column}${operator === undefined ? '' : `&condition_operator=${operator}`}&condition_value=${value}`,
  )?.added?.parameter

describe('a new condition', () => {
  test('becomes a parameter; equality needs no operator', () => {
    expect(parameter('pl_rade', 'lt')).toEqual(['pl_rade__lt', '4'])
    expect(parameter('pl_rade', 'eq')).toEqual(['pl_rade', '4'])
    expect(parameter('pl_rade', undefined)).toEqual(['pl_rade', '4'])
    expect(parameter('+pl_rade+', 'lt', '+4+')).toEqual(['pl_rade__lt', '4'])
  })

  test('names its column by its label, in any case, the preferred one if several have it', () => {
    expect(parameter('DISTANCE', 'lt')).toEqual(['sy_dist__lt', '4'])
    expect(parameter('SY_DIST', 'lt')).toEqual(['sy_dist__lt', '4'])
    expect(parameter('some+thing', 'lt')).toEqual(['zz__lt', '4'])
    // The radius in units of Earth's and of Jupiter's have one label.
    expect(parameter('radius', 'lt')).toEqual(['pl_rade__lt', '4'])
    expect(
      submittedForm(new URLSearchParams('condition_column=radius&condition_value=4'), { ...KNOWN, preferred: [] })
        ?.added?.column,
    ).toBe('radius')
    expect(parameter('nothing', 'lt')).toEqual(['nothing__lt', '4'])
  })

  test('replaces the same one, and is nothing without a column or a value', () => {
    expect(form('pl_rade__lt=9&x=1&condition_column=pl_rade&condition_operator=lt&condition_value=4')).toEqual({
      others: [['x', '1']],
      added: { column: 'pl_rade', parameter: ['pl_rade__lt', '4'] },
    })
    for (const query of [
      'condition_column=&condition_value=4',
      'condition_column=a&condition_value=',
      'condition_column=a',
    ])
      expect(form(`x=1&${query}`)).toEqual({ others: [['x', '1']], added: undefined })
    expect(form('x=1')).toBeUndefined()
  })

  test('has a field for each of its parts', () => {
    expect(ADDED_OPERATORS.map(([, words]) => words)).toEqual([
      '=',
      '≠',
      '<',
      '≤',
      '>',
      '≥',
      'between',
      'one of',
      'contains',
      'begins with',
      'ends with',
    ])
    const html = rendered(<NewCondition columns={conditionColumns(COLUMNS)} form="f" />)
    expect(html.match(/form="f"/g)).toHaveLength(3)
    expect(/<datalist[^>]*>(.*)<\/datalist>/.exec(html)?.[1]).toBe(
      '<option value="pl_rade">Radius</option><option value="pl_radj">Radius</option><option value="sy_dist">Distance</option><option value="zz">Some  Thing</option>',
    )
  })
})

test.each([
  ['pl_rade', 'Radius (R⊕) ='],
  ['sy_dist__gte', 'Distance (pc) ≥'],
  ['zz__between', 'Some  Thing between'],
  ['zz__foo', 'zz__foo'],
  ['unknown__lt', 'unknown__lt'],
  ['filter', 'filter'],
])('the condition %s is said in words', (name, words) => {
  expect(conditionWords(name, COLUMNS)).toBe(words)
})

describe('without a row', () => {
  test('values that the column has are links, long ones cut at forty characters', () => {
    const values = ['x'.repeat(40), 'y'.repeat(41)].map((text) => ({ text, path: `/${text[0]}` }))
    expect(outline(rendered(<NoRows known={[{ column: 'sy_dist', values }]} />)).split('\n')).toEqual([
      'No row matches.',
      `Distance (sy_dist) has values such as [${'x'.repeat(40)}](../x), [${'y'.repeat(39)}…](../y).`,
    ])
    expect(outline(rendered(<NoRows known={[]} sentence="None." />))).toBe('None.')
  })
})

describe('the address of a submitted plot', () => {
  const TABLES = {
    exoplanets: COLUMNS,
    stellarhosts: [
      { name: 'sy_dist', type: 'real' },
      { name: 'st_rad', type: 'real' },
    ],
  } as const
  const address = (query: string) => addressOfForm(`${query}&condition_column=`, TABLES)

  test('has no default and no empty value', () => {
    expect(address('x=pl_rade&y=&xscale=auto&yscale=log&rows=default&table=exoplanets&color=zz')).toBe(
      'x=pl_rade&yscale=log&color=zz',
    )
    expect(addressOfForm('x=pl_rade&y=', TABLES)).toBeUndefined()
  })

  test('keeps only the columns that the table has', () => {
    expect(address('table=stellarhosts&x=pl_rade&y=sy_dist&pl_rade__lt=4&sy_dist__lt=9')).toBe(
      'table=stellarhosts&y=sy_dist&sy_dist__lt=9',
    )
    // An unknown column is kept, so that the error can name it.
    expect(address('table=stellarhosts&x=nothing')).toBe('table=stellarhosts&x=nothing')
    expect(address('x=st_rad')).toBe('x=st_rad')
    expect(address('table=exoplanets&x=st_rad&filter=a')).toBe('filter=a')
  })
})
