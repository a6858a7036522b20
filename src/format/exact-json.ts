declare global {
  interface JSON {
    /** A text that JSON.stringify writes as it is; TypeScript does not know it yet. */
    rawJSON(text: string): unknown
  }
}

function allDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value
}

/** JSON in which a bigint is a number with all its digits. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, allDigits)
}

/** Digits of a whole number that a double may not hold. */
const LONG_INTEGER = /[:[,]-?[0-9]{16}/

/**
 * The value of a JSON text as `exactJson` writes it. In the members of the names in `exactIn`, a whole number beyond
 * ±(2^53 − 1) is a bigint again; elsewhere it is the nearest double.
 */
export function parseExactJson(json: string, exactIn: ReadonlySet<string>): unknown {
  if (!LONG_INTEGER.test(json)) return JSON.parse(json)
  const exact = (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const source = context?.source
    const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && exactIn.has(key)
    return isLossy && source !== undefined && /^-?[0-9]+$/.test(source) ? BigInt(source) : value
  }
  return JSON.parse(json, exact)
}
