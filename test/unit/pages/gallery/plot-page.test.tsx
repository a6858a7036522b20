/** @jsxImportSource preact */
import { describe, expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import type { PlotResult } from '../../../../src/core/answers/insight.ts'
import { createSite, SiteProvider } from '../../../../src/pages/frame/site.ts'
import { PlotPage } from '../../../../src/pages/gallery/plot-page.tsx'
import { drawScatter } from '../../../../src/plots/charts/scatter.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const SITE = createSite({
  path: '/plots/a-plot',
  manifest: FAKE_MANIFEST,
  baseUrl: undefined,
  ownAddress: 'http://x',
  hasMcp: false,
})
const AXIS = { title: 'A', scale: 'linear' } as const
const CHART = drawScatter({ id: 'p', title: 'A plot', x: AXIS, y: AXIS, points: [{ x: 1, y: 2, name: 'X b' }] })

/** The page of a plot with so many rows and these caveats. */
function pageOf(rows: number, caveats = ''): string {
  const result = {
    meta: {
      slug: 'a-plot',
      title: 'A plot',
      description: 'Made up.',
      sql: 'SELECT 1 AS a FROM exoplanets',
      caveats,
      columns: [{ name: 'a', data_type: 'Int64' }],
    },
    data: Array.from({ length: rows }, (_, a) => ({ a })),
    rows,
    left_out: [],
  } as unknown as PlotResult
  return renderToString(
    <SiteProvider value={SITE}>
      <PlotPage result={result} chart={CHART} />
    </SiteProvider>,
  )
}

const seen = (markup: string): string => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const rowsIn = (markup: string): number => [...markup.matchAll(/data-column="a"/g)].length

describe('the page of a plot', () => {
  test('shows caveats only if there are some', () => {
    expect(pageOf(1)).not.toContain('class="caveats"')
    expect(/<aside class="caveats"[^>]*>(.*?)<\/aside>/s.exec(pageOf(1, 'Take <care>.'))![1]).toBe(
      '<ul><li>Take &lt;care>.</li></ul>',
    )
  })

  test.each([
    [1, 1, 'The one row.'],
    [50, 50, 'All 50 rows.'],
    [51, 50, 'The first 50 of 51 rows.'],
    [1_234, 50, 'The first 50 of 1,234 rows.'],
  ])('of %d rows shows %d', (rows, shown, words) => {
    const markup = pageOf(rows)
    expect(rowsIn(markup)).toBe(shown)
    expect(seen(markup)).toContain(words)
    expect(markup.includes('page by page')).toBe(rows > 50)
  })

  test('links to its files', () => {
    for (const format of ['svg', 'png', 'csv', 'json']) expect(pageOf(1)).toContain(`href="../plots/a-plot.${format}"`)
  })
})
