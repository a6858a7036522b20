import { CatalogError } from '../../core/errors.ts'
import { parseParameters, type TextParameter, wordParameter } from '../../core/parameters.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import type { Column } from '../../format/column.ts'
import { isTableName, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { SCALES, type ScaleName } from '../../plots/svg/scale.ts'

export const OWN_PLOT_PATH = '/plot'

export const ROW_CHOICES = ['default', 'all'] as const
export const PLOT_FORMATS = ['svg', 'png', 'csv'] as const
const SCALE_CHOICES = ['auto', ...SCALES] as const

const text = (name: string, description: string): TextParameter => ({
  name,
  type: 'string',
  default: null,
  description,
  example: 'pl_rade',
})
const X = text('x', 'Numeric column on the horizontal axis.')
const Y = text('y', 'Numeric column on the vertical axis.')
const COLOR = text('color', 'Column that colors the points, numeric or text.')
const SIZE = text('size', 'Numeric column that the areas of the points show.')
const TABLE = text('table', 'Table.')
const choice = <Word extends string>(name: string, words: readonly Word[], description: string) => ({
  ...text(name, description),
  enum: words,
  default: words[0]!,
})
const ROWS = choice('rows', ROW_CHOICES, 'Default rows only, or all rows.')
const X_SCALE = choice('xscale', SCALE_CHOICES, 'Scale of the horizontal axis.')
const Y_SCALE = choice('yscale', SCALE_CHOICES, 'Scale of the vertical axis.')

const OWN = [TABLE, ROWS, X, Y, COLOR, SIZE, X_SCALE, Y_SCALE, { name: 'format' }] as const

/** Parameters of table reads that select rows, besides the conditions on columns. */
const FILTERS = ['filter', 'cone']

/** Parameters of table reads that affect the page, not the set of matching rows. */
const OF_PAGES = ['page', 'limit', 'sort_by', 'order', 'columns', 'download']

/** The request for a plot: checked columns, and filters of table reads that have not been checked yet. */
export interface PlotRequest {
  readonly table: TableName
  readonly rows: (typeof ROW_CHOICES)[number]
  readonly x: string
  readonly y: string
  readonly color: string | undefined
  readonly size: string | undefined
  readonly xscale: 'auto' | ScaleName
  readonly yscale: 'auto' | ScaleName
  readonly format: (typeof PLOT_FORMATS)[number] | undefined
  readonly filters: readonly (readonly [name: string, value: string])[]
}

type Columns = Readonly<Record<TableName, readonly Column[]>>

/** The columns that are plotted most; the first two that a table has are the default axes. */
export const USUAL_COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  exoplanets: ['pl_orbper', 'pl_rade', 'pl_bmasse', 'sy_dist'],
  stellarhosts: ['st_teff', 'st_rad', 'sy_dist', 'st_mass'],
}

/** The columns that can be on an axis. */
export function numericColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ type }) => type !== 'text')
}

/** The axes of a table if none are chosen. */
function usualAxes(table: TableName, columns: readonly Column[]): readonly string[] {
  const numeric = numericColumns(columns).map(({ name }) => name)
  return [...new Set([...USUAL_COLUMNS[table].filter((name) => numeric.includes(name)), ...numeric])]
}

