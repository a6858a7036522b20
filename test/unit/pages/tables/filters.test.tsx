/** @jsxImportSource preact */
import { describe, expect, test } from 'bun:test'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Condition } from '../../../../src/core/table-query/conditions.ts'
import type { Column } from '../../../../src/format/column.ts'
import type { ColumnStatistics } from '../../../../src/format/column-statistics.ts'
import { createSite, SiteProvider } from '../../../../src/pages/frame/site.ts'
import { columnFacts } from '../../../../src/pages/tables/column-facts.ts'
import { ColumnHead } from '../../../../src/pages/tables/column-head.tsx'
import { FilterBar, isDefaultRows, rowsWithout } from '../../../../src/pages/tables/filter-bar.tsx'
import { type Read, tableAddresses } from '../../../../src/pages/tables/table-address.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const SITE = createSite({
  path: '/exoplanets',
  manifest: FAKE_MANIFEST,
  baseUrl: undefined,
  ownAddress: 'http://x',
  hasMcp: false,
})

const html = (children: ComponentChildren): string =>
  renderToString(<SiteProvider value={SITE}>{children}</SiteProvider>)

/** Text as a reader sees it. */
const seen = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Links as pairs of what is read and where they lead. */
const linksIn = (markup: string): (readonly [words: string, href: string])[] =>
  [...markup.matchAll(/<a[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, words]) => [
    seen(words!),
    href!.replaceAll('&amp;', '&'),
  ])

const READ: Read = {
  page: 3,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: ['pl_name', 'pl_rade'],
  filter: null,
  conditions: [],
  cone: null,
}
const DEFAULTS = ['pl_name', 'pl_rade']
const ADDRESSES = tableAddresses('exoplanets', DEFAULTS)
const compare = (column: string, operator: 'eq' | 'gte' | 'lte' | 'ne', value: number | string): Condition => ({
  column,
  kind: 'compare',
  operator,
  value,
})

