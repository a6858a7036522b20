import { distance as editDistance } from 'fastest-levenshtein'
import type { Resolver } from '../core/ports.ts'
import { isSameDesignation } from '../core/text/kinship.ts'
import { MATCH_KINDS, type MatchKind } from '../format/name-index.ts'
import { absentCatalog } from './absent-catalogs.ts'
import type { NameIndex } from './name-index.ts'
import { nearEntries } from './near-entries.ts'
import { abbreviatedKey, isGreekLetter, spellingKey } from './spelling.ts'

/** Number of characters of a name that are used, so that long requests cost no more than short ones. */
const MAX_NAME_LENGTH = 200

/** Maximum additional distance of candidates: those much less similar than the best one are dropped. */
const NEAR_SPREAD = 1

/** A possible target of a name, ranked by kind of match, then by distance. */
interface Candidate {
  readonly target: number
  readonly match: MatchKind
  readonly entry: number
  readonly distance: number
}

/** A host name followed by a planet letter: `Proxima b`, `HD209458b`. */
const HOST_AND_LETTER = /^(.*[^\s_.-])[\s_.-]*([b-z])$/is
/** Stars have uppercase letters, planets lowercase ones. */
const STAR_LETTER = /[B-Z]$/
/** The first star of a system, if the archive uses the system's name for it. */
const FIRST_COMPONENT = /^(.*[^\s_.-])[\s_.-]*a$/is

