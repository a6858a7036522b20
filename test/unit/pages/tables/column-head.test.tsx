import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { type ColumnFacts, columnFacts } from '../../../../src/pages/tables/column-facts.ts'
import { ColumnHead, type ColumnHeadProps } from '../../../../src/pages/tables/column-head.tsx'
import { type Read, tableAddresses } from '../../../../src/pages/tables/table-address.ts'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const READ: Read = {
  page: 4,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: ['pl_name'],
  filter: null,
  conditions: [{ column: 'pl_rade', kind: 'compare', operator: 'gte', value: 1 }],
  cone: null,
}
const RADIUS: Column = { name: 'pl_rade', type: 'real', unit: 'Rearth', description: 'Planet Radius [Earth Radius]' }
const METHOD: Column = { name: 'discoverymethod', type: 'text' }

const factsOf = (column: Column, statistics: object = {}): ColumnFacts =>
  columnFacts(column, { nulls: 0, rows: 100, ...statistics } as Parameters<typeof columnFacts>[1])
const NUMBERS = {
  nulls: 9,
  min: 0.25,
  max: 77,
  quantiles: { '0.25': 1.234567, '0.5': 2, '0.75': 3_456 },
  histogram: { scale: 'linear', edges: [0, 1, 2], counts: [1, 2], others: 0 },
}
const TEXTS = {
  values: [
    { value: 'Transit & more', count: 4_000 },
    { value: 'x'.repeat(50), count: 1 },
  ],
}

const html = (facts: ColumnFacts, read: Partial<Read> = {}, props: Partial<ColumnHeadProps> = {}) =>
  rendered(
    <ColumnHead
      table="exoplanets"
      facts={facts}
      read={{ ...READ, ...read }}
      addresses={tableAddresses('exoplanets', ['pl_name'])}
      form="filters"
      nulls={facts.nulls}
      rows={facts.rows}
      {...props}
    />,
  )
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')

describe('the name of a column', () => {
  const link = (facts: ColumnFacts, read: Partial<Read>) => {
    const [, attributes = '', text] = /<a class="sort" ([^>]*)>(.*?)<\/a>/.exec(html(facts, read))!
    return [outline(text!), outline(attributes)]
  }
  const radius = factsOf(RADIUS)
  const title = 'title="Planet Radius [Earth Radius] (pl_rade): sort'

  test('sorts in ascending order, then in descending order, from the first page on', () => {
    expect(link(radius, {})).toEqual([
      'Radius',
      `href="../exoplanets?pl_rade__gte=1&sort_by=pl_rade" ${title} smallest first"`,
    ])
    expect(link(radius, { sortBy: 'pl_rade' })).toEqual([
      'Radius ▲',
      `href="../exoplanets?pl_rade__gte=1&sort_by=pl_rade&order=desc" ${title} largest first"`,
    ])
    expect(link(radius, { sortBy: 'pl_rade', order: 'desc' })).toEqual([
      'Radius ▼',
      `href="../exoplanets?pl_rade__gte=1&sort_by=pl_rade" ${title} smallest first"`,
    ])
    // The order of another column does not matter.
    expect(link(radius, { sortBy: 'pl_name', order: 'desc' })[1]).toContain('smallest first')
  })

  test('says the order of texts by the alphabet', () => {
    const text = (read: Partial<Read>) => link(factsOf(METHOD), read)[1]
    expect(text({})).toContain('title="discoverymethod (discoverymethod): sort from A to Z"')
    expect(text({ sortBy: 'discoverymethod' })).toContain('sort from Z to A"')
  })

  test('is marked by its order and its kind', () => {
    expect(html(radius)).toStartWith('<th scope="col" class="number"><a')
    expect(html(factsOf(METHOD))).toStartWith('<th scope="col"><a')
    expect(html(radius, { sortBy: 'pl_rade' })).toContain('aria-sort="ascending"')
    expect(html(radius, { sortBy: 'pl_rade', order: 'desc' })).toContain('aria-sort="descending"')
  })
})

test('a column of numbers says its range and missing values, and offers its quarters', () => {
  const rows = (query: string) => `../exoplanets?${query}`
  expect(lines(factsOf(RADIUS, NUMBERS))).toEqual([
    '|> [Radius](../exoplanets?pl_rade__gte=1&sort_by=pl_rade) R⊕',
    'filter Radius 9 null',
    'Planet Radius [Earth Radius] ([pl_rade](../columns/exoplanets/pl_rade)). 9 of 100 rows have no value; values range from 0.25 to 77.',
    'from {pl_rade__gte=1}',
    'to {pl_rade__lte=}',
    'Apply',
    `[up to 1.23](${rows('pl_rade__lte=1.23')})`,
    `[1.23 to 2](${rows('pl_rade__between=1.23,2')})`,
    `[2 to 3460](${rows('pl_rade__between=2,3460')})`,
    `[from 3460](${rows('pl_rade__gte=3460')})`,
    `[with a value](${rows('pl_rade__isnull=0')})`,
  ])
})