describe('the bar of filters', () => {
  const bar = (read: Partial<Read>, more: Partial<Parameters<typeof FilterBar>[0]> = {}): string =>
    html(
      <FilterBar
        table="exoplanets"
        read={{ ...READ, ...read }}
        addresses={ADDRESSES}
        defaultColumns={DEFAULTS}
        isText={(column) => column === 'pl_name'}
        hasDefaultFlag={false}
        withoutValue={[]}
        conditionColumns=""
        {...more}
      />,
    )
  const chips = (markup: string): string[] =>
    [...markup.matchAll(/<li>(.*?)<\/li>/gs)].map(([, chip]) => seen(chip!.replace(/<a.*<\/a>/s, '')))

  test.each<[Condition, string]>([
    [compare('pl_rade', 'gte', 1.5), 'Radius ≥ 1.5'],
    [compare('pl_rade', 'eq', 0.12345678901), 'Radius is 0.12346'],
    [compare('pl_rade', 'ne', 1234567890), 'Radius is not 1234567890'],
    [{ column: 'pl_rade', kind: 'between', low: 1, high: 2.00000000001 }, 'Radius from 1 to 2'],
    [{ column: 'pl_name', kind: 'in', values: ['a', 'b'] }, 'Planet is one of a, b'],
    [{ column: 'pl_name', kind: 'text', where: 'startswith', text: 'K' }, 'Planet begins with “K”'],
    [{ column: 'pl_rade', kind: 'isnull', isNull: true }, 'Radius has no value'],
    [{ column: 'pl_rade', kind: 'isnull', isNull: false }, 'Radius has a value'],
  ])('words %o', (condition, words) => {
    expect(chips(bar({ conditions: [condition] }))[0]).toBe(words)
  })

  test('removes each filter by itself, or all, and starts on the first page', () => {
    const markup = bar({
      filter: 'K',
      conditions: [compare('pl_rade', 'gte', 1), compare('pl_rade', 'lte', 9)],
      cone: { ra: 1, dec: 2, radius: 3 },
    })
    expect(chips(markup)).toEqual(['Planet contains “K”', 'Radius ≥ 1', 'Radius ≤ 9', 'within a cone, 1,2,3', ''])
    expect(linksIn(markup)).toEqual([
      ['remove this filter', './exoplanets?pl_rade__gte=1&pl_rade__lte=9&cone=1,2,3'],
      ['remove the filter of pl_rade', './exoplanets?filter=K&pl_rade__lte=9&cone=1,2,3'],
      ['remove the filter of pl_rade', './exoplanets?filter=K&pl_rade__gte=1&cone=1,2,3'],
      ['remove the cone', './exoplanets?filter=K&pl_rade__gte=1&pl_rade__lte=9'],
      ['remove all', './exoplanets'],
    ])
    expect(bar({})).not.toContain('Active filters')
  })

  test('carries what has no field: filters of hidden columns, and ones that no field can hold', () => {
    const markup = bar({
      sortBy: 'pl_rade',
      order: 'desc',
      limit: 20,
      conditions: [compare('pl_rade', 'gte', 1), compare('pl_rade', 'eq', 2), compare('ra', 'gte', 3)],
    })
    const hidden = [...markup.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) =>
      [/name="([^"]*)"/.exec(input)![1], /value="([^"]*)"/.exec(input)![1]].join('='),
    )
    expect(hidden).toEqual(['pl_rade=2', 'ra__gte=3', 'sort_by=pl_rade', 'order=desc', 'limit=20'])
  })

  test('tells rows that a filter leaves out', () => {
    const markup = bar(
      {},
      {
        withoutValue: [
          { column: 'pl_rade', rows: 1 },
          { column: 'ra', rows: 1_234 },
        ],
      },
    )
    expect(seen(markup)).toContain(
      'Left out because a value is missing: 1 row without radius, 1,234 rows without right ascension.',
    )
  })

  test('switches between one row of a planet and all', () => {
    const one = compare('default_flag', 'eq', 1)
    const shown = (conditions: readonly Condition[]) => {
      const markup = bar({ conditions }, { hasDefaultFlag: true })
      return [
        linksIn(markup)
          .slice(0, 2)
          .map(([, href]) => href),
        /<a[^>]*aria-current="true"[^>]*>([^<]*)/.exec(markup)![1],
      ] as const
    }
    const paths = ['./exoplanets?default_flag=1', './exoplanets']
    expect(shown([one])).toEqual([paths, 'One row per planet'])
    expect(shown([])).toEqual([paths, 'Every reference'])
    // The switch stands for the filter, which has no chip of its own.
    expect(bar({ conditions: [one] }, { hasDefaultFlag: true })).not.toContain('Active filters')
    expect(bar({ conditions: [one] }, { hasDefaultFlag: false })).toContain('Active filters')
    const others = [compare('default_flag', 'eq', 0), compare('default_flag', 'ne', 1), compare('pl_rade', 'eq', 1)]
    expect([one, ...others].map(isDefaultRows)).toEqual([true, false, false, false])
  })

  test('rows without a value are those that all other filters leave', () => {
    const read = { ...READ, filter: 'K', conditions: [compare('pl_rade', 'gte', 1), compare('ra', 'gte', 2)] }
    expect(rowsWithout(read, 'pl_rade')).toMatchObject({
      page: 1,
      filter: 'K',
      conditions: [compare('ra', 'gte', 2), { column: 'pl_rade', kind: 'isnull', isNull: true }],
    })
    expect(rowsWithout(read, 'pl_name').filter).toBeNull()
  })
})