/** Words after a name that are not part of it: `Kapteyn's star`, `TRAPPIST-1 system`. */
const KIND_OF_OBJECT = /(?:['\u2019]s?)?\s+(?:star|system)(?=(?:\s+[b-z])?$)/i

/** Words that can stand for the whole name of a star: without numbers, and too long for an abbreviation. */
const FIRST_WORDS = /^\p{L}{4,}(?:[\s\p{Pd}]\p{L}+)*$/u

/** A name in quotation marks, as it is copied from SQL or JSON. */
const QUOTED = /^(["'`\u201c\u2018\u00ab])\s*(.+?)\s*["'`\u201d\u2019\u00bb]$/s

/** Computes the key of a name; the second kind has constellations abbreviated. */
type KeyOf = (name: string) => string

/** Entries with a spelling of the name. */
function spelledEntries(index: NameIndex, name: string, keyOf: KeyOf): readonly number[] {
  const key = keyOf(name)
  if (key === '') return []
  const [from, to] = index.range(Buffer.from(key))
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function spelled(index: NameIndex, name: string, keyOf: KeyOf): Candidate[] {
  return spelledEntries(index, name, keyOf).map((entry) => {
    const text = index.text(entry)
    const match = !index.isPrimary(entry) ? 'alias' : text === name ? 'exact' : 'spelling'
    return { target: index.entryTargets[entry]!, match, entry, distance: editDistance(text, name) }
  })
}

/** Planets designated by any name of their host and their letter. */
function byLetter(index: NameIndex, name: string, keyOf: KeyOf): Candidate[] {
  const [, head = '', letter = ''] = HOST_AND_LETTER.exec(name) ?? []
  const code = letter.toLowerCase().codePointAt(0)
  return spelledEntries(index, head, keyOf).flatMap((entry): Candidate[] => {
    const host = index.entryTargets[entry]!
    if (!index.isHost(host)) return []
    const planets = index.planetsOf(host).filter((planet) => index.targetLetters[planet] === code)
    const distance = editDistance(index.text(entry), head)
    return planets.map((target) => ({ target, match: 'alias', entry, distance }))
  })
}

/** The host designated as its system's first component. */
function byComponent(index: NameIndex, name: string, keyOf: KeyOf): Candidate[] {
  const [, head = ''] = FIRST_COMPONENT.exec(name) ?? []
  return spelledEntries(index, head, keyOf).flatMap((entry): Candidate[] => {
    const target = index.entryTargets[entry]!
    if (!index.isHost(target)) return []
    return [{ target, match: 'alias', entry, distance: editDistance(index.text(entry), head) }]
  })
}

/** Hosts whose name continues after these words with other words, not with a number: `Proxima Cen` after `Proxima`. */
function hostsGoingOn(index: NameIndex, words: string): readonly number[] {
  if (!FIRST_WORDS.test(words) || isGreekLetter(words)) return []
  const key = spellingKey(words)
  const goesOn = (text: string): boolean =>
    [...text.matchAll(/[\s\p{Pd}'\u2019]/gu)].some(
      ({ index: at }) => spellingKey(text.slice(0, at)) === key && !/\p{N}/u.test(text.slice(at)),
    )
  const [from, to] = index.range(Buffer.from(key), true)
  return Array.from({ length: to - from }, (_, at) => from + at).filter(
    (entry) => index.isHost(index.entryTargets[entry]!) && goesOn(index.text(entry)),
  )
}

/** The only host with a name that begins with these words, or its planet; if there are several, all of them are near matches. */
function byFirstWords(index: NameIndex, name: string): Candidate[] {
  const [, head = '', letter = ''] = HOST_AND_LETTER.exec(name) ?? []
  const code = letter.toLowerCase().codePointAt(0)
  const asPlanets = hostsGoingOn(index, head).flatMap((entry) =>
    index
      .planetsOf(index.entryTargets[entry]!)
      .flatMap((target) => (index.targetLetters[target] === code ? [{ target, entry }] : [])),
  )
  const found = [
    ...hostsGoingOn(index, name).map((entry) => ({ target: index.entryTargets[entry]!, entry })),
    ...asPlanets,
  ]
  const match = new Set(found.map(({ target }) => target)).size === 1 ? 'alias' : 'near'
  return found.map(({ target, entry }) => ({ target, match, entry, distance: editDistance(index.text(entry), name) }))
}

/** The planets of a host that is named with the letter of a nonexistent planet: better suggestions than similar names. */
function byHostAlone(index: NameIndex, name: string): Candidate[] {
  const [, head = ''] = HOST_AND_LETTER.exec(name) ?? []
  return spelledEntries(index, head, abbreviatedKey).flatMap((entry): Candidate[] => {
    const host = index.entryTargets[entry]!
    if (!index.isHost(host)) return []
    return [...index.planetsOf(host), host].map((target) => {
      const distance = editDistance(index.target(target).name, name)
      return { target, match: 'near', entry, distance }
    })
  })
}

function near(index: NameIndex, name: string): Candidate[] {
  const isRelated = (entry: number): boolean => isSameDesignation(name, index.text(entry))
  const keys = new Set([spellingKey(name), abbreviatedKey(name)])
  const found = [...keys].flatMap((key) => nearEntries(index, key, isRelated))
  const least = found.reduce((best, { distance }) => Math.min(best, distance), Number.POSITIVE_INFINITY)
  return found
    .filter(({ distance }) => distance <= least + NEAR_SPREAD)
    .map(({ entry, distance }) => ({ target: index.entryTargets[entry]!, match: 'near', entry, distance }))
}

/** The best candidate of each target, in response order. */
function ranked(index: NameIndex, candidates: readonly Candidate[]): readonly Candidate[] {
  const compare = (a: Candidate, b: Candidate): number =>
    MATCH_KINDS.indexOf(a.match) - MATCH_KINDS.indexOf(b.match) ||
    a.distance - b.distance ||
    // The archive's own names first, then in the order of the targets: planets first, by name.
    Number(index.isPrimary(b.entry)) - Number(index.isPrimary(a.entry)) ||
    a.target - b.target ||
    a.entry - b.entry
  const best = new Map<number, Candidate>()
  for (const candidate of candidates.toSorted(compare))
    if (!best.has(candidate.target)) best.set(candidate.target, candidate)
  return [...best.values()]
}

/** Creates a resolver that uses an index. */
export function createResolver(index: NameIndex): Resolver {
  const candidatesFor = (asked: string, isWanted: (target: number) => boolean): readonly Candidate[] => {
    const name = asked.trim().slice(0, MAX_NAME_LENGTH)
    const bare = name.replace(KIND_OF_OBJECT, '')
    const [, , unquoted] = QUOTED.exec(name) ?? []
    // The methods are tried from strict to lenient, until one finds a target.
    const named = (keyOf: KeyOf, words = name): readonly Candidate[] => {
      const found = spelled(index, words, keyOf).filter(({ target }) => isWanted(target))
      // `alf Cen B` is a star, not the planet b of a star in the system.
      const isStar = STAR_LETTER.test(words) && found.some(({ target }) => index.isHost(target))
      return isStar ? found : [...found, ...byLetter(index, words, keyOf)]
    }
    const ways: readonly (() => readonly Candidate[])[] = [
      () => named(spellingKey),
      () => named(abbreviatedKey),
      () =>
        unquoted === undefined
          ? []
          : named(abbreviatedKey, unquoted).map((found) =>
              found.match === 'exact' ? { ...found, match: 'spelling' as const } : found,
            ),
      () => byComponent(index, name, abbreviatedKey),
      () => (bare === name ? [] : named(abbreviatedKey, bare).map((found) => ({ ...found, match: 'alias' as const }))),
      () => byFirstWords(index, name),
      () => byHostAlone(index, bare),
      () => near(index, name),
    ]
    for (const way of ways) {
      const found = way().filter(({ target }) => isWanted(target))
      if (found.length > 0) return ranked(index, found)
    }
    return []
  }
  /** The host of a planet whose name does not begin with the host name. */
  const hostOf = (target: number): { hostname?: string } => {
    const host = index.targetHosts[target]!
    if (index.isHost(target) || host >= index.targets) return {}
    const hostname = index.target(host).name
    return index.target(target).name.startsWith(hostname) ? {} : { hostname }
  }
  return {
    resolve(name, limit, kind) {
      const isWanted = (target: number): boolean => kind === undefined || index.isHost(target) === (kind === 'host')
      return candidatesFor(name, isWanted)
        .slice(0, limit)
        .map(({ target, match, entry }) => ({
          ...index.target(target),
          match,
          via: index.vias[index.entryVias[entry]!]!,
          ...(match === 'near' ? hostOf(target) : {}),
        }))
    },
    absentCatalog: (name) => absentCatalog(name, index.vias),
    beginning(text, kind, limit) {
      const keys = [spellingKey, abbreviatedKey].map((keyOf) => keyOf(text.trim().slice(0, MAX_NAME_LENGTH)))
      const targets = new Set<number>()
      // A text without letters and digits matches no name, but an empty text matches all.
      if (text.trim() === '' || keys.some((key) => key !== ''))
        for (const key of new Set(keys)) {
          const [from, to] = index.range(Buffer.from(key), true)
          for (let entry = from; entry < to; entry += 1) {
            const target = index.entryTargets[entry]!
            if (index.isHost(target) === (kind === 'host')) targets.add(target)
          }
        }
      // Targets are numbered in the order of their names.
      const values = [...targets].sort((a, b) => a - b).slice(0, limit)
      return { values: values.map((target) => index.target(target).name), total: targets.size }
    },
    systemOf(name) {
      const [best] = candidatesFor(name, () => true)
      if (best === undefined || best.match === 'near') return undefined
      const host = index.targetHosts[best.target]!
      const targets = [host, ...index.planetsOf(host)]
      const names = new Map(targets.map((target) => [target, new Set<string>()]))
      for (let entry = 0; entry < index.entries; entry += 1)
        names.get(index.entryTargets[entry]!)?.add(index.text(entry))
      const named = (target: number) => ({ name: index.target(target).name, aliases: [...names.get(target)!].sort() })
      return { resolved: index.target(best.target).name, host: named(host), planets: targets.slice(1).map(named) }
    },
    suggest(name, kind, limit) {
      const candidates = candidatesFor(name, () => true)
      const ofKind = candidates.flatMap(({ target }) => {
        if (index.isHost(target) === (kind === 'host')) return [target]
        return kind === 'host' ? [index.targetHosts[target]!] : index.planetsOf(target)
      })
      return [...new Set(ofKind)].slice(0, limit).map((target) => index.target(target).name)
    },
  }
}