test('a column of texts offers its most frequent values', () => {
  expect(
    lines(factsOf(METHOD, TEXTS), {
      conditions: [{ column: 'discoverymethod', kind: 'text', where: 'contains', text: 'ab' }],
    }),
  ).toEqual([
    '| [Discovery method](../exoplanets?discoverymethod__contains=ab&sort_by=discoverymethod)',
    'filter Discovery method',
    'Discovery method ([discoverymethod](../columns/exoplanets/discoverymethod)). 0 of 100 rows have no value.',
    'contains {discoverymethod__contains=ab}',
    'Apply',
    '[Transit & more](../exoplanets?discoverymethod=Transit+%26+more) 4,000',
    `[${'x'.repeat(39)}…](../exoplanets?discoverymethod=${'x'.repeat(50)}) 1`,
  ])
  const begins = { column: 'discoverymethod', kind: 'text', where: 'startswith', text: 'ab' } as const
  expect(lines(factsOf(METHOD), { conditions: [begins] })).toContain('contains {discoverymethod__contains=}')
  expect(lines(factsOf(METHOD), { conditions: [{ ...begins, where: 'contains', column: 'other' }] })).toContain(
    'contains {discoverymethod__contains=}',
  )
})

test('few numbers are values as well', () => {
  const facts = factsOf(
    { name: 'sy_pnum', type: 'integer' },
    { values: [{ value: 2, count: 5 }], values_complete: true },
  )
  expect(lines(facts)).toContain('[2](../exoplanets?pl_rade__gte=1&sy_pnum=2) 5')
})

test('a range of numbers is kept in the fields, except one that is between two', () => {
  const fields = (conditions: Read['conditions']) =>
    lines(factsOf(RADIUS), { conditions }).filter((line) => /^(?:from|to) \{/.test(line))
  const compare = (operator: 'gte' | 'lte', value: number) =>
    ({ column: 'pl_rade', kind: 'compare', operator, value }) as const
  expect(fields([compare('gte', 2), compare('lte', 5)])).toEqual(['from {pl_rade__gte=2}', 'to {pl_rade__lte=5}'])
  expect(fields([{ column: 'pl_rade', kind: 'between', low: 2, high: 5 }])).toEqual([
    'from {pl_rade__gte=}',
    'to {pl_rade__lte=}',
  ])
})

describe('the histogram', () => {
  const facts = factsOf(RADIUS, NUMBERS)
  /** The classes of the bars, and the paths of each. */
  const bars = (conditions: Read['conditions']) =>
    Object.fromEntries(
      Array.from(
        html(facts, { conditions }).matchAll(/<path class="([^"]*)" [^>]* ?d="([^"]*)"/g),
        ([, cls = '', d = '']) => [cls, d.match(/M/g)?.length],
      ),
    )
  const compare = (operator: 'gte' | 'lte', value: number) =>
    ({ column: 'pl_rade', kind: 'compare', operator, value }) as const

  test('marks the selected bins', () => {
    expect(bars([])).toEqual({ 'plot-bar': 2 })
    expect(bars([compare('gte', 1.5)])).toEqual({ 'plot-bar': 1, 'plot-bar-other': 1 })
    expect(bars([compare('lte', 0.5)])).toEqual({ 'plot-bar': 1, 'plot-bar-other': 1 })
    expect(bars([compare('lte', 5)])).toEqual({ 'plot-bar': 2 })
    expect(bars([{ column: 'pl_rade', kind: 'between', low: 5, high: 7 }])).toEqual({ 'plot-bar-other': 2 })
  })

  test('is left out without numbers', () => {
    expect(html(factsOf(METHOD))).not.toContain('<svg')
  })
})

test('the sentence on missing values tells matching rows from all rows', () => {
  const sentence = (rows: number) => lines(factsOf(METHOD), {}, { rows, nulls: 1_000 })[2]
  expect(sentence(100)).toEndWith('1,000 of 100 rows have no value.')
  expect(sentence(2_000)).toEndWith('1,000 of 2,000 matching rows have no value.')
})

test('fields are named for screen readers and belong to the form of the page', () => {
  const page = html(factsOf(RADIUS))
  expect(page).toContain(
    '<input form="filters" name="pl_rade__gte" value="1" size="8" inputmode="decimal" aria-label="Radius from"',
  )
  expect(page).toContain(
    '<input form="filters" name="pl_rade__lte" value size="8" inputmode="decimal" aria-label="Radius to"',
  )
  expect(html(factsOf(METHOD))).toContain('aria-label="Discovery method contains"')
  expect(page).toContain('<button form="filters" type="submit">')
})
