import { describe, expect, test } from 'bun:test'
import type { ColumnDescription, SchemaResponse } from '../../../../src/core/answers/column.ts'
import { ColumnPage } from '../../../../src/pages/columns/column-page.tsx'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const schemaOf = (...names: readonly string[]): SchemaResponse => ({
  columns: names.map((name) => ({ name, data_type: 'Float64', nulls: 0 })),
  total_rows: 40,
})
const QUANTILES = { '0.01': 0.1, '0.05': 0.5, '0.25': 1, '0.5': 2.3456789, '0.75': 3, '0.95': 9, '0.99': 11 }
const RADIUS: ColumnDescription = {
  name: 'pl_rade',
  data_type: 'Float64',
  description: 'Planet Radius',
  unit: 'Rearth',
  source_datatype: 'double',
  rows: 2_000,
  nulls: 500,
  distinct: 1_234,
  min: -0.5,
  max: 20,
  mean: 4.27159265,
  quantiles: QUANTILES,
  histogram: { scale: 'linear', edges: [0, 10, 20], counts: [3, 1], others: 0 },
}
const FLAG: ColumnDescription = {
  name: 'default_flag',
  data_type: 'Int64',
  rows: 40,
  nulls: 0,
  distinct: 2,
  min: 0,
  max: 1,
  mean: 0.25,
  quantiles: QUANTILES,
  histogram: { scale: 'linear', edges: [0, 1], counts: [40], others: 0 },
  values: [
    { value: 0, count: 30 },
    { value: 1, count: 10 },
  ],
  values_complete: true,
}

const SITE = siteOf(manifestOf([{ name: 'default_flag', type: 'integer' }]))
interface Options {
  readonly table?: string
  readonly schema?: SchemaResponse
  readonly site?: typeof SITE
}
const html = (
  column: ColumnDescription,
  { table = 'exoplanets', schema = schemaOf(column.name), site = SITE }: Options = {},
) => rendered(<ColumnPage table={table} column={column} schema={schema} />, site)
const lines = (column: ColumnDescription, options?: Options) => outline(html(column, options)).split('\n')
/** The terms of the description list with their texts. */
const facts = (column: ColumnDescription, options?: Options) =>
  Object.fromEntries(
    Array.from(html(column, options).matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs), ([, term = '', text = '']) => [
      term,
      outline(text),
    ]),
  )

