/** @jsxImportSource preact */
import type { Problem } from '../../core/answers/service.ts'
import { Page } from '../frame/page.tsx'
import { SearchBox } from '../frame/search-box.tsx'
import { useSite } from '../frame/site.ts'

/** A page that the reader may have meant. */
export interface Suggestion {
  readonly name: string
  /** Path from the root of the service, encoded. */
  readonly path: string
}

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  404: 'Page not found',
  405: 'Method not allowed',
  406: 'Format not available',
  408: 'Time limit exceeded',
  500: 'Internal error',
  503: 'Service unavailable',
}

export interface FaultPageProps {
  readonly problem: Pick<Problem, 'status' | 'code'>
  /** Description of the error for readers. */
  readonly detail: string
  /** Path of the requested page, encoded. */
  readonly path: string
  /** Text in the search box. */
  readonly query?: string
  /** Pages that the reader may have meant. */
  readonly suggestions?: readonly Suggestion[] | undefined
  /** The page that lists all objects of the requested kind. */
  readonly list?: Suggestion | undefined
}

/** The page that a browser gets if the requested page does not exist or cannot be rendered. */
export function FaultPage({ problem, detail, path, query = '', suggestions = [], list }: FaultPageProps) {
  const { href } = useSite()
  const heading = HEADINGS[problem.status] ?? 'Error'
  return (
    <Page title={heading} description={heading} path={path} isUnlisted>
      <h1>{heading}</h1>
      <p class="message" role="status">
        {detail}
        {problem.status === 404 ? null : <span class="soft"> ({problem.code})</span>}
      </p>
      {suggestions.length === 0 ? null : (
        <section aria-labelledby="meant">
          <h2 id="meant">Did you mean</h2>
          <ul class="plain">
            {suggestions.map((suggestion) => (
              <li key={suggestion.path}>
                <a href={href(suggestion.path)}>{suggestion.name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {problem.status === 404 ? (
        <section aria-labelledby="look">
          <h2 id="look">Search</h2>
          <SearchBox id="look-up" value={query} />
        </section>
      ) : null}
      <ul class="row">
        {list === undefined ? null : (
          <li>
            <a href={href(list.path)}>{list.name}</a>
          </li>
        )}
        <li>
          <a href={href('/')}>Home page</a>
        </li>
      </ul>
    </Page>
  )
}
