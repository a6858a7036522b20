import { CatalogError } from './errors.ts'
import { intendedInteger } from './text/intended-number.ts'
import { nearestNames } from './text/nearest.ts'
import { alternatives, didYouMean, mustBe, quoteForMessage } from './text/quote-for-message.ts'

/** A text parameter of an endpoint; the API description is generated from it as well. */
export interface TextParameter<Name extends string = string> {
  readonly name: Name
  readonly type: 'string'
  /** The value used if the parameter is absent or empty; null if there is none. */
  readonly default: string | null
  readonly required?: boolean
  /** The only accepted values, in lower case; values are compared without case. */
  readonly enum?: readonly string[]
  readonly description: string
  readonly example: string
}

/** An integer parameter: decimal digits, preceded by `-` if negative. */
export interface IntegerParameter<Name extends string = string> {
  readonly name: Name
  readonly type: 'integer'
  readonly default: number
  readonly minimum: number
  /** Larger values are treated as this one. */
  readonly maximum: number
  readonly description: string
  readonly example: number
}

/** A query parameter of a table read or an SQL query, for parsing and for OpenAPI. */
export type Parameter<Name extends string = string> = TextParameter<Name> | IntegerParameter<Name>

/** Decoded values by name. Absent and empty parameters have no entry. */
export type ParameterValues<Name extends string> = { readonly [name in Name]?: string }

/** Decodes the form encoding of one name or value: `+` is a space, `%XX` are bytes of UTF-8. */
function decode(text: string, parameter: string | undefined): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    const broken = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(spaced)?.[0]
    const place = parameter === undefined ? 'A parameter name' : `The value of "${parameter}"`
    const fault = broken
      ? `${place} contains ${quoteForMessage(broken)}: % must be followed by two hexadecimal digits (%25 for a literal percent sign).`
      : `${place} has percent-encoded bytes that are not UTF-8.`
    throw new CatalogError('invalid_parameter', fault, parameter === undefined ? {} : { parameter })
  }
}

/** Whether a name is reserved for caches and trackers. */
function isIgnored(name: string): boolean {
  return name.startsWith('_') || name.startsWith('utm_')
}

function unknownParameter(name: string, allowed: readonly string[]): CatalogError {
  if (name === '') return new CatalogError('unknown_parameter', 'The query string has a value without a name.')
  const suggestions = nearestNames(name, allowed)
  const [only, ...others] = allowed
  const known =
    only === undefined
      ? 'There are no parameters.'
      : others.length === 0
        ? `The only parameter is ${only}.`
        : `Parameters are ${allowed.join(', ')}.`
  return new CatalogError(
    'unknown_parameter',
    `Unknown parameter ${quoteForMessage(name)}.${didYouMean(suggestions)} ${known}`,
    { parameter: name.slice(0, 100), suggestions },
  )
}

/** The rejection of a value. `suggestions` are the valid values that were probably meant, best first. */
export function invalidValue(
  parameter: string,
  wanted: string,
  text: string,
  suggestions: readonly string[] = [],
): CatalogError {
  const message = `${mustBe(parameter, wanted, text)}${didYouMean(suggestions)}`
  return new CatalogError(
    'invalid_parameter',
    message,
    suggestions.length > 0 ? { parameter, suggestions } : { parameter },
  )
}

/** A plain loop: every uncached page looks up each of its parameters, and a callback takes twice as long. */
function indexOf(parameters: readonly { readonly name: string }[], name: string): number {
  for (let i = 0; i < parameters.length; i++) if (parameters[i]!.name === name) return i
  return -1
}

/**
 * Parses a raw query string (without `?`). Only `allowed` parameters are accepted, each at most once. An empty value is
 * treated as absent; parameters whose names begin with `_` or `utm_` are ignored. `onOther` receives every other parameter,
 * decoded; without it, they are rejected as unknown.
 */
export function parseParameters<Name extends string>(
  query: string,
  allowed: readonly { readonly name: Name }[],
  onOther?: (name: string, value: string) => void,
): ParameterValues<Name> {
  const values: { [name in Name]?: string } = {}
  let given = 0 // one bit per allowed parameter
  for (let start = 0; start < query.length; ) {
    let end = query.indexOf('&', start)
    if (end < 0) end = query.length
    if (end > start) {
      let equals = query.indexOf('=', start)
      if (equals < 0 || equals > end) equals = end
      const rawName = query.slice(start, equals)
      let at = indexOf(allowed, rawName)
      if (at < 0) {
        const name = decode(rawName, undefined)
        at = indexOf(allowed, name)
        if (at < 0 && !isIgnored(name)) {
          if (onOther === undefined || name === '')
            throw unknownParameter(
              name,
              allowed.map((parameter) => parameter.name),
            )
          onOther(name, equals + 1 < end ? decode(query.slice(equals + 1, end), name) : '')
        }
      }
      if (at >= 0) {
        const { name } = allowed[at]!
        if (given & (1 << at))
          throw new CatalogError('repeated_parameter', `The parameter "${name}" is repeated; specify it only once.`, {
            parameter: name,
          })
        given |= 1 << at
        if (equals + 1 < end) values[name] = decode(query.slice(equals + 1, end), name)
      }
    }
    start = end + 1
  }
  return values
}

/**
 * The value of an integer parameter. Decimal digits with an optional `-` are accepted: `05` is 5 and `-0` is 0, while `+5`,
 * ` 5`, `1.5`, `1e3` and `0x10` are rejected.
 */
export function integerParameter(spec: IntegerParameter, text: string | undefined): number {
  if (text === undefined) return spec.default
  if (!/^-?[0-9]+$/.test(text)) {
    const intended = intendedInteger(text)
    const isValid = intended !== undefined && Number(intended) >= spec.minimum
    throw invalidValue(spec.name, 'an integer in decimal digits', text, isValid ? [intended] : [])
  }
  const value = Number(text) + 0 // -0 + 0 is 0; digits beyond 2^53 are above every maximum, rounded or not
  if (value < spec.minimum) throw invalidValue(spec.name, `at least ${spec.minimum}`, text)
  return Math.min(value, spec.maximum)
}

/** The value of a parameter that accepts a fixed set of words, in lower case. */
export function wordParameter<Word extends string>(
  spec: Omit<TextParameter, 'default' | 'enum'> & { readonly enum: readonly Word[]; readonly default: NoInfer<Word> },
  text: string | undefined,
): Word {
  if (text === undefined) return spec.default
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return spec.default
  const word = spec.enum.find((candidate) => candidate === wanted)
  if (word !== undefined) return word
  const nearest = nearestNames(wanted, spec.enum)
  const message = `${mustBe(spec.name, alternatives(spec.enum), text)}${didYouMean(nearest)}`
  const suggestions = nearest.length > 0 ? nearest : spec.enum
  throw new CatalogError('invalid_parameter', message, { parameter: spec.name, suggestions })
}
