import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { TableName } from '../../../../src/format/table.ts'
import { drawPlot, plottedColumns } from '../../../../src/pages/own-plot/draw-plot.ts'
import { parsePlotRequest } from '../../../../src/pages/own-plot/plot-request.ts'
import { numbersIn, readSvg } from '../../../fixtures/plots/read-svg.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const real = (name: string): Column => ({ name, type: 'real' })
const TABLES: Readonly<Record<TableName, readonly Column[]>> = {
  exoplanets: [
    { name: 'pl_name', type: 'text' },
    ...['pl_rade', 'pl_radeerr1', 'pl_radeerr2', 'pl_radelim', 'pl_orbper', 'pl_orbpererr1', 'sy_dist'].map(real),
    { name: 'discoverymethod', type: 'text' },
  ],
  stellarhosts: [{ name: 'hostname', type: 'text' }, ...['st_mass', 'sy_dist'].map(real)],
}
const parse = (query: string, tables = TABLES) => parsePlotRequest(query, tables)
const axes = (query: string, tables = TABLES) => {
  const { x, y } = parse(query, tables)
  return [x, y]
}

describe('the axes', () => {
  test.each([
    ['', ['pl_orbper', 'pl_rade']],
    ['x=sy_dist', ['sy_dist', 'pl_rade']],
    ['y=sy_dist', ['pl_orbper', 'sy_dist']],
    // The usual one of the other axis is taken already.
    ['x=pl_rade', ['pl_rade', 'pl_orbper']],
    ['y=pl_orbper', ['pl_rade', 'pl_orbper']],
    ['x=&y=', ['pl_orbper', 'pl_rade']],
    ['x=pl_rade&y=pl_rade', ['pl_rade', 'pl_rade']],
    ['x=+sy_dist+', ['sy_dist', 'pl_rade']],
    ['table=stellarhosts', ['sy_dist', 'st_mass']],
    ['table=stellarhosts&x=st_mass', ['st_mass', 'sy_dist']],
  ])('of "%s" are %j', (query, expected) => {
    expect(axes(query)).toEqual([...expected])
  })

  test('are those that an archive has', () => {
    const tables = { ...TABLES, exoplanets: [real('b'), real('a'), { name: 't', type: 'text' } as const] }
    expect(axes('', tables)).toEqual(['b', 'a'])
    expect(axes('x=a', tables)).toEqual(['a', 'b'])
    const oneUsual = { ...TABLES, exoplanets: [real('a'), real('pl_rade')] }
    expect(axes('', oneUsual)).toEqual(['pl_rade', 'a'])
    const none = { ...TABLES, exoplanets: [{ name: 't', type: 'text' } as const] }
    expect(catalogError(() => parse('', none)).message).toContain('has no numeric columns')
    const one = { ...TABLES, exoplanets: [real('a'), { name: 't', type: 'text' } as const] }
    for (const query of ['', 'x=a', 'y=a'])
      expect(catalogError(() => parse(query, one)).message).toContain('has one numeric column, a.')
  })

  test('are columns of numbers', () => {
    expect(catalogError(() => parse('x=discoverymethod')).message).toContain('which is a text column')
    expect(catalogError(() => parse('size=discoverymethod')).message).toContain('which is a text column')
    const { parameter, suggestions } = catalogError(() => parse('y=pl_rad')).help
    expect([parameter, suggestions?.[0]]).toEqual(['y', 'pl_rade'])
    expect(parse('color=discoverymethod').color).toBe('discoverymethod')
    expect(parse('color=&size=')).toMatchObject({ color: undefined, size: undefined })
  })
})

test('a parameter that exists nowhere is named, with those that exist', () => {
  const { message, code, help } = catalogError(() => parse('xscal=log'))
  expect([code, help.parameter, help.suggestions?.[0]]).toEqual(['unknown_parameter', 'xscal', 'xscale'])
  expect(message).toContain('A plot accepts table, rows, x, y, color')
})

