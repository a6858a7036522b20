/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Value as Cell } from '../../core/answers/rows.ts'
import { type CompanionNames, companionsOf } from '../../format/column.ts'
import type { Row } from '../../objects/values.ts'
import { numberDigits } from '../../units/typeset-numbers.ts'
import { unitMarkup } from './unit.tsx'

/** The archive's digits with a minus sign as wide as a plus sign. */
export function digits(value: Exclude<Cell, null>): string {
  return typeof value === 'number' ? numberDigits(value) : value
}

/** The limit sign that corresponds to the limit flag of a value. */
export function limitOf(row: Row, column: string): '<' | '>' | undefined {
  const flag = Number(row[companionsOf(column).lim] ?? 0)
  return flag === 1 ? '<' : flag === -1 ? '>' : undefined
}

export interface ValueProps {
  readonly row: Row
  readonly column: string
  readonly unit?: string | undefined
  /** Index of the row among those of the object, from 0, as in its JSON. */
  readonly rowNumber?: number | undefined
}

/** A dash for a missing value, as markup. */
const NONE = '<span class="none"><span aria-hidden="true">–</span><span class="unseen">no value</span></span>'

/** A cell of the archive in its element, as markup. */
function cellMarkup(
  name: 'span' | 'bdi',
  value: Exclude<Cell, null>,
  column: string,
  rowNumber?: number,
  attributes = '',
) {
  const row = rowNumber === undefined ? '' : ` data-row="${rowNumber}"`
  const shown = typeof value === 'number' ? digits(value) : Bun.escapeHTML(value)
  return `<${name}${attributes} data-column="${Bun.escapeHTML(column)}"${row}>${shown}</${name}>`
}

/**
 * A value as the archive lists it, as markup: limit sign, digits, uncertainties, unit. A missing value is a dash. Composed as text,
 * because a page has hundreds of values, of which each would be several elements.
 */
export function valueMarkup({ row, column, unit, rowNumber }: ValueProps): string {
  const value = row[column] ?? null
  if (value === null) return NONE
  const sign = limitOf(row, column)
  const errors = errorMarkup(row, column, rowNumber)
  if (sign === undefined && unit === undefined && errors === '')
    return cellMarkup('span', value, column, rowNumber, ' class="value"')
  const unitPart = unit === undefined ? '' : `\u2009${unitMarkup(unit)}`
  return `<span class="value">${signMarkup(sign)}${cellMarkup('span', value, column, rowNumber)}${errors}${unitPart}</span>`
}

/** The same as an element. */
export function Value(props: ValueProps) {
  return jsxTemplate([valueMarkup(props)])
}

function signMarkup(sign: ReturnType<typeof limitOf>): string {
  if (sign === undefined) return ''
  return sign === '<'
    ? '<abbr class="limit" title="upper limit">&lt;</abbr>'
    : '<abbr class="limit" title="lower limit">&gt;</abbr>'
}

const isZeroOrNone = (error: Cell): boolean => error === 0 || error === null

/** An uncertainty of 0 is written as the archive lists it, and set apart, since it is not a measurement. */
const ZERO_ERROR = '<abbr class="zero-error" title="The archive lists an uncertainty of 0, which is not a measurement">'

function errorMarkup(row: Row, column: string, rowNumber: number | undefined): string {
  const names = companionsOf(column)
  const upper = row[names.err1] ?? null
  const lower = row[names.err2] ?? null
  if (typeof upper !== 'number' && typeof lower !== 'number') return ''
  const errors = errorsMarkup(upper, lower, names, rowNumber)
  return isZeroOrNone(upper) && isZeroOrNone(lower) ? `${ZERO_ERROR}${errors}</abbr>` : errors
}

/** Both uncertainties of a value, of which at least one is a number. */
function errorsMarkup(upper: Cell, lower: Cell, { err1, err2 }: CompanionNames, rowNumber: number | undefined): string {
  if (typeof upper === 'number' && typeof lower === 'number' && upper === -lower)
    return `<span class="error">\u202f±\u202f${cellMarkup('span', upper, err1, rowNumber)}</span>`
  const above =
    typeof upper === 'number' ? `${upper < 0 ? '' : '+'}${cellMarkup('span', upper, err1, rowNumber)}` : '+?'
  // A negative number has its sign.
  const below =
    typeof lower === 'number' ? `${lower === 0 ? '−' : ''}${cellMarkup('span', lower, err2, rowNumber)}` : '−?'
  return `<span class="errors"><span>${above}</span> <span>${below}</span></span>`
}

/** A text of the archive, or a number without uncertainties, as listed in the row, as markup; a dash if it is missing. */
export function textMarkup({ row, column, rowNumber }: Omit<ValueProps, 'unit'>): string {
  const value = row[column] ?? null
  return value === null || value === '' ? NONE : cellMarkup('bdi', value, column, rowNumber)
}

/** The same as an element. */
export function Text(props: Omit<ValueProps, 'unit'>) {
  return jsxTemplate([textMarkup(props)])
}
