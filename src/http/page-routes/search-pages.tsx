/** @jsxImportSource preact */
import { Elysia } from 'elysia'
import type { Resolution } from '../../core/answers/names.ts'
import { parseParameters } from '../../core/parameters.ts'
import { objectPath, resolvePath } from '../../pages/components/addresses.ts'
import { MAX_MATCHES, SEARCH_PATH, SearchPage } from '../../pages/search/search-page.tsx'
import { handler } from '../request/handler.ts'
import { readJson } from './read-json.ts'
import { redirect } from './redirect.ts'
import type { PageContext } from './routes.ts'

/** `GET /search?q=`: objects with a name; a unique match redirects to its page. */
export function searchPages({ page, responder, refuse }: PageContext) {
  return new Elysia().get(
    SEARCH_PATH,
    handler(
      page({
        json: ({ query }) => resolvePath(new URLSearchParams(query).get('q') ?? ''),
        answer(visit) {
          let name: string
          try {
            name = parseParameters(visit.query, [{ name: 'q' }]).q?.trim() ?? ''
          } catch (thrown) {
            return refuse(visit, thrown, ({ detail }) => <SearchPage resolution={undefined} problem={detail} />)
          }
          if (name === '')
            return responder.send(visit, { key: 'search', render: () => <SearchPage resolution={undefined} /> })
          // Requests one more than is listed, to detect whether there are more.
          const found = readJson<Resolution>(visit.catalog.resolve(name, MAX_MATCHES + 1))
          const isCut = found.matches.length > MAX_MATCHES
          const resolution = { ...found, matches: found.matches.slice(0, MAX_MATCHES) }
          const same = resolution.matches.filter(({ match }) => match === 'exact' || match === 'spelling')
          const [only] = same
          // A temporary redirect, since the next snapshot may have two objects with this name.
          if (only !== undefined && same.length === 1)
            return redirect(302, visit.site.href(objectPath(only.kind, only.name)))
          return responder.send(visit, {
            key: `search|${name}`,
            render: () => <SearchPage resolution={resolution} isCut={isCut} />,
          })
        },
      }),
    ),
  )
}
