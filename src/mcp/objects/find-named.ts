import type { Resolution } from '../../core/answers/names.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { alternatives, didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { type MatchKind, TABLE_OF_KIND, type TargetKind } from '../../format/name-index.ts'
import { readAnswer } from '../results/read-answer.ts'

/** The planet or star that a name refers to. */
export interface Named {
  /** Its name in this catalog. */
  readonly name: string
  readonly match: Exclude<MatchKind, 'near'>
}

type Match = Resolution['matches'][number]

/** Maximum number of matches considered, and of names that an error suggests. */
const MAX_MATCHES = 20
const MAX_OFFERED = 5

const THING = { planet: 'planet', host: 'star' } as const
const TOOL = { planet: 'get_planet', host: 'get_star' } as const

/**
 * The only planet, or star, with this name in some spelling or as an alias. Throws a CatalogError with similar names if the
 * name better matches another kind of object, is ambiguous, or is unknown: a wrong object would look like a correct result.
 */
export function findNamed(catalog: Catalog, asked: string, kind: TargetKind): Named {
  const { matches, note } = readAnswer<Resolution>(catalog.resolve(asked, MAX_MATCHES))
  const [best] = matches
  if (best === undefined || best.match === 'near') throw unknown(asked, kind, matches, note)
  // A planet letter after a system name: if the system has several stars, the letter can mean a star.
  if (kind === 'planet' && best.kind === kind && best.match === 'alias' && best.via === 'sy_name')
    throw ofSystem(asked, namesOf(matches, kind))
  if (best.kind !== kind) throw ofOtherKind(asked, kind, best, matches)
  const rivals = matches.filter((other) => other.kind === kind && other.match === best.match)
  if (rivals.length > 1) throw ambiguous(asked, kind, rivals)
  return { name: best.name, match: best.match }
}

function namesOf(matches: readonly Match[], kind: TargetKind): string[] {
  return matches.flatMap((match) => (match.kind === kind ? [match.name] : [])).slice(0, MAX_OFFERED)
}

/** Sentences with the hosts of planets whose names do not include the host name; with a leading space. */
function systemsOf(matches: readonly Match[]): string {
  const unlike = matches.filter(({ hostname }) => hostname !== undefined).slice(0, MAX_OFFERED)
  return unlike
    .map(({ name, hostname }) => ` ${name} is a planet of ${hostname}, whose planets get_star lists.`)
    .join('')
}

function unknown(asked: string, kind: TargetKind, near: readonly Match[], note: string | undefined): CatalogError {
  const suggestions = namesOf(near, kind)
  const other = kind === 'planet' ? 'host' : 'planet'
  const others = suggestions.length > 0 ? [] : namesOf(near, other)
  const offered =
    others.length === 0
      ? didYouMean(suggestions)
      : ` Similar names of ${THING[other]}s: ${alternatives(others)} (${TOOL[other]}).`
  const message = `No ${THING[kind]} here has the name ${quoteForMessage(asked)}.${note === undefined ? '' : ` ${note}`}${offered}${systemsOf(near)}`
  return new CatalogError('unknown_name', message, {
    suggestions,
    ...(near.length === 0 ? { see: { kind: 'names', table: TABLE_OF_KIND[kind] } as const } : {}),
  })
}

function ofOtherKind(asked: string, kind: TargetKind, best: Match, matches: readonly Match[]): CatalogError {
  const suggestions = namesOf(
    matches.filter(({ match }) => match !== 'near'),
    kind,
  )
  const what = kind === 'planet' ? 'a star' : 'a planet'
  const next =
    kind === 'planet'
      ? ` ${TOOL.host} describes it and lists its planets, if it has any.`
      : ` ${TOOL.planet} describes it and names its star.`
  const message = `${quoteForMessage(asked)} is ${what}, ${best.name}.${next}`
  const offered =
    suggestions.length === 0 ? '' : ` A ${THING[kind]} with a similar name is ${alternatives(suggestions)}.`
  return new CatalogError('unknown_name', `${message}${offered}`, { suggestions })
}

function ofSystem(asked: string, suggestions: readonly string[]): CatalogError {
  return new CatalogError(
    'unknown_name',
    `No planet or star here has the name ${quoteForMessage(asked)}, but the system with this name has the planet ${alternatives(suggestions)}.`,
    { suggestions },
  )
}

function ambiguous(asked: string, kind: TargetKind, rivals: readonly Match[]): CatalogError {
  const suggestions = rivals.slice(0, MAX_OFFERED).map(({ name }) => name)
  return new CatalogError(
    'unknown_name',
    `${quoteForMessage(asked)} can be any of ${rivals.length} ${THING[kind]}s: ${alternatives(suggestions)}. Call again with one of these names.`,
    { suggestions },
  )
}
