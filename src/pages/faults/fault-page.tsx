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
  400: 'This cannot be shown',
  404: 'There is no such page',
  405: 'This page can only be read',
  406: 'Not in this format',
  408: 'That took too long',
  500: 'Something went wrong',
  503: 'Not now',
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
  const heading = HEADINGS[problem.status] ?? 'This did not work'
  return (
    <Page title={heading} description={heading} path={path} isUnlisted>
      <h1>{heading}</h1>
      <p class="message" role="status">
        {detail}
        {problem.status === 404 ? null : <span class="soft"> ({problem.code})</span>}
      </p>
      {suggestions.length === 0 ? null : (
        <section aria-labelledby="meant">
          <h2 id="meant">Perhaps you meant</h2>
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
          <h2 id="look">Look it up</h2>
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
