/** No number that people write is longer. */
const MAX_CHARS = 60

const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * The number that a text in another notation means, in plain notation: for a text with blanks, a plus sign, a typographic
 * minus sign, or separators between thousands. Undefined if there is none.
 */
export function intendedNumber(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined
  const [, sign = '', rest = ''] = /^([+\-\u2212\u2013]?)\s*(.*)$/.exec(text.trim()) ?? []
  const digits = rest.replaceAll(/(?<=\d)[,_'\s](?=\d{3}(?!\d))/g, '')
  if (!NUMBER.test(digits) || !Number.isFinite(Number(digits))) return undefined
  return sign === '' || sign === '+' ? digits : `-${digits}`
}

/** As `intendedNumber`, but only if the number is an integer: `1e3` and `5.0` mean 1000 and 5. */
export function intendedInteger(text: string): string | undefined {
  const value = Number(intendedNumber(text) ?? Number.NaN)
  return Number.isSafeInteger(value) ? String(value + 0) : undefined
}

const FLAGS: Readonly<Record<'0' | '1', readonly string[]>> = {
  '1': ['true', 'yes', 'on', 't', 'y'],
  '0': ['false', 'no', 'off', 'f', 'n'],
}

/** The flag, 1 or 0, that a word such as `true` or `no` means; undefined if there is none. */
export function intendedFlag(text: string): '0' | '1' | undefined {
  const word = text.trim().toLowerCase()
  return (['1', '0'] as const).find((flag) => FLAGS[flag].includes(word) || Number(word || Number.NaN) === Number(flag))
}
