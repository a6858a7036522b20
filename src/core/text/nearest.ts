import { distance as editDistance } from 'fastest-levenshtein'

/** How many names an error offers at most. */
const MAX_SUGGESTIONS = 3

/** Of a wanted name only this many characters are compared, so that a long request costs no more than a short one. */
const COMPARED_LENGTH = 64

/** Edits beyond which two names have nothing to do with each other, whatever their length. */
const MAX_EDITS = 4

/** Finds the real names nearest to one that does not exist, best first. */
export type NearestFinder = (wanted: string) => readonly string[]

/** A name as it is compared: without case, and without anything but letters and digits. */
interface Folded {
  readonly plain: string
  readonly squeezed: string
  /** One bit per kind of character that occurs, by the last five bits of its code. */
  readonly characters: number
}

function fold(name: string): Folded {
  const plain = name.toLowerCase()
  let characters = 0
  for (let i = 0; i < plain.length; i++) characters |= 1 << (plain.charCodeAt(i) & 31)
  return { plain, squeezed: plain.replace(/[^\p{L}\p{N}]/gu, ''), characters }
}

/** How many bits are set in a 32-bit number. */
function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * How far `name` is from `wanted`: 0 for the same but for case, 0.5 for the same but for punctuation, below 1 for a doubled last letter, a name
 * that goes on for a few characters, or after which `wanted` goes on with a word as short, then by edits, then names of
 * which one contains the other. Infinity means unrelated.
 */
function distance(wanted: Folded, name: Folded): number {
  if (wanted.plain === name.plain) return 0
  if (wanted.squeezed === name.squeezed && wanted.squeezed !== '') return 0.5
  const more = name.plain.length - wanted.plain.length
  // A letter typed twice; a digit would be another number.
  if (more === -1 && /[a-z]$/.test(name.plain) && wanted.plain === `${name.plain}${name.plain.at(-1)}`) return 0.6
  if (more <= MAX_EDITS && wanted.plain.length >= MAX_EDITS && name.plain.startsWith(wanted.plain))
    return 0.5 + more / 10
  const isOneMore = name.squeezed.length === wanted.squeezed.length + 1
  if (isOneMore && wanted.squeezed.length >= MAX_EDITS && name.squeezed.startsWith(wanted.squeezed)) return 0.7
  // A planet is called after its host: where hosts are asked for it, another star's companion is nearer by edits.
  const isShort = more < 0 && -more <= MAX_EDITS && name.plain.length >= MAX_EDITS
  if (isShort && wanted.plain[name.plain.length] === ' ' && wanted.plain.startsWith(name.plain)) return 0.5 - more / 10
  const mostEdits = Math.min(MAX_EDITS, Math.max(1, Math.floor(wanted.plain.length / 3)))
  // Lower bounds of the edits that cost next to nothing spare most of the comparisons: the difference in length, and the
  // characters that only one of both has, of which an edit can settle two.
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
  // A whole beginning or end says more than a part in the middle; of several, the shortest name is the plain one.
  const place = at === 0 || at + short.length === long.length ? 0 : 1
  return MAX_EDITS + 1 + place + (long.length - short.length) / 1000
}

/** Tells whether `name` can be offered for `wanted` at all, however near it is. */
export type Kinship = (wanted: string, name: string) => boolean

/** A finder over `names`, which are folded once, at the first question; of these, only kin of the wanted name are offered. */
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
    // Beside a near miss, a far one only distracts.
    const worst = (near[0]?.distance ?? 0) + 1
    return near
      .filter((candidate) => candidate.distance <= worst)
      .slice(0, MAX_SUGGESTIONS)
      .map((candidate) => candidate.name)
  }
}

/** The names nearest to `wanted`, best first, at most MAX_SUGGESTIONS; empty where nothing is near. */
export function nearestNames(wanted: string, names: readonly string[], isKin?: Kinship): readonly string[] {
  return createNearestFinder(names, isKin)(wanted)
}
