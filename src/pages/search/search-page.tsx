/** @jsxImportSource preact */
import type { Resolution } from '../../core/answers/names.ts'
import type { MatchKind } from '../../format/name-index.ts'
import { objectPath, queryString, resolvePath } from '../components/addresses.ts'
import { planetListPath } from '../frame/navigation.ts'
import { Page } from '../frame/page.tsx'
import { SearchBox } from '../frame/search-box.tsx'
import { useSite } from '../frame/site.ts'

export const SEARCH_PATH = '/search'

/** Maximum number of listed matches. */
export const MAX_MATCHES = 50

const HOW: Readonly<Record<MatchKind, string>> = {
  exact: 'this exact name',
  spelling: 'the same name in another spelling',
  alias: 'another name of it',
  near: 'a similar name',
}

const KINDS = { planet: 'planet', host: 'host star' } as const

const EXAMPLES = ['51 Peg b', 'HD209458b', 'trappist 1', 'Proxima Cen b', 'kepler22b']

export interface SearchPageProps {
  readonly resolution: Resolution | undefined
  /** True if there are more matches than are listed. */
  readonly isCut?: boolean
  /** Why the request is invalid. */
  readonly problem?: string | undefined
}

function matchesInWords(count: number, isCut: boolean): string {
  if (isCut) return `The best ${count} matches`
  return count === 1 ? 'One match' : `${count} matches`
}

/** The matches of a name; only the form if there is no name. */
export function SearchPage({ resolution, isCut = false, problem }: SearchPageProps) {
  const { href } = useSite()
  const query = resolution?.query ?? ''
  return (
    <Page
      title={query === '' ? 'Search' : `Search: ${query}`}
      description="Look up a planet or its host star by any of its names, in any spelling."
      path={SEARCH_PATH}
      isUnlisted={query !== '' || problem !== undefined}
      {...(query === '' ? {} : { json: resolvePath(query) })}
    >
      <h1>Search</h1>
      {problem === undefined ? null : (
        <p class="message" role="alert">
          {problem}
        </p>
      )}
      <SearchBox id="name" value={query} />
      {resolution === undefined ? (
        <p>
          Names are found in any spelling, and by aliases:{' '}
          {EXAMPLES.map((example, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={href(`${SEARCH_PATH}${queryString([['q', example]])}`)}>{example}</a>
            </>
          ))}
          .
        </p>
      ) : (
        <Matches {...resolution} isCut={isCut} />
      )}
    </Page>
  )
}

function Matches({ query, matches, note, isCut }: Resolution & { readonly isCut: boolean }) {
  const { href, manifest } = useSite()
  if (matches.length === 0)
    return (
      <p class="message" role="status">
        No planet or star of the archive has a similar name. {note === undefined ? '' : `${note} `}You can filter the{' '}
        <a href={href(planetListPath(manifest))}>table of planets</a> by a part of a name. Questions such as which
        planets are the smallest or the nearest are answered by the <a href={href('/insights')}>insights</a>.
      </p>
    )
  const planetsPath = planetListPath(manifest)
  const isFound = matches.some(({ match }) => match !== 'near')
  return (
    <>
      <p role="status">
        {isFound ? '' : 'No planet or star has exactly this name. '}
        {note === undefined ? '' : `${note} `}
        {matchesInWords(matches.length, isCut)}, best first:
      </p>
      {isCut ? (
        <p>
          The tables have more: all{' '}
          <a href={href(`${planetsPath}${planetsPath.includes('?') ? '&' : '?'}filter=${encodeURIComponent(query)}`)}>
            planets whose names contain “{query}”
          </a>
          , and all <a href={href(`/stellarhosts${queryString([['filter', query]])}`)}>rows of such hosts</a>.
        </p>
      ) : null}
      <ol class="matches">
        {matches.map(({ kind, name, match, via, hostname }) => (
          <li key={`${kind} ${name}`}>
            <a href={href(objectPath(kind, name))}>{name}</a>{' '}
            <span class="soft">
              {KINDS[kind]}; {HOW[match]}
              {match === 'alias' ? ` (${via})` : ''}
              {hostname === undefined ? null : (
                <>
                  ; its star is <a href={href(objectPath('host', hostname))}>{hostname}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
