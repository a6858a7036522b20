/** The subject of a column, by the archive's prefixes: a planet, its star or system, or anything (undefined). */
function subjectOf(column: string): 'planet' | 'host' | undefined {
  const [prefix] = /^(pl|st|sy)_/i.exec(column) ?? []
  if (prefix === undefined) return undefined
  return prefix.toLowerCase() === 'pl_' ? 'planet' : 'host'
}

/** False for columns with different subjects: a planet's density is no substitute for a star's. */
export function isSameSubject(wanted: string, column: string): boolean {
  const [a, b] = [subjectOf(wanted), subjectOf(column)]
  return a === undefined || b === undefined || a === b
}

const numbersIn = (name: string): string[] => (name.match(/[0-9]+/g) ?? []).map((digits) => digits.replace(/^0+/, ''))

/**
 * Whether two designations can refer to the same object: the numbers of the shorter one are the first numbers of the longer
 * one. Neither KOI-1783.01 nor KOI-7.01 is a spelling of KOI-87.01.
 */
export function isSameDesignation(wanted: string, name: string): boolean {
  const [a, b] = [numbersIn(wanted), numbersIn(name)]
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  return shorter.every((number, i) => number === longer[i])
}
