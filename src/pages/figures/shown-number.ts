/** A derived number with as many digits as it deserves: three. */
export function shownNumber(value: number): string {
  if (value === 0) return '0'
  const rounded = Number(value.toPrecision(3))
  const size = Math.abs(rounded)
  return size >= 1e5 || size < 1e-4 ? rounded.toExponential().replace('e+', 'e') : String(rounded)
}

/** A place in a picture, in tenths of a unit. */
export function place(value: number): number {
  return Math.round(value * 10) / 10
}
