import { foldCase } from '../core/text/fold-case.ts'
import { CONSTELLATIONS } from './constellations.ts'

/** Each Greek letter as the archive abbreviates it, with its other spellings. */
const GREEK: readonly (readonly string[])[] = [
  ['alf', 'alpha', 'alp', 'α'],
  ['bet', 'beta', 'β'],
  ['gam', 'gamma', 'γ'],
  ['del', 'delta', 'δ'],
  ['eps', 'epsilon', 'ε'],
  ['zet', 'zeta', 'ζ'],
  ['eta', 'η'],
  ['tet', 'theta', 'the', 'θ'],
  ['iot', 'iota', 'ι'],
  ['kap', 'kappa', 'κ'],
  ['lam', 'lambda', 'λ'],
  ['mu', 'μ'],
  ['nu', 'ν'],
  ['ksi', 'xi', 'ξ'],
  ['omi', 'omicron', 'ο'],
  ['pi', 'π'],
  ['rho', 'ρ'],
  ['sig', 'sigma', 'σ'],
  ['tau', 'τ'],
  ['ups', 'upsilon', 'υ'],
  ['phi', 'φ'],
  ['chi', 'χ'],
  ['psi', 'ψ'],
  ['ome', 'omega', 'ω'],
]
const GREEK_LETTERS = new Map(GREEK.flatMap((spellings) => spellings.map((spelling) => [spelling, spellings[0]!])))

/** Catalogs of nearby stars with the same numbers. */
const GLIESE = new Set(['gliese', 'gl', 'gj'])

const BY_GENITIVE = new Map(CONSTELLATIONS.flatMap(([short, ...long]) => long.map((genitive) => [genitive, short])))

/** Letters, digits, or one other character that is not a separator. */
const TOKENS = /\p{L}+|\p{N}+|[^\p{L}\p{N}\s\p{Pd}\u2212._]/gu

/** Whether a word is a Greek letter, spelled out or abbreviated. */
export function isGreekLetter(word: string): boolean {
  return GREEK_LETTERS.has(foldCase(word).toLowerCase())
}

function isWord(token: string | undefined): token is string {
  return token !== undefined && /^\p{L}{3,}$/u.test(token)
}

/** A Greek letter and a constellation written as one word, `alphacen`, with the two words. */
const RUN_TOGETHER: ReadonlyMap<string, readonly string[]> = new Map(
  [...GREEK_LETTERS.keys()].flatMap((letter) =>
    CONSTELLATIONS.flat().map((constellation) => [letter + constellation, [letter, constellation]] as const),
  ),
)

function tokensOf(text: string): string[] {
  const folded = foldCase(text.normalize('NFKC')).toLowerCase().replaceAll('\u2019', "'")
  return (folded.match(TOKENS) ?? []).flatMap((token) => RUN_TOGETHER.get(token) ?? [token])
}

function keyOf(tokens: readonly string[]): string {
  return tokens
    .map((token, at) => {
      const next = tokens[at + 1]
      const greek = GREEK_LETTERS.get(token)
      // A Greek letter precedes its constellation, optionally with a number between: `pi Men`, `pi1 Gru`.
      const beyond = next !== undefined && /^\p{N}$/u.test(next) ? tokens[at + 2] : next
      if (greek !== undefined && isWord(beyond)) return greek
      return GLIESE.has(token) && next !== undefined && /^\p{N}/u.test(next) ? 'gj' : token
    })
    .join('')
}

/**
 * The common key of all spellings of a name: without case, blanks, hyphens, dots and underscores, with Greek letters and
 * the Gliese catalog in one form. Different names can share a key.
 */
export function spellingKey(name: string): string {
  return keyOf(tokensOf(name))
}

/** The same key with constellations abbreviated as in the archive: `Epsilon Eridani b` as `eps Eri b`. */
export function abbreviatedKey(name: string): string {
  return keyOf(tokensOf(name).map((token) => BY_GENITIVE.get(token) ?? token))
}
