import { describe, expect, test } from 'bun:test'
import { ChartFigure } from '../../../../src/pages/charts/chart-figure.tsx'
import { axisStyle } from '../../../../src/pages/charts/plotted-values.ts'
import { LeftOut, tablesIn } from '../../../../src/pages/charts/result-parts.tsx'
import { RowsTable } from '../../../../src/pages/charts/rows-table.tsx'
import type { Chart } from '../../../../src/plots/charts/chart.ts'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const CHART = {
  id: 'c',
  title: 'C',
  description: 'Points.',
  svg: '<svg viewBox="0 0 720 540" width="720" height="540">x</svg>',
  left: 0,
  width: 720,
  height: 540,
  plotHeight: 492,
  legend: [],
  drawn: 5,
  leftOut: 0,
} as Chart
const RAMP = { svg: '<path/>', width: 330, height: 44 }
const html = (more: Partial<Chart> = {}) => rendered(<ChartFigure chart={{ ...CHART, ...more }}>More.</ChartFigure>)

test('a chart is shown without the legend in its picture, with its description', () => {
  expect(html()).toContain('<svg viewBox="0 0 720 492" width="720" height="492">x</svg>')
  expect(outline(html())).toBe('Points. More.')
  expect(html()).not.toContain('plot-legends')
})

test('many points can be skipped with the keyboard', () => {
  expect(html({ drawn: 300 })).not.toContain('Skip')
  expect(outline(html({ drawn: 1_301 }))).toStartWith('[Skip the 1,301 points](#c-end)')
  expect(html()).toContain('<figcaption id="c-end" tabindex="-1">')
})

describe('the legend', () => {
  const entries = [
    { className: 'plot-c0', symbol: '<path/>', label: 'Transit' },
    { className: 'plot-c1', symbol: '<path/>', label: 'Imaging' },
  ]

  test('lists categories', () => {
    expect(
      outline(html({ legend: entries, legendTitle: 'Method' }))
        .split('\n')
        .slice(0, 3),
    ).toEqual(['Method', 'Transit', 'Imaging'])
    expect(outline(html({ legend: entries }))).toStartWith('Legend\n')
    expect(html({ legend: entries })).not.toContain('plot-ramp')
  })

  test('explains numbers by a scale', () => {
    const page = html({ ramp: RAMP, legendTitle: 'Mass' })
    expect(page).toContain(
      'viewBox="0 0 330 44" width="330" height="44" role="img" aria-label="Colors of Mass, from dark for low numbers to light for high ones"',
    )
    expect(page).not.toContain('<ul')
  })

  test('explains sizes by their quantity', () => {
    const page = html({ sizes: { ...RAMP, quantity: { title: 'Mass', unit: 'Mearth' } } })
    expect(outline(page)).toStartWith('Size: Mass (M⊕)\n')
    expect(page).toContain('aria-label="Size: Mass (M⊕)"')
    expect(page).not.toContain('Legend')
  })
})

describe('rows of a result', () => {
  const columns = [
    { name: 'pl_name', data_type: 'String' },
    { name: 'inner_planet', data_type: 'String' },
    { name: 'hostname', data_type: 'String' },
    { name: 'st_mass', data_type: 'Float64', unit: 'Msun', description: 'Mass' },
    { name: 'zz', data_type: 'Int64' },
    { name: 'text', data_type: 'String' },
  ] as Parameters<typeof RowsTable>[0]['columns']
  const site = siteOf(manifestOf([{ name: 'pl_name', type: 'text' }], [{ name: 'st_mass', type: 'real' }]))

  test('have links to planets, stars and columns, and typeset numbers', () => {
    const rows = [
      { pl_name: 'A b', inner_planet: 'A c', hostname: 'A', st_mass: -1e-12, zz: -12n, text: '<i>' },
      { pl_name: null, st_mass: 0, zz: 1, text: '' },
    ]
    const page = rendered(<RowsTable label="Rows" columns={columns} rows={rows} />, site)
    expect(outline(page).split('\n')).toEqual([
      '| [pl_name](../columns/exoplanets/pl_name) | inner_planet | hostname |> [st_mass](../columns/stellarhosts/st_mass) M☉|> zz | text',
      '| [A b](../exoplanets/A%20b)| [A c](../exoplanets/A%20c)| [A](../stellarhosts/A)|> −1 × 10⁻¹²|> −12| <i>',
      '| –no value| –no value| –no value|> 0|> 1|',
    ])
    expect(page).toContain('<td class="number" data-column="zz" data-row="1">')
    expect(page).toContain('title="Mass"')
  })
})

test('rows that were set aside have reasons', () => {
  expect(rendered(<LeftOut rows={undefined} />)).toBe('')
  expect(rendered(<LeftOut rows={[]} />)).toBe('')
})

test('tables are found in a query by their whole names', () => {
  expect(tablesIn('SELECT 1 FROM exoplanets JOIN stellarhosts')).toEqual(['exoplanets', 'stellarhosts'])
  expect(tablesIn('SELECT 1 FROM my_exoplanets')).toEqual([])
})

test.each([
  ['disc_year', true],
  ['pubyear', true],
  ['pl_pubyear', true],
  ['year', true],
  ['pl_years', false],
  ['lightyear', false],
])('%s is written as a year: %p', (column, isYear) => {
  expect(axisStyle(column)).toEqual(isYear ? { style: 'year' } : {})
})
