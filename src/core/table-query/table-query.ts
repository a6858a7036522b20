import type { TableManifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'
import { FORMAT_NAMES, type FormatName } from '../../formats/formats.ts'
import { CatalogError } from '../errors.ts'
import { integerParameter, invalidValue, parseParameters, wordParameter } from '../parameters.ts'
import { foldCase } from '../text/fold-case.ts'
import { type NearestFinder, nearestNames } from '../text/nearest.ts'
import { createColumnFinder, meantColumns } from '../text/nearest-columns.ts'
import { didYouMean, noSuchColumn, quoteForMessage } from '../text/quote-for-message.ts'
import {
  type Condition,
  type ConditionColumn,
  checkedOperator,
  conditionKey,
  OPERATORS,
  parseCondition,
  splitConditionName,
} from './conditions.ts'
import { type Cone, coneText, POSITION_COLUMNS, parseCone } from './cone.ts'
import { downloadParameter, formatParameter } from './format-parameters.ts'
import { intendedName } from './intended-condition.ts'
import {
  ALL_ROWS,
  COLUMNS_PARAMETER,
  CONE_PARAMETER,
  ORDER_PARAMETER,
  type Order,
  PAGE_LIMIT_PARAMETER,
  PAGE_PARAMETER,
  SORT_BY_PARAMETER,
  TABLE_PARAMETERS,
} from './table-parameters.ts'

/** A table read with all defaults filled in. Requests with the same response parse to equal queries. */
export interface TableQuery {
  /** From 1. */
  readonly page: number
  /** 0 to 1000; Infinity for every matching row. */
  readonly limit: number
  /** Null means snapshot order; `order` is then `asc`. */
  readonly sortBy: string | null
  readonly order: Order
  /** Distinct columns of the table, at least one. */
  readonly columns: readonly string[]
  /** Trimmed and case-folded (fold-case.ts); null if there is no filter. */
  readonly filter: string | null
  /** Conditions on columns, in canonical order; all of them apply. */
  readonly conditions: readonly Condition[]
  readonly cone: Cone | null
  readonly format: FormatName
  /** True if the response is an attachment. */
  readonly isDownload: boolean
  /** The table and all of the above as text, for cache keys: equal if and only if they are equal. */
  readonly key: string
}

/** The properties of a table that parsing needs, prepared once. */
export interface TableShape {
  readonly name: TableName
  readonly allColumns: readonly string[]
  readonly defaultColumns: readonly string[]
  /** Position of each column in `allColumns`. */
  readonly positions: ReadonlyMap<string, number>
  readonly columns: ReadonlyMap<string, ConditionColumn>
  readonly hasPositions: boolean
  readonly nearestColumns: NearestFinder
  readonly defaultColumnsKey: string
}

export function tableShape(name: TableName, manifest: Pick<TableManifest, 'columns' | 'defaultColumns'>): TableShape {
  const allColumns = manifest.columns.map((column) => column.name)
  const positions = new Map(allColumns.map((column, position) => [column, position]))
  return {
    name,
    allColumns,
    defaultColumns: manifest.defaultColumns,
    positions,
    columns: new Map(manifest.columns.map((column) => [column.name, column])),
    hasPositions: POSITION_COLUMNS.every((column) =>
      manifest.columns.some(({ name, type }) => name === column && type !== 'text'),
    ),
    nearestColumns: createColumnFinder(allColumns),
    defaultColumnsKey: columnsKey(manifest.defaultColumns, positions),
  }
}

/** Positions instead of names: short, and unambiguous for any characters in a name. */
function columnsKey(columns: readonly string[], positions: ReadonlyMap<string, number>): string {
  return columns.map((column) => positions.get(column)).join(',')
}

/** The rejection of a column that the table lacks, with the most similar existing ones. */
export function unknownColumn(shape: TableShape, column: string, parameter: string): CatalogError {
  const suggestions = shape.nearestColumns(column)
  return new CatalogError('unknown_column', noSuchColumn(shape.name, column, suggestions), {
    parameter,
    suggestions,
    see: { kind: 'schema', table: shape.name },
  })
}

/** Columns in response order, and the text that distinguishes them from others (see `columnsKey`). */
interface SelectedColumns {
  readonly columns: readonly string[]
  readonly key: string
}

/** Optimized, because every uncached page waits for this: names are looked up unmodified, and marked instead of added to a set. */
function selectedColumns(shape: TableShape, text: string | undefined): SelectedColumns {
  const defaults = { columns: shape.defaultColumns, key: shape.defaultColumnsKey }
  if (text === undefined) return defaults
  const { allColumns, positions } = shape
  const columns: string[] = []
  let key = ''
  const isSelected = new Uint8Array(allColumns.length)
  const select = (position: number): void => {
    if (isSelected[position] === 1) return
    isSelected[position] = 1
    key += columns.length === 0 ? position : `,${position}`
    columns.push(allColumns[position]!)
  }
  for (let start = 0; start <= text.length; ) {
    const comma = text.indexOf(',', start)
    const end = comma < 0 ? text.length : comma
    const entry = text.slice(start, end)
    const position = positions.get(entry) ?? positions.get(entry.trim())
    if (position !== undefined) select(position)
    else if (entry.trim() === '*') {
      // A URL can contain thousands of asterisks, but only the first can add columns.
      if (columns.length < allColumns.length) for (const name of allColumns) select(positions.get(name)!)
    } else if (entry.trim() !== '') throw unknownColumn(shape, entry.trim(), COLUMNS_PARAMETER.name)
    start = end + 1
  }
  return columns.length === 0 ? defaults : { columns, key }
}

function limitParameter(values: { readonly page?: string; readonly limit?: string }, format: FormatName): number {
  const text = values.limit
  if (text === undefined || !/^\s*all\s*$/i.test(text)) return integerParameter(PAGE_LIMIT_PARAMETER, text)
  if (format === 'json')
    throw new CatalogError(
      'invalid_parameter',
      `"limit" is ${quoteForMessage(text)}, which JSON responses do not support: use format=${FORMAT_NAMES.filter((name) => name !== 'json').join(', ')}, or a number.`,
      { parameter: PAGE_LIMIT_PARAMETER.name },
    )
  if (text !== ALL_ROWS)
    throw invalidValue(PAGE_LIMIT_PARAMETER.name, 'an integer in decimal digits, or all', text, [ALL_ROWS])
  if (values.page !== undefined)
    throw new CatalogError('invalid_parameter', '"page" cannot be combined with "limit=all", which has no pages.', {
      parameter: PAGE_PARAMETER.name,
    })
  return Number.POSITIVE_INFINITY
}

/** Collects the conditions of a request from the parameters that the endpoint itself does not define. */
class ConditionReader {
  readonly conditions: Condition[] = []
  /** Each condition by its full name, with the name that the request gives it. */
  readonly #seen = new Map<string, string>()

  constructor(readonly shape: TableShape) {}

  read(parameter: string, text: string): void {
    const { shape } = this
    const split = splitConditionName(parameter, (name) => shape.columns.has(name))
    const column = split === undefined ? undefined : shape.columns.get(split.column)
    if (split === undefined || (column === undefined && !OPERATORS.some((word) => word === split.operator)))
      throw this.#unknownParameter(parameter)
    if (column === undefined) throw unknownColumn(shape, split.column, parameter.slice(0, 100))
    const operator = checkedOperator(parameter.slice(0, 100), split.operator)
    const name = `${column.name}__${operator}`
    const earlier = this.#seen.get(name)
    if (earlier !== undefined)
      throw new CatalogError(
        'repeated_parameter',
        earlier === parameter
          ? `The condition "${parameter}" is repeated; specify it only once.`
          : `The conditions "${earlier}" and "${parameter}" are the same; specify only one of them.`,
        { parameter },
      )
    this.#seen.set(name, parameter)
    const condition = parseCondition(column, operator, parameter, text)
    if (condition !== undefined) this.conditions.push(condition)
  }

  #unknownParameter(name: string): CatalogError {
    const parameters = TABLE_PARAMETERS.map((parameter) => parameter.name)
    const isColumn = (column: string): boolean => this.shape.columns.has(column)
    const intended = intendedName(name, isColumn) ?? inLowerCase(name, isColumn)
    const meant = intended === undefined ? meantColumns(name, this.shape.allColumns) : [intended]
    const suggestions = meant.length > 0 ? meant : nearestNames(name, [...parameters, ...this.shape.allColumns])
    return new CatalogError(
      'unknown_parameter',
      `Unknown parameter ${quoteForMessage(name)}.${didYouMean(suggestions)} Parameters are ${parameters.join(', ')}, and conditions on columns such as ${this.shape.defaultColumns[0] ?? 'hostname'}__startswith=K.`,
      { parameter: name.slice(0, 100), suggestions },
    )
  }
}