test('what is not of the plot is a filter, but a page is not', () => {
  expect(parse('pl_rade__gt=1&sy_dist=&x=sy_dist&discoverymethod=Transit').filters).toEqual([
    ['pl_rade__gt', '1'],
    ['discoverymethod', 'Transit'],
  ])
  for (const name of ['page', 'limit', 'sort_by', 'order', 'columns', 'download'])
    expect(catalogError(() => parse(`${name}=1`)).code).toBe('unknown_parameter')
  expect(catalogError(() => parse('format=pdf')).help.parameter).toBe('format')
  expect(catalogError(() => parse('table=stars')).help.parameter).toBe('table')
})

test('a plot reads the name, what is drawn, and the companions of its axes that there are', () => {
  const columns = TABLES.exoplanets
  expect(plottedColumns(parse('x=pl_rade&y=pl_orbper'), columns)).toEqual([
    'pl_name',
    'pl_rade',
    'pl_orbper',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_radelim',
    'pl_orbpererr1',
  ])
  expect(plottedColumns(parse('x=pl_rade&y=sy_dist&color=discoverymethod&size=pl_rade'), columns)).toEqual([
    'pl_name',
    'pl_rade',
    'sy_dist',
    'discoverymethod',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_radelim',
  ])
})

describe('a drawn plot', () => {
  const draw = (query: string, rows: readonly Readonly<Record<string, string | number | null>>[]) =>
    drawPlot({ request: parse(query), columns: TABLES.exoplanets, rows, scaleOf: () => 'linear', root: './' })
  /** Width and height of the paths of uncertainties. */
  const spans = (svg: string) =>
    readSvg(svg)
      .filter(({ attributes }) => attributes.class?.includes('plot-error'))
      .map(({ attributes }) => attributes.d!)

  test('has the uncertainties of each axis on that axis', () => {
    const rows = [1, 2, 3].map((at) => ({
      pl_name: `P ${at}`,
      pl_rade: at,
      pl_orbper: at,
      pl_radeerr1: 0.5,
      pl_radeerr2: -0.5,
    }))
    const [across] = spans(draw('x=pl_rade&y=pl_orbper', rows).chart.svg)
    const [along] = spans(draw('x=pl_orbper&y=pl_rade', rows).chart.svg)
    const [fromX, fromY, toX, toY] = numbersIn(across!)
    expect([toY, toX! > fromX!]).toEqual([fromY, true])
    const [left, bottom, right, top] = numbersIn(along!)
    expect([right, top === bottom]).toEqual([left, false])
  })

  test('lists the rows that have a place, and links each to its page', () => {
    const rows = [
      { pl_name: 'A b', pl_rade: 1, pl_orbper: 2 },
      { pl_name: 'A c', pl_rade: null, pl_orbper: 2 },
      { pl_name: null, pl_rade: 3, pl_orbper: 4 },
    ]
    const { chart, drawn } = draw('x=pl_rade&y=pl_orbper', rows)
    expect(drawn).toEqual([rows[0]!, rows[2]!])
    expect(chart).toMatchObject({ drawn: 2, leftOut: 1 })
    const links = readSvg(chart.svg).filter(({ name }) => name === 'a')
    expect(links.map(({ attributes }) => attributes.href)).toEqual(['./exoplanets/A%20b'])
  })

  test('has the colors of numbers on the scale that suits their column', () => {
    const rows = [1, 10, 100].map((at) => ({ pl_name: `P ${at}`, pl_rade: at, pl_orbper: at, sy_dist: at }))
    const wordsOn = (scale: 'linear' | 'log') =>
      drawPlot({
        request: parse('x=pl_rade&y=pl_orbper&color=sy_dist'),
        columns: TABLES.exoplanets,
        rows,
        scaleOf: (column) => (column === 'sy_dist' ? scale : 'linear'),
        root: './',
      }).chart.description
    expect(wordsOn('log')).toContain('on a logarithmic scale')
    expect(wordsOn('linear')).toContain('on a linear scale')
  })

  test('leaves out what a logarithmic axis cannot show', () => {
    const rows = [0, -1, 5].map((at) => ({ pl_name: `P ${at}`, pl_rade: at, pl_orbper: 1 }))
    expect(draw('x=pl_rade&y=pl_orbper&xscale=log', rows).drawn).toEqual([rows[2]!])
    expect(draw('x=pl_rade&y=pl_orbper', rows).drawn).toHaveLength(3)
  })
})
