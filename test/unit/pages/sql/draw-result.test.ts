import { describe, expect, test } from 'bun:test'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { axisStyle, coloringBy, numberIn, uncertaintyIn } from '../../../../src/pages/charts/plotted-values.ts'
import { drawResult, type ResultDrawing } from '../../../../src/pages/sql/draw-result.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS = ['pl_name', 'pl_rade', 'pl_radelim', 'pl_orbper'].map((name) => ({
  name,
  type: name === 'pl_name' ? ('text' as const) : ('real' as const),
  ...(name === 'pl_rade' ? { unit: 'Rearth' } : {}),
}))
const TABLES = {
  ...FAKE_MANIFEST.tables,
  exoplanets: { ...FAKE_MANIFEST.tables.exoplanets, columns: COLUMNS },
} as unknown as Manifest['tables']

type Data = Readonly<Record<string, unknown>>[]

function drawn(data: Data, plot: Partial<ResultDrawing['plot']> = {}, more: object = {}) {
  return drawResult({
    rows: { columns: Object.keys(data[0] ?? {}), data, ...more } as unknown as ResultDrawing['rows'],
    plot: { x: 'a', y: 'b', color: undefined, xscale: 'auto', yscale: 'auto', ...plot } as ResultDrawing['plot'],
    sql: `SELECT ${Object.keys(data[0] ?? {}).join(', ')} FROM exoplanets`,
    tables: TABLES,
    href: (path) => `.${path}`,
  })
}

/** The numbers of a chart's lower axis: those of a logarithmic one are powers of ten. */
const numbersOf = (svg: string): string[] =>
  readSvg(svg)
    .filter(({ name, attributes }) => name === 'text' && attributes['text-anchor'] === 'middle')
    .map(({ text }) => text)

describe('a column of a result', () => {
  test.each([
    // Fifty times the least is still linear.
    [[1, 50], false],
    [[1, 51], true],
    [[0, 1_000], false],
    [[-1, 1_000], false],
    [[0.001, 1], true],
    [[5, 5], false],
    [[null, null], false],
  ])('of %j is on a logarithmic scale: %p', (values, isLog) => {
    const labels = numbersOf(drawn(values.map((a) => ({ a, b: 1 }))).svg)
    const given = numbersOf(
      drawn(
        values.map((a) => ({ a, b: 1 })),
        { xscale: isLog ? 'log' : 'linear' },
      ).svg,
    )
    const other = numbersOf(
      drawn(
        values.map((a) => ({ a, b: 1 })),
        { xscale: isLog ? 'linear' : 'log' },
      ).svg,
    )
    expect(labels).toEqual(given)
    expect(labels).not.toEqual(other)
  })

  test('has the unit of the archive', () => {
    const { svg } = drawn([{ pl_rade: 1, b: 2 }], { x: 'pl_rade' })
    expect(svg).toContain('⊕')
  })
})

test('points link to the planet, or to the host, or are numbered', () => {
  const { svg, drawn: count } = drawn([
    { a: 1, b: 1, pl_name: 'A b', hostname: 'A' },
    { a: 2, b: 2, pl_name: null, hostname: 'B C' },
    { a: 3, b: 3, pl_name: 5, hostname: null },
    { a: 4, b: null, pl_name: 'D b', hostname: 'D' },
  ])
  expect(count).toBe(3)
  const links = readSvg(svg).filter(({ name }) => name === 'a')
  expect(links.map(({ attributes }) => attributes.href)).toEqual(['./exoplanets/A%20b', './stellarhosts/B%20C'])
  const titles = readSvg(svg).flatMap(({ name, text }) => (name === 'title' ? [text] : []))
  expect(titles.some((title) => title.startsWith('row 3'))).toBe(true)
})

test('limits that are not marked, and rows that are missing, are told', () => {
  const limits = (plot: Partial<ResultDrawing['plot']>, row: Data[number]): string => drawn([row], plot).description
  const words = 'drawn as values: select pl_radelim as well to draw them as arrows.'
  expect(limits({ x: 'pl_rade', y: 'pl_rade' }, { pl_rade: 1 })).toContain(words)
  expect(limits({ x: 'pl_rade', y: 'b' }, { pl_rade: 1, b: 1, pl_radelim: 0 })).not.toContain('as arrows')
  expect(limits({ x: 'pl_orbper', y: 'b' }, { pl_orbper: 1, b: 1 })).not.toContain('as arrows')
  const many = Array.from({ length: 1_234 }, (_, a) => ({ a, b: a }))
  expect(drawn(many, {}, { truncated: true }).description).toContain(
    'Only the first 1,234 rows are drawn; the result has more.',
  )
  expect(drawn(many, {}, { truncated: false }).description).not.toContain('Only the first')
})

test('values of rows are numbers or nothing', () => {
  const row = { a: 1.5, b: '9007199254740993', c: null, aerr1: 0.1, aerr2: -0.2, alim: 1 }
  expect(['a', 'b', 'c', 'd'].map((name) => numberIn(row, name))).toEqual([1.5, null, null, null])
  expect(uncertaintyIn(row, 'a')).toEqual({ err1: 0.1, err2: -0.2, lim: 1 })
  expect(uncertaintyIn(row, 'b')).toEqual({ err1: null, err2: null, lim: null })
  expect(['disc_year', 'year', 'pubyear', 'pl_pubyear', 'yearly', 'lightyear'].map(axisStyle)).toEqual([
    { style: 'year' },
    { style: 'year' },
    { style: 'year' },
    { style: 'year' },
    {},
    {},
  ])
})

test('colors are of numbers on a scale, or of texts', () => {
  const rows = [{ c: 1 }, { c: 'x' }, { c: null }, {}]
  expect(coloringBy(rows, 'c', { title: 'c' }, 'log')).toEqual({
    kind: 'number',
    quantity: { title: 'c' },
    scale: 'log',
    values: [1, null, null, null],
  })
  expect(coloringBy(rows, 'c', { title: 'c' }, undefined)).toEqual({
    kind: 'category',
    quantity: { title: 'c' },
    values: ['1', 'x', null, null],
  })
})
