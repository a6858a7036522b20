import { type Argument, bindScalar, type Result } from './bind-functions.ts'
import { SQLITE, type Sqlite } from './sqlite.ts'

/** A decimal number and nothing else. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

const INTEGER_LIMIT = 2n ** 63n

/** Adds what turns numbers to texts and back, and what rounds at a decimal place. Null in gives null out. */
export function addNumberFunctions(sqlite: Sqlite): void {
  const bind = (name: string, count: number, call: (args: readonly Argument[]) => Result): void =>
    bindScalar(sqlite, name, count, (args) => (args.some(({ type }) => type === SQLITE.null) ? null : call(args)))
  bind('to_text', 1, ([value]) => toText(value!))
  bind('to_number', 1, ([value]) => toNumber(value!))
  bind('truncate', 1, ([value]) => placed(value!, 0, Math.trunc))
  bind('truncate', 2, ([value, places]) => placed(value!, places!.number(), Math.trunc))
  bind('round_to', 2, ([value, places]) => placed(value!, places!.number(), roundHalfAway))
}

/** A number as JSON writes it; a text stays as it is. */
function toText(value: Argument): Result {
  return value.type === SQLITE.real ? { text: String(value.number() + 0) } : { text: value.text() }
}

/** The number that a text is as a whole, blanks around it left out; null for other texts. */
function toNumber(value: Argument): Result {
  if (value.type !== SQLITE.text && value.type !== SQLITE.blob) return { same: value }
  const text = value.text().trim()
  if (!NUMBER.test(text)) return null
  if (/^[+-]?\d+$/.test(text)) {
    const integer = BigInt(text.replace(/^\+/, ''))
    if (integer < INTEGER_LIMIT && integer >= -INTEGER_LIMIT) return { integer }
  }
  return Number(text)
}

function roundHalfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

/** The number rounded by `round` at a decimal place; negative places are left of the point. */
function placed(value: Argument, places: number, round: (value: number) => number): Result {
  const number = value.number()
  const digits = Math.trunc(places)
  // Shifting the decimal point in the text does not multiply 0.29 to 28.999999999999996.
  const [mantissa, exponent = '0'] = String(number).split('e')
  const shifted = Number(`${mantissa}e${Number(exponent) + digits}`)
  if (!Number.isFinite(shifted) || Number.isNaN(digits)) return number
  const [whole, power = '0'] = String(round(shifted)).split('e')
  return Number(`${whole}e${Number(power) - digits}`) + 0
}
