declare global {
  interface JSON {
    /** A text that JSON.stringify writes unchanged; TypeScript does not declare it yet. */
    rawJSON(text: string): unknown
  }
}

function allDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value
}

/** JSON in which a bigint is written as a number with all its digits. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, allDigits)
}

/** Digits of an integer that a double may not represent. */
const LONG_INTEGER = /[:[,]-?[0-9]{16}/

/** Parses JSON; an integer beyond ±(2^53 − 1) becomes what `read` returns for its digits, or the nearest double if that is undefined. */
function parseLongIntegers(json: string, read: (digits: string, key: string) => unknown): unknown {
  if (!LONG_INTEGER.test(json)) return JSON.parse(json)
  const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = context?.source
    const isLossy = typeof value === 'number' && !Number.isSafeInteger(value)
    return isLossy && source !== undefined && /^-?[0-9]+$/.test(source) ? (read(source, key) ?? value) : value
  }
  return JSON.parse(json, exact)
}

/**
 * Parses a JSON text written by `exactJson`. In the members named in `exactIn`, an integer beyond ±(2^53 − 1) becomes a bigint;
 * elsewhere it becomes the nearest double.
 */
export function parseExactJson(json: string, exactIn: ReadonlySet<string>): unknown {
  return parseLongIntegers(json, (digits, key) => (exactIn.has(key) ? BigInt(digits) : undefined))
}

/** The value of a JSON text; integers beyond ±(2^53 − 1) become strings of their digits, because a number would lose some. */
export function parseExact<Value>(json: string): Value {
  return parseLongIntegers(json, (digits) => digits) as Value
}
