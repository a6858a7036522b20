import { distance as editDistance } from 'fastest-levenshtein'

/** Maximum number of names that an error suggests. */
const MAX_SUGGESTIONS = 3

/** Number of characters of a requested name that are compared, so that long requests cost no more than short ones. */
const COMPARED_LENGTH = 64

/** Maximum edits between related names of any length. */
const MAX_EDITS = 4

/** Finds the existing names most similar to an unknown one, best first. */
export type NearestFinder = (wanted: string) => readonly string[]

/** A name in the form used for comparison: without case, and only letters and digits. */
interface Folded {
  readonly plain: string
  readonly squeezed: string
  /** One bit per kind of character in the name, by the last five bits of its code. */
  readonly characters: number
}

function fold(name: string): Folded {
  const plain = name.toLowerCase()
  let characters = 0
  for (let i = 0; i < plain.length; i++) characters |= 1 << (plain.charCodeAt(i) & 31)
  return { plain, squeezed: plain.replace(/[^\p{L}\p{N}]/gu, ''), characters }
}

/** True if two names differ by two neighboring characters that changed places. */
function isSwapped(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** The number of bits set in a 32-bit integer. */
function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * The distance between `name` and `wanted`: 0 if they differ only in case, 0.5 if only in punctuation, and below 1 for a
 * doubled last letter, for a name that is a few characters longer, or for a `wanted` that is longer by an equally short
 * word. Then come names by edits, two swapped letters being one, then names of which one contains the other. Infinity means
 * unrelated.
 */
function distance(wanted: Folded, name: Folded): number {
  if (wanted.plain === name.plain) return 0
  if (wanted.squeezed === name.squeezed && wanted.squeezed !== '') return 0.5
  const more = name.plain.length - wanted.plain.length
  // A letter typed twice; a digit would make a different number.
  if (more === -1 && /[a-z]$/.test(name.plain) && wanted.plain === `${name.plain}${name.plain.at(-1)}`) return 0.6
  if (more <= MAX_EDITS && wanted.plain.length >= MAX_EDITS && name.plain.startsWith(wanted.plain))
    return 0.5 + more / 10
  const isOneMore = name.squeezed.length === wanted.squeezed.length + 1
  if (isOneMore && wanted.squeezed.length >= MAX_EDITS && name.squeezed.startsWith(wanted.squeezed)) return 0.7
  // A planet is named after its host: if hosts are requested, another star's companion needs fewer edits.
  const isShort = more < 0 && -more <= MAX_EDITS && name.plain.length >= MAX_EDITS
  if (isShort && wanted.plain[name.plain.length] === ' ' && wanted.plain.startsWith(name.plain)) return 0.5 - more / 10
  if (more === 0 && isSwapped(wanted.plain, name.plain)) return 1.5
  const mostEdits = Math.min(MAX_EDITS, Math.max(1, Math.floor(wanted.plain.length / 3)))
  // Cheap lower bounds of the number of edits avoid most comparisons: the difference in length, and the characters that
  // only one of the two has, of which one edit can resolve two.
  if (Math.abs(more) <= mostEdits && bitCount(wanted.characters ^ name.characters) <= 2 * mostEdits) {
    const edits = editDistance(wanted.plain, name.plain)
    if (edits <= mostEdits) return edits + 0.5
  }
  const [shorter, longer] = wanted.plain.length < name.plain.length ? [wanted, name] : [name, wanted]
  if (shorter.plain.length < 3 || (shorter.characters & ~longer.characters) !== 0) return Number.POSITIVE_INFINITY
  const { plain: short } = shorter
  const { plain: long } = longer
  const at = long.indexOf(short)
  if (at < 0) return Number.POSITIVE_INFINITY
  // A match at the beginning or end is stronger than one in the middle; among several, the shortest name is the most
  // general.
  const place = at === 0 || at + short.length === long.length ? 0 : 1
  return MAX_EDITS + 1 + place + (long.length - short.length) / 1000
}

/** Whether `name` can be suggested for `wanted` at all, regardless of its distance. */
export type Kinship = (wanted: string, name: string) => boolean

/**
 * Creates a finder over `names`, which are folded once, at the first search; only names with kinship to the requested one
 * are suggested.
 */
export function createNearestFinder(names: readonly string[], isKin: Kinship = () => true): NearestFinder {
  let folded: readonly Folded[] | undefined
  return (wanted) => {
    folded ??= names.map(fold)
    const target = fold(wanted.trim().slice(0, COMPARED_LENGTH))
    if (target.plain === '') return []
    const near: { name: string; distance: number }[] = []
    for (let i = 0; i < names.length; i++) {
      const value = distance(target, folded[i]!)
      if (value !== Number.POSITIVE_INFINITY && isKin(target.plain, names[i]!))
        near.push({ name: names[i]!, distance: value })
    }
    near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    // Drop candidates that are much less similar than the best one.
    const worst = (near[0]?.distance ?? 0) + 1
    return near
      .filter((candidate) => candidate.distance <= worst)
      .slice(0, MAX_SUGGESTIONS)
      .map((candidate) => candidate.name)
  }
}

/** The names most similar to `wanted`, best first, at most MAX_SUGGESTIONS; empty if none is similar. */
export function nearestNames(wanted: string, names: readonly string[], isKin?: Kinship): readonly string[] {
  return createNearestFinder(names, isKin)(wanted)
}
