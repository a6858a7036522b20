import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, truncate } from '../../core/text/quote-for-message.ts'
import type { Call, Expression } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { ValueType } from '../columns/value-type.ts'
import { AGGREGATE_NAMES } from './aggregates.ts'
import { clockValue } from './dates.ts'
import { FUNCTIONS } from './function-definitions.ts'
import type { Frame } from './session.ts'
import { SKY_FUNCTIONS } from './sky.ts'
import { asNumber, asText, type Value } from './value.ts'

/** A call with its arguments translated. */
export interface Arguments {
  readonly frame: Frame
  readonly name: string
  readonly values: readonly Value[]
  readonly position: number
  /** SQL of an argument converted to a number or a text. */
  number(i: number): string
  text(i: number): string
}

/** A plain function: the number of its arguments, and its translation. */
export interface Definition {
  readonly min: number
  readonly max: number
  readonly translate: (call: Arguments) => { readonly sql: string; readonly type: ValueType }
}

const ALL_NAMES: readonly string[] = [...Object.keys(FUNCTIONS), ...AGGREGATE_NAMES, ...SKY_FUNCTIONS, 'CAST']

const ADVICE: Readonly<Record<string, string>> = {
  REGION: "Write CIRCLE('ICRS', longitude, latitude, radius), BOX or POLYGON.",
  DATEADD: "Write date + INTERVAL '1' DAY.",
  DATE_TRUNC: 'Write SUBSTR(date, 1, 4) for the year, 7 for the month.',
  STRFTIME: "Write TO_CHAR(date, 'YYYY-MM-DD') or EXTRACT(YEAR FROM date).",
  IF: 'Write CASE WHEN condition THEN value ELSE value END.',
  IIF: 'Write CASE WHEN condition THEN value ELSE value END.',
  REGEXP: "Write REGEXP_LIKE(text, 'pattern').",
}

/** Translates a call of a plain function; throws a Fault with the most similar names. */
export function functionCall(frame: Frame, call: Call, read: (argument: Expression) => Value): Value {
  const { name, position, args } = call
  const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : undefined
  if (definition === undefined) {
    const clock = args.length === 0 ? clockValue(frame.session, name, position) : undefined
    if (clock !== undefined) return clock
    throw unknownFunction(name, position)
  }
  if (args.length < definition.min || args.length > definition.max)
    throw wrongCount(name, definition, args.length, position)
  const values = args.map(read)
  const purpose = `in ${name}`
  const translated = definition.translate({
    frame,
    name,
    values,
    position,
    number: (i) => asNumber(values[i]!, frame.session.warn, purpose),
    text: (i) => asText(values[i]!, purpose),
  })
  return { ...translated, position }
}

function unknownFunction(name: string, position: number): Fault {
  const near = nearestNames(name, ALL_NAMES)
  const advice = Object.hasOwn(ADVICE, name) ? ` ${ADVICE[name]}` : didYouMean(near)
  return new Fault('unknown_function', `Unknown function ${truncate(name)}().${advice}`, position, near)
}

function wrongCount(name: string, { min, max }: Definition, count: number, position: number): Fault {
  const range = min === max ? String(min) : max === 100 ? `${min} or more` : `${min} to ${max}`
  return new Fault(
    'invalid_sql',
    `${name} needs ${range} ${range === '1' ? 'argument' : 'arguments'}, not ${count}.`,
    position,
  )
}