describe('the heading of a column', () => {
  const RADIUS: Column = { name: 'pl_rade', type: 'real', unit: 'Rearth', description: 'Planet radius' }
  const NAME: Column = { name: 'pl_name', type: 'text' }
  const statistics = (more: object): ColumnStatistics =>
    ({ rows: 100, nulls: 0, distinct: 3, ...more }) as unknown as ColumnStatistics
  const head = (column: Column, stats: object, read: Partial<Read> = {}, nulls = 0, rows = 100): string =>
    html(
      <ColumnHead
        table="exoplanets"
        facts={columnFacts(column, statistics(stats))}
        read={{ ...READ, ...read }}
        addresses={ADDRESSES}
        form="f"
        nulls={nulls}
        rows={rows}
      />,
    )

  test.each([
    [{}, './exoplanets?sort_by=pl_rade', 'smallest first', undefined],
    [{ sortBy: 'pl_rade' }, './exoplanets?sort_by=pl_rade&order=desc', 'largest first', 'ascending'],
    [{ sortBy: 'pl_rade', order: 'desc' }, './exoplanets?sort_by=pl_rade', 'smallest first', 'descending'],
    [{ sortBy: 'ra', order: 'desc' }, './exoplanets?sort_by=pl_rade', 'smallest first', undefined],
  ] as const)('of numbers, read as %o, sorts', (read, href, words, sorted) => {
    const markup = head(RADIUS, {}, read)
    expect(linksIn(markup)[0]![1]).toBe(href)
    expect(markup).toContain(`title="Planet radius (pl_rade): sort ${words}"`)
    expect(/aria-sort="(\w+)"/.exec(markup)?.[1]).toBe(sorted)
  })

  test('of texts sorts by letters', () => {
    expect(head(NAME, {})).toContain('sort from A to Z')
    expect(head(NAME, {}, { sortBy: 'pl_name' })).toContain('sort from Z to A')
  })

  test('counts rows without a value', () => {
    expect(seen(head(RADIUS, { min: 0.5, max: 20 }, {}, 1_234, 5_000))).toContain(
      '1,234 of 5,000 matching rows have no value; values range from 0.5 to 20.',
    )
    expect(seen(head(RADIUS, {}, {}, 0))).toContain('0 of 100 rows have no value.')
    expect(head(RADIUS, {}, {}, 0)).not.toContain(' null')
    expect(seen(head(RADIUS, {}, {}, 5))).toContain('5 null')
  })

  test('offers quarters of numbers, frequent texts and rows with a value, each in place of the other filters of the column', () => {
    const quantiles = { '0.25': 1.2345, '0.5': 2.5, '0.75': 1234.5 }
    const read = { conditions: [compare('pl_rade', 'lte', 9), compare('ra', 'gte', 1)] }
    const choices = linksIn(head(RADIUS, { nulls: 4, quantiles }, read)).slice(2)
    expect(choices).toEqual([
      ['up to 1.23', './exoplanets?ra__gte=1&pl_rade__lte=1.23'],
      ['1.23 to 2.5', './exoplanets?ra__gte=1&pl_rade__between=1.23,2.5'],
      ['2.5 to 1230', './exoplanets?ra__gte=1&pl_rade__between=2.5,1230'],
      ['from 1230', './exoplanets?ra__gte=1&pl_rade__gte=1230'],
      ['with a value', './exoplanets?ra__gte=1&pl_rade__isnull=0'],
    ])
    const values = Array.from({ length: 8 }, (_, at) => ({ value: `v${at}`, count: 2_000 - at }))
    const frequent = head(NAME, { values })
    expect(
      linksIn(frequent)
        .slice(2)
        .map(([words]) => words),
    ).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5'])
    expect(seen(frequent)).toContain('v0 2,000')
  })

  test('has the bounds of its own filters in its fields', () => {
    const fields = (markup: string) =>
      [...markup.matchAll(/<input[^>]*>/g)].map(([input]) => [
        /name="([^"]*)"/.exec(input)![1],
        /value="([^"]*)"/.exec(input)?.[1] ?? '',
      ])
    const conditions = [compare('pl_rade', 'gte', 1), compare('ra', 'lte', 7)]
    expect(fields(head(RADIUS, {}, { conditions }))).toEqual([
      ['pl_rade__gte', '1'],
      ['pl_rade__lte', ''],
    ])
    const between: Condition = { column: 'pl_rade', kind: 'between', low: 1, high: 2 }
    expect(fields(head(RADIUS, {}, { conditions: [between] }))).toEqual([
      ['pl_rade__gte', ''],
      ['pl_rade__lte', ''],
    ])
    const contains: Condition = { column: 'pl_name', kind: 'text', where: 'contains', text: 'K' }
    expect(fields(head(NAME, {}, { conditions: [contains] }))).toEqual([['pl_name__contains', 'K']])
    expect(fields(head(NAME, {}, { conditions: [{ ...contains, where: 'endswith' } as Condition] }))).toEqual([
      ['pl_name__contains', ''],
    ])
  })
})