/** Parses a raw query string without `?`. Throws a CatalogError that names the parameter if it is invalid. */
export function parsePlotRequest(query: string, tables: Columns): PlotRequest {
  const filters: [string, string][] = []
  const values = parseParameters(query, OWN, (name, value) => {
    if (OF_PAGES.includes(name))
      throw new CatalogError('unknown_parameter', `A plot has no pages, so it does not accept "${name}".`, {
        parameter: name,
      })
    if (value !== '') filters.push([name, value])
  })
  const table = tableOf(values.table)
  const columns = tables[table]
  const unknown = filters.find(([name]) => !isFilter(name, columns))
  if (unknown !== undefined) throw unknownParameter(unknown[0])
  const [usualX, usualY] = usualAxes(table, columns)
  const numeric = (parameter: TextParameter, wanted: string | undefined) =>
    wanted === undefined ? undefined : columnOf(parameter, wanted, columns, table, true)
  const wantedY = values.y?.trim() || undefined
  // An axis that is not chosen has another column than the other one.
  const x = numeric(X, values.x?.trim() || (usualX === wantedY ? usualY : usualX))
  const y = numeric(Y, wantedY ?? (usualY === x ? usualX : usualY))
  if (x === undefined || y === undefined) {
    const number = usualX === undefined ? 'no numeric columns' : `one numeric column, ${usualX}`
    throw new CatalogError(
      'invalid_parameter',
      `A plot needs two numeric columns, but table "${table}" of this archive has ${number}.`,
    )
  }
  const color = values.color?.trim() || undefined
  return {
    table,
    rows: wordParameter(ROWS, values.rows),
    x,
    y,
    color: color === undefined ? undefined : columnOf(COLOR, color, columns, table, false),
    size: numeric(SIZE, values.size?.trim() || undefined),
    xscale: wordParameter(X_SCALE, values.xscale),
    yscale: wordParameter(Y_SCALE, values.yscale),
    format: formatOf(values.format),
    filters,
  }
}

/** True for a name that can be a filter of a table read; reads check the rest of it. */
function isFilter(name: string, columns: readonly Column[]): boolean {
  return FILTERS.includes(name) || name.includes('__') || columns.some((column) => column.name === name)
}

function unknownParameter(name: string): CatalogError {
  const known = [...OWN.map((parameter) => parameter.name), ...FILTERS]
  const suggestions = nearestNames(name, known)
  return new CatalogError(
    'unknown_parameter',
    `Unknown parameter ${quoteForMessage(name)}.${didYouMean(suggestions)} A plot accepts ${known.join(', ')}, and conditions on columns such as pl_rade__lt=4.`,
    { parameter: name.slice(0, 100), suggestions },
  )
}

function tableOf(wanted: string | undefined): TableName {
  const name = wanted?.trim() || 'exoplanets'
  if (isTableName(name)) return name
  throw new CatalogError(
    'invalid_parameter',
    `"table" must be ${TABLE_NAMES.join(' or ')}, but is ${quoteForMessage(name)}.`,
    {
      parameter: 'table',
      suggestions: nearestNames(name, TABLE_NAMES),
    },
  )
}

function columnOf(
  { name: parameter }: TextParameter,
  wanted: string,
  columns: readonly Column[],
  table: TableName,
  isNumeric: boolean,
): string {
  const column = columns.find(({ name }) => name === wanted)
  const possible = (isNumeric ? numericColumns(columns) : columns).map(({ name }) => name)
  if (column === undefined) {
    const suggestions = nearestNames(wanted, possible)
    throw new CatalogError(
      'unknown_column',
      `"${parameter}" is ${quoteForMessage(wanted)}, but table "${table}" has no such column.${didYouMean(suggestions)}`,
      { parameter, suggestions, see: { kind: 'schema', table } },
    )
  }
  if (isNumeric && column.type === 'text')
    throw new CatalogError(
      'invalid_parameter',
      `"${parameter}" is "${wanted}", which is a text column, but must be a numeric column.`,
      { parameter, see: { kind: 'schema', table } },
    )
  return wanted
}

function formatOf(wanted: string | undefined): PlotRequest['format'] {
  if (wanted === undefined) return undefined
  const format = PLOT_FORMATS.find((known) => known === wanted)
  if (format !== undefined) return format
  throw new CatalogError(
    'invalid_parameter',
    `"format" must be one of ${PLOT_FORMATS.join(', ')}, but is ${quoteForMessage(wanted)}; without it, the response is a page.`,
    { parameter: 'format', suggestions: nearestNames(wanted, PLOT_FORMATS) },
  )
}
