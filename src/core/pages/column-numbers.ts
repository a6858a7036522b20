import type { PageColumn } from '../ports.ts'
import { cellNumber, type NumberLiteral } from '../table-query/number-literal.ts'
import { quoteForMessage } from '../text/quote-for-message.ts'

/** The bytes of a column's values, one after the other. */
export function fragmentBytes({ fragments }: PageColumn): Buffer {
  return Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength)
}

/**
 * The number of a code, exactly. Throws if the value is not a number: NaN would be neither below nor above any number, so a
 * condition would treat it as equal and match rows that it must not.
 */
export function numberOfCode(table: string, column: PageColumn, code: number, bytes: Buffer): NumberLiteral {
  const json = bytes.toString('latin1', column.offsets[code]!, column.offsets[code + 1]!)
  const value = cellNumber(json)
  if (value === undefined)
    throw new Error(`${table}.${column.name} is read as numbers, but has the value ${quoteForMessage(json)}.`)
  return value
}

/** The distinct values of a numeric column as doubles, ascending, followed by NaN for null. */
export function numbersOf(table: string, column: PageColumn): Float64Array {
  const bytes = fragmentBytes(column)
  const values = new Float64Array(column.distinct + 1)
  for (let code = 0; code < column.distinct; code++) values[code] = Number(numberOfCode(table, column, code, bytes))
  values[column.distinct] = Number.NaN
  return values
}
