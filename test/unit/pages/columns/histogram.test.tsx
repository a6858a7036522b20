/** @jsxImportSource preact */
import { expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import { Histogram, type HistogramProps } from '../../../../src/pages/columns/histogram.tsx'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

const LINEAR: HistogramProps['bins'] = { scale: 'linear', edges: [0, 10, 20, 30], counts: [1, 0, 4], others: 0 }

const drawn = (more: Partial<HistogramProps>): string =>
  renderToString(<Histogram name="pl_rade" unit={undefined} bins={LINEAR} {...more} />)

const bars = (html: string) =>
  readSvg(/<svg.*<\/svg>/s.exec(html)![0]).flatMap(({ attributes }) =>
    attributes.class === 'bar'
      ? [
          {
            x: Number(attributes.x),
            y: Number(attributes.y),
            width: Number(attributes.width),
            height: Number(attributes.height),
          },
        ]
      : [],
  )

const captionOf = (html: string): string => /<figcaption>(.*)<\/figcaption>/s.exec(html)![1]!

test('bars stand on one floor, as high as their counts and as wide as their bins', () => {
  // 604 pixels from 92 to 696 for three bins, and 196 from 18 to 214 for up to four rows; a bar leaves half a pixel on each side.
  const [first, last, ...others] = bars(drawn({}))
  expect(others).toEqual([])
  expect(first!.x).toBeCloseTo(92.5, 6)
  expect(first!.width).toBeCloseTo(604 / 3 - 1, 6)
  expect([first!.y, first!.height]).toEqual([165, 49])
  expect(last!.x).toBeCloseTo(92.5 + (604 * 2) / 3, 6)
  expect([last!.y, last!.height]).toEqual([18, 196])
})

test('a bar of few rows beside one of many can be seen, and one of a narrow bin too', () => {
  const [few] = bars(drawn({ bins: { scale: 'linear', edges: [0, 1, 2], counts: [1, 1_000], others: 0 } }))
  expect([few!.y, few!.height]).toEqual([212, 2])
  const [narrow] = bars(drawn({ bins: { scale: 'linear', edges: [0, 0.001, 100], counts: [3, 4], others: 0 } }))
  expect(narrow!.width).toBe(0.5)
})

test('each bar links to its rows; the last one is told apart', () => {
  const html = drawn({ rowsOf: (low, high, isLast) => `${low}-${high}-${isLast}` })
  const links = readSvg(/<svg.*<\/svg>/s.exec(html)![0]).filter(({ name }) => name === 'a')
  expect(links.map(({ attributes }) => [attributes.href, attributes['aria-label']])).toEqual([
    ['0-10-false', '0 to 10: 1 row'],
    ['20-30-true', '20 to 30: 4 rows'],
  ])
  expect(captionOf(html)).toEndWith('the highest bar has 4 rows. Each bar links to its rows.')
  expect(captionOf(drawn({}))).toBe('Rows by pl_rade; the highest bar has 4 rows.')
})

test('a logarithmic axis is told, with the rows that it cannot show', () => {
  const html = drawn({
    unit: 'day',
    bins: { scale: 'log', edges: [1, 10, 1_000], counts: [5, 5], others: 1_234 },
  })
  const [first, last] = bars(html)
  // A third of the axis for one power of ten, two thirds for two.
  expect(first!.width).toBeCloseTo(604 / 3 - 1, 6)
  expect(last!.width).toBeCloseTo((604 * 2) / 3 - 1, 6)
  expect(html).toContain('aria-label="Histogram of pl_rade in days, on a logarithmic axis"')
  expect(captionOf(html)).toContain('1,234 rows with zero or negative values are not shown.')
  expect(drawn({})).toContain('aria-label="Histogram of pl_rade, on a linear axis"')
})

test('every other number gives way on a phone', () => {
  const html = drawn({ bins: { scale: 'linear', edges: [0, 50, 100], counts: [10, 40], others: 0 } })
  const labels = readSvg(/<svg.*<\/svg>/s.exec(html)![0]).filter(
    ({ name, attributes }) => name === 'text' && attributes.class !== 'title',
  )
  const minor = (anchor: string) =>
    labels
      .filter(({ attributes }) => attributes['text-anchor'] === anchor)
      .map(({ text, attributes }) => [text, attributes.class === 'plot-minor'])
  expect(minor('end')).toEqual([
    ['0', false],
    ['10', true],
    ['20', false],
    ['30', true],
    ['40', false],
  ])
  expect(minor('middle').map(([, isMinor]) => isMinor)).toEqual([false, true, false, true, false, true])
})
