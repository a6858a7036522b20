const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** True for a decimal number as a whole: digits, optionally with a sign, a decimal point and an exponent; without blanks. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}