/** A condition written in another case: `DISC_YEAR__GT`. */
function inLowerCase(parameter: string, isColumn: (name: string) => boolean): string | undefined {
  const name = parameter.slice(0, 100).toLowerCase()
  const split = splitConditionName(name, isColumn)
  return split !== undefined && isColumn(split.column) && OPERATORS.some((word) => word === split.operator)
    ? name
    : undefined
}

const NO_CONDITIONS: readonly Condition[] = []

/**
 * Parses a raw query string (without `?`) of a table read. Invalid queries throw CatalogErrors. `accepted` is the format
 * that the `Accept` header selects; the `format` parameter takes precedence.
 */
export function parseTableQuery(shape: TableShape, query: string, accepted: FormatName = 'json'): TableQuery {
  let reader: ConditionReader | undefined
  const values = parseParameters(query, TABLE_PARAMETERS, (name, value) => {
    reader ??= new ConditionReader(shape)
    reader.read(name, value)
  })
  const page = integerParameter(PAGE_PARAMETER, values.page)
  const format = formatParameter(values.format) ?? accepted
  const limit = limitParameter(values, format)
  const sortBy = values.sort_by?.trim() || null
  const sortPosition = sortBy === null ? -1 : shape.positions.get(sortBy)
  if (sortBy !== null && sortPosition === undefined) throw unknownColumn(shape, sortBy, SORT_BY_PARAMETER.name)
  const wantedOrder = wordParameter(ORDER_PARAMETER, values.order)
  const order = sortBy === null ? 'asc' : wantedOrder
  const { columns, key: columnsPart } = selectedColumns(shape, values.columns)
  const filter = foldCase(values.filter?.trim() ?? '') || null
  const cone = coneOf(shape, values.cone)
  const isDownload = downloadParameter(values.download) || format !== 'json'
  const base = `page|${shape.name}|${page}|${limit}|${sortPosition}|${order}|${columnsPart}|${filter ?? ''}`
  const conditions = reader === undefined ? NO_CONDITIONS : canonical(reader.conditions)
  const isPlain = conditions.length === 0 && cone === null && format === 'json' && !isDownload
  const key = isPlain
    ? base
    : `${base}|${format}${isDownload ? '+' : ''}|${cone === null ? '' : coneText(cone)}|${JSON.stringify(conditions.map(conditionKey))}`
  return { page, limit, sortBy, order, columns, filter, conditions, cone, format, isDownload, key }
}

function canonical(conditions: readonly Condition[]): readonly Condition[] {
  return conditions
    .map((condition) => ({ condition, key: conditionKey(condition) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ condition }) => condition)
}

function coneOf(shape: TableShape, text: string | undefined): Cone | null {
  if (text === undefined) return null
  if (!shape.hasPositions)
    throw new CatalogError(
      'invalid_parameter',
      `"cone" needs the columns ra and dec, which table "${shape.name}" of this archive does not have.`,
      { parameter: CONE_PARAMETER.name },
    )
  return parseCone(CONE_PARAMETER.name, text)
}
