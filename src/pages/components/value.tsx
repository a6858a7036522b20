/** @jsxImportSource preact */
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

/** A dash for a missing value. */
const NONE = (
  <span class="none">
    <span aria-hidden="true">–</span>
    <span class="unseen">no value</span>
  </span>
)

/**
 * A value as the archive lists it: limit sign, digits, uncertainties, unit. A missing value is a dash. Tables call it as a
 * function, because a page of 50 rows takes a third longer with it as a component.
 */
export function Value({ row, column, unit, rowNumber }: ValueProps) {
  const value = row[column] ?? null
  if (value === null) return NONE
  const sign = limitOf(row, column)
  // Most table values have neither sign, unit nor uncertainty; saving an element matters, since there are hundreds of values.
  if (sign === undefined && unit === undefined && !hasError(row, column))
    return (
      <span class="value" data-column={column} data-row={rowNumber}>
        {digits(value)}
      </span>
    )
  return (
    <span class="value">
      {sign === undefined ? null : (
        <abbr class="limit" title={sign === '<' ? 'upper limit' : 'lower limit'}>
          {sign}
        </abbr>
      )}
      <span data-column={column} data-row={rowNumber}>
        {digits(value)}
      </span>
      {errorsOf(row, column, rowNumber)}
      {unit === undefined ? null : '\u2009'}
      {unit === undefined ? null : Unit({ unit })}
      {zeroErrorOf(row, column, rowNumber)}
    </span>
  )
}

function hasError(row: Row, column: string): boolean {
  return (row[`${column}err1`] ?? null) !== null || (row[`${column}err2`] ?? null) !== null
}

const isZeroOrNone = (error: Cell): boolean => error === 0 || error === null

/** An uncertainty of 0 is not a measurement, so it is stated as text instead of with ±. */
function zeroErrorOf(row: Row, column: string, rowNumber: number | undefined) {
  const [upper, lower] = [row[`${column}err1`] ?? null, row[`${column}err2`] ?? null]
  if ((upper === null && lower === null) || !isZeroOrNone(upper) || !isZeroOrNone(lower)) return null
  return (
    <abbr class="zero-error" title="The archive has 0 as the error, which is not a measurement of it">
      {' (error\u00a0'}
      <span data-column={`${column}${upper === 0 ? 'err1' : 'err2'}`} data-row={rowNumber}>
        0
      </span>
      )
    </abbr>
  )
}

function errorsOf(row: Row, column: string, rowNumber: number | undefined) {
  const upper = row[`${column}err1`] ?? null
  const lower = row[`${column}err2`] ?? null
  if (typeof upper !== 'number' && typeof lower !== 'number') return null
  if (isZeroOrNone(upper) && isZeroOrNone(lower)) return null
  if (typeof upper === 'number' && typeof lower === 'number' && upper === -lower)
    return (
      <span class="error">
        {'\u202f±\u202f'}
        <span data-column={`${column}err1`} data-row={rowNumber}>
          {digits(upper)}
        </span>
      </span>
    )
  return (
    <span class="errors">
      <span>
        {typeof upper === 'number' ? (
          <>
            {upper < 0 ? '' : '+'}
            <span data-column={`${column}err1`} data-row={rowNumber}>
              {digits(upper)}
            </span>
          </>
        ) : (
          '+?'
        )}
      </span>{' '}
      <span>
        {typeof lower === 'number' ? (
          <span data-column={`${column}err2`} data-row={rowNumber}>
            {digits(lower)}
          </span>
        ) : (
          '−?'
        )}
      </span>
    </span>
  )
}

/** A text of the archive, or a number without uncertainties, as listed in the row; a dash if it is missing. */
export function Text({ row, column, rowNumber }: Omit<ValueProps, 'unit'>) {
  const value = row[column] ?? null
  if (value === null || value === '') return NONE
  return (
    <bdi data-column={column} data-row={rowNumber}>
      {digits(value)}
    </bdi>
  )
}
