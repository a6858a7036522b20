import { distance as editDistance } from 'fastest-levenshtein'
import { keyword, type Token } from './tokens.ts'

/** Keywords for which typing errors are detected; shorter ones are too similar to other words. */
const KEYWORDS = [
  'SELECT',
  'FROM',
  'WHERE',
  'GROUP',
  'ORDER',
  'HAVING',
  'LIMIT',
  'JOIN',
  'BETWEEN',
  'DISTINCT',
  'UNION',
]

const sortedLetters = (word: string): string => [...word].sort().join('')

/** The keyword of which `word` is a typing error: two letters swapped, or one letter wrong, missing or added. */
export function intendedKeyword(word: string): string | undefined {
  const given = word.toUpperCase()
  if (given.length < 3 || KEYWORDS.includes(given)) return undefined
  return KEYWORDS.find(
    (known) =>
      editDistance(given, known) === 1 ||
      (given.length === known.length &&
        editDistance(given, known) === 2 &&
        sortedLetters(given) === sortedLetters(known)),
  )
}

/**
 * The misspelled keyword at the place where SQLite reported the error, or just before it if SQLite treated it as a name.
 * `position` is the character offset of that place.
 */
export function misspelledKeyword(
  tokens: readonly Token[],
  position: number | undefined,
): { readonly advice: string; readonly position: number } | undefined {
  if (position === undefined) return undefined
  const at = tokens.findIndex(({ start }) => start === position)
  for (const token of [tokens[at - 1], tokens[at]]) {
    const intended = intendedKeyword(keyword(token))
    if (token !== undefined && intended !== undefined)
      return { advice: `Did you mean ${intended} in place of "${token.text}"?`, position: token.start }
  }
  return undefined
}
