/** Digits of an integer that a double may be unable to represent. */
const LONG_INTEGER = /[:[,]-?[0-9]{16}/

/** The value of a JSON text; integers beyond ±(2^53 − 1) become strings of their digits, because a number would lose some. */
export function parseExact<Value>(json: string): Value {
  if (!LONG_INTEGER.test(json)) return JSON.parse(json)
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = context?.source
    const isLossy = typeof value === 'number' && !Number.isSafeInteger(value)
    return isLossy && source !== undefined && /^-?[0-9]+$/.test(source) ? source : value
  }
  return JSON.parse(json, exact)
}
