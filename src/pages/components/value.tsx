/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Value as Cell } from '../../core/answers/rows.ts'
import type { Row } from '../../objects/values.ts'
import { numberDigits } from '../../units/typeset-numbers.ts'
import { Unit } from './unit.tsx'

/** The archive's digits with a minus sign as wide as a plus sign. */
export function digits(value: Exclude<Cell, null>): string {
  return typeof value === 'number' ? numberDigits(value) : value
}

/** The limit sign that corresponds to the limit flag of a value. */
export function limitOf(row: Row, column: string): '<' | '>' | undefined {
  const flag = Number(row[`${column}lim`] ?? 0)
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

/** A number of the archive in its element, as markup. */
function cellMarkup(
  name: 'span' | 'span class="value"',
  value: Exclude<Cell, null>,
  column: string,
  rowNumber?: number,
) {
  const row = rowNumber === undefined ? '' : ` data-row="${rowNumber}"`
  return `<${name} data-column="${Bun.escapeHTML(column)}"${row}>${Bun.escapeHTML(digits(value))}</span>`
}

/**
 * A value as the archive lists it: limit sign, digits, uncertainties, unit. A missing value is a dash. It is composed as markup,
 * because a page has hundreds of values, of which each would be several elements.
 */
export function Value({ row, column, unit, rowNumber }: ValueProps) {
  const value = row[column] ?? null
  if (value === null) return jsxTemplate([NONE])
  const sign = limitOf(row, column)
  if (sign === undefined && unit === undefined && !hasError(row, column))
    return jsxTemplate([cellMarkup('span class="value"', value, column, rowNumber)])
  const start = `<span class="value">${signMarkup(sign)}${cellMarkup('span', value, column, rowNumber)}${errorMarkup(row, column, rowNumber)}`
  return unit === undefined
    ? jsxTemplate([`${start}</span>`])
    : jsxTemplate([`${start}\u2009`, '</span>'], Unit({ unit }))
}

function signMarkup(sign: ReturnType<typeof limitOf>): string {
  if (sign === undefined) return ''
  return sign === '<'
    ? '<abbr class="limit" title="upper limit">&lt;</abbr>'
    : '<abbr class="limit" title="lower limit">&gt;</abbr>'
}

function hasError(row: Row, column: string): boolean {
  return (row[`${column}err1`] ?? null) !== null || (row[`${column}err2`] ?? null) !== null
}

const isZeroOrNone = (error: Cell): boolean => error === 0 || error === null

/** An uncertainty of 0 is written as the archive lists it, and set apart, since it is not a measurement. */
const ZERO_ERROR = '<abbr class="zero-error" title="The archive lists an uncertainty of 0, which is not a measurement">'

function errorMarkup(row: Row, column: string, rowNumber: number | undefined): string {
  const upper = row[`${column}err1`] ?? null
  const lower = row[`${column}err2`] ?? null
  if (typeof upper !== 'number' && typeof lower !== 'number') return ''
  const errors = errorsMarkup(upper, lower, column, rowNumber)
  return isZeroOrNone(upper) && isZeroOrNone(lower) ? `${ZERO_ERROR}${errors}</abbr>` : errors
}

/** Both uncertainties of a value, of which at least one is a number. */
function errorsMarkup(upper: Cell, lower: Cell, column: string, rowNumber: number | undefined): string {
  if (typeof upper === 'number' && typeof lower === 'number' && upper === -lower)
    return `<span class="error">\u202f±\u202f${cellMarkup('span', upper, `${column}err1`, rowNumber)}</span>`
  const above =
    typeof upper === 'number' ? `${upper < 0 ? '' : '+'}${cellMarkup('span', upper, `${column}err1`, rowNumber)}` : '+?'
  // A negative number has its sign.
  const below =
    typeof lower === 'number'
      ? `${lower === 0 ? '−' : ''}${cellMarkup('span', lower, `${column}err2`, rowNumber)}`
      : '−?'
  return `<span class="errors"><span>${above}</span> <span>${below}</span></span>`
}

/** A text of the archive, or a number without uncertainties, as listed in the row; a dash if it is missing. */
export function Text({ row, column, rowNumber }: Omit<ValueProps, 'unit'>) {
  const value = row[column] ?? null
  if (value === null || value === '') return jsxTemplate([NONE])
  return (
    <bdi data-column={column} data-row={rowNumber}>
      {digits(value)}
    </bdi>
  )
}
