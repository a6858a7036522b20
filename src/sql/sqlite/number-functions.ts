import { isDecimal } from '../../core/text/decimal.ts'
import { type Argument, bindScalar, type Result } from './bind-functions.ts'
import { SQLITE, type Sqlite } from './sqlite.ts'

const INTEGER_LIMIT = 2n ** 63n

/** Adds functions that convert numbers to texts and back, and that round at a decimal place. They return null for null. */
export function addNumberFunctions(sqlite: Sqlite): void {
  const bind = (name: string, count: number, call: (args: readonly Argument[]) => Result): void =>
    bindScalar(sqlite, name, count, (args) => (args.some(({ type }) => type === SQLITE.null) ? null : call(args)))
  bind('to_text', 1, ([value]) => toText(value!))
  bind('to_number', 1, ([value]) => toNumber(value!))
  bind('truncate', 1, ([value]) => placed(value!, 0, Math.trunc))
  bind('truncate', 2, ([value, places]) => placed(value!, places!.number(), Math.trunc))
  bind('round_to', 2, ([value, places]) => placed(value!, places!.number(), roundHalfAway))
}

/** A number in its JSON form; a text is returned unchanged. */
function toText(value: Argument): Result {
  return value.type === SQLITE.real ? { text: String(value.number() + 0) } : { text: value.text() }
}

/** The number that a whole text denotes, ignoring blanks around it; null for other texts. */
function toNumber(value: Argument): Result {
  if (value.type !== SQLITE.text && value.type !== SQLITE.blob) return { same: value }
  const text = value.text().trim()
  if (!isDecimal(text)) return null
  if (/^[+-]?\d+$/.test(text)) {
    const integer = BigInt(text.replace(/^\+/, ''))
    if (integer < INTEGER_LIMIT && integer >= -INTEGER_LIMIT) return { integer }
  }
  return Number(text)
}

function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

/** The number rounded with `round` at a decimal place; negative places are left of the decimal point. */
function placed(value: Argument, places: number, round: (value: number) => number): Result {
  const number = value.number()
  const digits = Math.trunc(places)
  // Shifting the decimal point in the text avoids products such as 0.29 × 100 = 28.999999999999996.
  const [mantissa, exponent = '0'] = String(number).split('e')
  const shifted = Number(`${mantissa}e${Number(exponent) + digits}`)
  if (!Number.isFinite(shifted) || Number.isNaN(digits)) return number
  const [whole, power = '0'] = String(round(shifted)).split('e')
  return Number(`${whole}e${Number(power) - digits}`) + 0
}