describe('the page of a column of numbers', () => {
  test('names its type, unit, range and mean', () => {
    expect(facts(RADIUS)).toEqual({
      Type: 'number (in the archive double)',
      Unit: 'R⊕ in the archive “Rearth”',
      'Rows without a value': '500 of 2,000 (25 %)',
      'Distinct values': '1,234',
      Range: '−0.5 to 20',
      Mean: '4.27159',
    })
  })

  test('links to its rows, in both orders, with a value and without', () => {
    const rows = (query: string) => `../exoplanets?${query}&columns=pl_name,pl_rade`
    expect(lines(RADIUS).slice(0, 3)).toEqual([
      '[Columns of exoplanets](../columns/exoplanets)',
      'pl_rade',
      'Planet Radius',
    ])
    const links = lines(RADIUS).filter((line) => line.includes('](../exoplanets?'))
    expect(links).toEqual([
      `[Rows sorted by this column](${rows('sort_by=pl_rade')})`,
      `[in descending order](${rows('sort_by=pl_rade&order=desc')})`,
      `[only rows with a value](${rows('pl_rade__isnull=0&sort_by=pl_rade')})`,
      `[only rows without a value](${rows('pl_rade__isnull=1')})`,
    ])
    const linksOf = (nulls: number) => lines({ ...RADIUS, nulls }).filter((line) => /^\[(?:Rows|in|only)/.test(line))
    expect(linksOf(0)).toHaveLength(2)
    // Without any value, there are no other rows.
    expect(linksOf(2_000)).toHaveLength(3)
    expect(linksOf(2_000)[2]).toStartWith('[only rows with a value]')
  })

  test('shows the quantiles with six digits', () => {
    const shown = lines(RADIUS)
    const at = shown.indexOf('Quantiles')
    expect(shown.slice(at, at + 3)).toEqual([
      'Quantiles',
      '| Share below|> 1 %|> 5 %|> 25 %|> 50 %|> 75 %|> 95 %|> 99 %',
      '| pl_rade|> 0.1|> 0.5|> 1|> 2.34568|> 3|> 9|> 11',
    ])
    expect(lines({ ...RADIUS, quantiles: null })).not.toContain('Quantiles')
    const { quantiles: _, ...without } = RADIUS
    expect(lines(without)).not.toContain('Quantiles')
  })

  test('has a histogram whose bars link to their rows; only the last one includes its end', () => {
    const page = html(RADIUS)
    const link = (query: string) => `href="../exoplanets?${query}"`.replaceAll('&', '&amp;')
    expect(lines(RADIUS)).toContain('Distribution of the values')
    expect(page).toContain(link('pl_rade__gte=0&pl_rade__lt=10&sort_by=pl_rade&columns=pl_name,pl_rade'))
    expect(page).toContain(link('pl_rade__gte=10&pl_rade__lte=20&sort_by=pl_rade&columns=pl_name,pl_rade'))
    for (const histogram of [null, { scale: 'linear', edges: [], counts: [], others: 0 } as const])
      expect(lines({ ...RADIUS, histogram })).not.toContain('Distribution of the values')
  })

  test('has no range and no mean without values', () => {
    expect(Object.keys(facts({ ...RADIUS, min: null, max: null, mean: null }))).not.toContain('Range')
    expect(Object.keys(facts({ ...RADIUS, min: null, max: null, mean: null }))).not.toContain('Mean')
  })

  test('links to the columns that belong to it, and from them to it', () => {
    const schema = schemaOf('pl_rade', 'pl_radeerr1', 'pl_radelim', 'pl_bmasse')
    expect(facts(RADIUS, { schema })['Related columns']).toBe(
      '[pl_radeerr1](../columns/exoplanets/pl_radeerr1) (upper uncertainty), [pl_radelim](../columns/exoplanets/pl_radelim) (0 a measurement, 1 an upper limit, -1 a lower limit, null not stated)',
    )
    expect(facts(RADIUS, { schema })['Belongs to']).toBeUndefined()
    const error = facts({ ...RADIUS, name: 'pl_radeerr1' }, { schema })
    expect(error['Belongs to']).toBe('[pl_rade](../columns/exoplanets/pl_rade)')
    expect(error['Related columns']).toBeUndefined()
    expect(lines({ ...RADIUS, name: 'pl_radeerr1' }, { schema })).toContain('Upper uncertainty of pl_rade; positive.')
  })
})

test('a column of flags is counted: it has no range, mean, quantiles or histogram', () => {
  const shown = lines(FLAG)
  expect(facts(FLAG)).toEqual({ Type: 'integer', 'Rows without a value': '0 of 40 (0 %)', 'Distinct values': '2' })
  expect(shown).not.toContain('Quantiles')
  expect(shown).not.toContain('Distribution of the values')
  const at = shown.indexOf('Values')
  expect(shown.slice(at + 1, at + 4)).toEqual([
    '| Value|> Rows|> Share',
    '| 0|> [30](../exoplanets?default_flag=0&columns=pl_name,default_flag)|> 75 %',
    '| 1|> [10](../exoplanets?default_flag=1&columns=pl_name,default_flag)|> 25 %',
  ])
})

test('a column of texts lists its most frequent values, references as links, and no link for the empty text', () => {
  const texts: ColumnDescription = {
    name: 'hostname',
    data_type: 'String',
    rows: 100,
    nulls: 0,
    distinct: 9,
    values: [
      { value: '<a href="https://example.org/x">Mayor 1995</a>', count: 50 },
      { value: '', count: 3 },
      { value: 'a & b', count: 10 },
    ],
    values_complete: false,
  }
  const shown = lines(texts, { table: 'stellarhosts' })
  const at = shown.indexOf('The 3 most frequent values')
  expect(shown.slice(at + 2, at + 5)).toEqual([
    '| [Mayor 1995](https://example.org/x)|> [50](../stellarhosts?hostname=%3Ca+href%3D%22https%3A%2F%2Fexample.org%2Fx%22%3EMayor+1995%3C%2Fa%3E&columns=hostname)|> 50 %',
    '| |> 3|> 3.0 %',
    '| a & b|> [10](../stellarhosts?hostname=a+%26+b&columns=hostname)|> 10 %',
  ])
  expect(lines({ ...texts, values: [] }, { table: 'stellarhosts' }).join()).not.toContain('frequent values')
})

test('rows of planets are counted with all references, if there are several per planet', () => {
  const sentence = 'Counted over all rows; there is one row per planet and reference.'
  expect(lines(RADIUS)).toContain(sentence)
  expect(lines(RADIUS, { table: 'stellarhosts' })).not.toContain(sentence)
  expect(lines(RADIUS, { site: siteOf(manifestOf([])) })).not.toContain(sentence)
})

test('a column of a further table has no links to rows', () => {
  const column: ColumnDescription = { ...RADIUS, values: [{ value: 5, count: 7 }] }
  const page = outline(html(column, { table: 'ml' }))
  expect(page).not.toContain('sorted by this column')
  expect(page).toContain('| 5|> 7|>')
  expect(html(column, { table: 'ml' })).not.toContain('href="../ml')
  expect(html(column, { table: 'ml' })).toContain('type="application/json" href="../rest/tables/ml/columns/pl_rade"')
  expect(html(column)).toContain('type="application/json" href="../rest/exoplanets/columns/pl_rade"')
})

test('the code of a column counts its values, with names that need it in quotation marks', () => {
  expect(html(RADIUS)).toContain(
    '<code>SELECT pl_rade, count(*) AS rows\nFROM &quot;exoplanets&quot;\nGROUP BY 1\nORDER BY rows DESC, 1</code>',
  )
  expect(html(RADIUS)).toContain(
    'content="Planet Radius: meaning, unit, range, histogram and frequent values of pl_rade in exoplanets."',
  )
  expect(html(FLAG)).toContain('content="default_flag: meaning, unit,')
  expect(html(RADIUS)).toContain('<title>pl_rade of exoplanets · Exoplanet Catalog</title>')
  expect(html(RADIUS)).toContain('10.26133/NEA12')
  expect(html(RADIUS, { table: 'ml' })).not.toContain('10.26133/NEA12')
})
