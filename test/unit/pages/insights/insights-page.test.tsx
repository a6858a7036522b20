import { expect, test } from 'bun:test'
import type { InsightResult } from '../../../../src/core/answers/insight.ts'
import { InsightPage } from '../../../../src/pages/insights/insight-page.tsx'
import { InsightsPage } from '../../../../src/pages/insights/insights-page.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const META = {
  slug: 'a-list',
  title: 'A list',
  description: 'Made up.',
  category: 'exoplanets',
  sql: 'SELECT 1 FROM exoplanets',
  caveats: '',
  columns: [{ name: 'n', data_type: 'Int64', description: 'N' }],
}
const result = (more: object = {}, meta: object = {}) =>
  ({
    meta: { ...META, ...meta },
    data: [{ n: -1 }, { n: 2 }],
    rows: 2,
    total: 2,
    truncated: false,
    ...more,
  }) as unknown as InsightResult
const html = (...args: Parameters<typeof result>) => rendered(<InsightPage result={result(...args)} />)
const lines = (...args: Parameters<typeof result>) => outline(html(...args)).split('\n')

test('insights are listed by subject; subjects without any are left out', () => {
  const entry = (slug: string, category: string) => ({ ...META, slug, title: slug, category })
  const list = [entry('b', 'stellarhosts'), entry('a', 'exoplanets'), entry('c', 'exoplanets')] as never
  expect(
    outline(rendered(<InsightsPage list={list} />))
      .split('\n')
      .slice(2),
  ).toEqual([
    'Planets',
    '[a](../insights/a)',
    'Made up.',
    '[c](../insights/c)',
    'Made up.',
    'Host stars',
    '[b](../insights/b)',
    'Made up.',
  ])
})

test('an insight shows its SQL and its rows, as a page and as data', () => {
  expect(lines()).toEqual([
    '[All insights](../insights)',
    'A list',
    'Made up.',
    '[Open in the SQL editor](../sql?q=SELECT+1+FROM+exoplanets)',
    'The SQL behind it',
    'SELECT 1 FROM exoplanets',
    'Rows',
    'All 2 rows that qualify. As [CSV](../rest/insights/a-list?format=csv), [VOTable](../rest/insights/a-list?format=votable) or [JSON](../rest/insights/a-list).',
    '|> n',
    '|> −1',
    '|> 2',
  ])
  expect(html()).toContain('title="N"')
  expect(html()).toContain('type="application/json" href="../rest/insights/a-list"')
  expect(html()).not.toContain('og:image')
  expect(html()).toContain('10.26133/NEA13')
})

test('the number of rows is told, also of one and of a part', () => {
  const sentence = (more: object) =>
    lines(more)
      .find((line) => line.includes('qualif'))!
      .split(' As ')[0]
  expect(sentence({ rows: 1 })).toBe('The one row that qualifies.')
  expect(sentence({ rows: 2_000 })).toBe('All 2,000 rows that qualify.')
  expect(sentence({ rows: 1_000, total: 2_345, truncated: true })).toBe('1,000 of 2,345 rows that qualify.')
  expect(html({ rows: 0, data: [] })).not.toContain('<table')
})

test('caveats and rows that were set aside are shown if there are some', () => {
  const shown = lines({ left_out: [{ reason: 'No radius', rows: 1_234 }] }, { caveats: 'Beware.' })
  expect(shown[3]).toBe('Beware.')
  expect(shown.slice(-3)).toEqual(['Rows set aside', '| Reason|> Rows', '| No radius|> 1,234'])
  expect(lines({ left_out: [] })).not.toContain('Rows set aside')
})

test('an insight with a chart shows it, and as files', () => {
  const meta = {
    slug: 'nearest-planets',
    title: 'Nearest',
    columns: [
      { name: 'pl_name', data_type: 'String' },
      { name: 'sy_dist', data_type: 'Float64', unit: 'pc' },
    ],
  }
  const data = [{ pl_name: 'A b', sy_dist: 1.5 }]
  const page = html({ data, rows: 1, total: 1 }, meta)
  expect(page).toContain('<figure class="chart">')
  expect(page).toContain('href="../exoplanets/A%20b"')
  expect(page).toContain('property="og:image" content="../insights/nearest-planets.png"')
  expect(outline(page)).toContain(
    'Download:[picture (SVG)](../insights/nearest-planets.svg)[picture (PNG)](../insights/nearest-planets.png)',
  )
  expect(page).toContain('download="nearest-planets.svg"')
  expect(html({ data: [], rows: 0 }, meta)).not.toContain('<figure')
})
