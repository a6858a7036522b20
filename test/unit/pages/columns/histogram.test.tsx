import { describe, expect, test } from 'bun:test'
import { Histogram, type HistogramProps } from '../../../../src/pages/columns/histogram.tsx'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const html = (bins: Partial<HistogramProps['bins']>, props: Partial<HistogramProps> = {}) =>
  rendered(
    <Histogram
      name="pl_rade"
      unit="Rearth"
      bins={{ scale: 'linear', edges: [0, 10, 20, 30], counts: [4, 0, 1], others: 0, ...bins }}
      {...props}
    />,
  )

const numbers = (text: string, tag: string) =>
  Array.from(text.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g')), ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
    ),
  )

describe('the bars', () => {
  test('begin half a pixel behind their edge, end before the next one, and stand on the axis', () => {
    // The axis goes from 92 to 696 for 0 to 30, and from 214 up to 18 for 0 to 4 rows.
    const width = (696 - 92) / 3
    const [first, last, ...others] = numbers(html({}), 'rect')
    expect(others).toEqual([])
    expect([first?.x, first?.y, first?.height].map(Number)).toEqual([92.5, 18, 196])
    expect(Number(first?.width)).toBeCloseTo(width - 1, 6)
    expect(Number(last?.x)).toBeCloseTo(92 + 2 * width + 0.5, 6)
    expect([last?.y, last?.height].map(Number)).toEqual([165, 49])
  })

  test('are at least two pixels high and half a pixel wide', () => {
    const [, low] = numbers(html({ edges: [0, 10, 20], counts: [1_000_000, 1] }), 'rect')
    expect([low?.y, low?.height].map(Number)).toEqual([212, 2])
    const [narrow] = numbers(html({ edges: [0, 0.001, 1_000], counts: [1, 1] }), 'rect')
    expect(Number(narrow?.width)).toBe(0.5)
  })

  test('say their range and rows, and link to them', () => {
    const asked: unknown[] = []
    const page = html(
      { counts: [4_321, 0, 1] },
      {
        rowsOf: (...bin) => {
          asked.push(bin)
          return `/rows?${bin.join()}`
        },
      },
    )
    expect(asked).toEqual([
      [0, 10, false],
      [20, 30, true],
    ])
    expect(page).toContain('<a href="/rows?0,10,false" aria-label="0 to 10: 4,321 rows"><rect')
    expect(page).toContain('<a href="/rows?20,30,true" aria-label="20 to 30: 1 row"><rect')
    expect(page).toContain('<title>20 to 30: 1 row</title>')
    expect(html({})).not.toContain('<a ')
    expect(html({})).toContain('<title>0 to 10: 4 rows</title>')
  })
})

test('the caption says the unit, the axis, the highest bar and what is not shown', () => {
  expect(outline(html({}))).toBe('Rows by pl_rade (R⊕); the highest bar has 4 rows.')
  expect(
    outline(html({ scale: 'log', edges: [1, 10, 100], counts: [5_000, 1], others: 1_234 }, { rowsOf: () => 'x' })),
  ).toBe(
    'Rows by pl_rade (R⊕), on a logarithmic axis; the highest bar has 5,000 rows. 1,234 rows with zero or negative values are not shown. Each bar links to its rows.',
  )
  expect(outline(html({}, { unit: undefined }))).toBe('Rows by pl_rade; the highest bar has 4 rows.')
})

test('the name for screen readers has the unit in words and the kind of axis', () => {
  expect(html({})).toContain('role="group" aria-label="Histogram of pl_rade in Earth radii, on a linear axis"')
  expect(html({ scale: 'log', edges: [1, 2, 3, 4] }, { unit: undefined })).toContain(
    'aria-label="Histogram of pl_rade, on a logarithmic axis"',
  )
})

test('every other number is hidden on a phone, and all stand beside their lines', () => {
  const page = html({})
  const texts = Array.from(page.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g), ([, attributes = '', text = '']) => ({
    attributes,
    text,
  }))
  const [rows, range] = ['end', 'middle'].map((anchor) =>
    texts.filter(
      ({ attributes }) => attributes.includes(`text-anchor="${anchor}"`) && !attributes.includes('class="title"'),
    ),
  )
  expect(rows?.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4'])
  expect(range?.map(({ text }) => text)).toEqual(['0', '5', '10', '15', '20', '25', '30'])
  for (const list of [rows, range])
    expect(list?.map(({ attributes }) => attributes.includes('plot-minor'))).toEqual(list!.map((_, at) => at % 2 === 1))
  expect(rows?.[1]?.attributes).toContain('x="86" y="165"')
  expect(range?.[0]?.attributes).toContain('x="92" y="222"')
  const lines = numbers(page, 'line')
  expect(lines.slice(0, 2).map(({ x1, x2, y1, y2 }) => [x1, x2, y1, y2])).toEqual([
    ['92', '696', '214', '214'],
    ['92', '696', '165', '165'],
  ])
  expect(lines.filter(({ y2 }) => y2 === '219').map(({ x1, x2, y1 }) => [x1 === x2, y1])).toEqual(
    Array.from({ length: 7 }, () => [true, '214']),
  )
  expect(page).toContain('<text x="406" y="272" text-anchor="middle" class="title">pl_rade (R⊕)</text>')
  expect(page).toContain('viewBox="0 0 720 280" width="720" height="280"')
})

test('without any row there is still an axis from 0 to 1', () => {
  expect(outline(html({ counts: [0, 0, 0] }))).toContain('the highest bar has 1 row.')
})
