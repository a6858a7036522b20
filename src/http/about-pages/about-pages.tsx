/** @jsxImportSource preact */
import { Elysia } from 'elysia'
import type { ChangeList } from '../../core/answers/changes.ts'
import type { DataFileList } from '../../core/answers/data-files.ts'
import { ABOUT_PATH, AboutPage } from '../../pages/about/about-page.tsx'
import { CHANGES_PATH, ChangesPage } from '../../pages/about/changes-page.tsx'
import { DataPage } from '../../pages/about/data-page.tsx'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler, type RequestHandler } from '../request/handler.ts'
import { prefersHtml } from '../request/html-choice.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { columnPages } from './column-pages.tsx'
import { crawlerRoutes } from './crawler-routes.ts'

/** `GET /changes` and `GET /about`, and the column pages. */
export function aboutPages(context: PageContext) {
  const { page, responder } = context
  return new Elysia()
    .use(columnPages(context))
    .use(crawlerRoutes(context))
    .get(
      CHANGES_PATH,
      handler(
        page({
          json: () => '/rest/changes',
          answer(visit) {
            rejectParameters(visit.request)
            const answer = visit.catalog.changes()
            // This content does not depend on the snapshot alone, so the key of the JSON includes a hash of it.
            return responder.send(visit, {
              key: `page|${answer.key}`,
              render: () => <ChangesPage {...readJson<ChangeList>(answer)} />,
            })
          },
        }),
      ),
    )
    .get(
      ABOUT_PATH,
      handler(
        page({
          json: () => '/health',
          answer(visit) {
            rejectParameters(visit.request)
            return responder.send(visit, { key: 'about', render: () => <AboutPage /> })
          },
        }),
      ),
    )
}

/** `GET /data/` for browsers; programs get the list from `json`. */
export function dataPage({ page, responder }: PageContext): (json: RequestHandler) => RequestHandler {
  const answering = page({
    json: () => '/data/',
    answer(visit) {
      rejectParameters(visit.request)
      return responder.send(visit, {
        key: 'data',
        render: () => <DataPage files={readJson<DataFileList>(visit.catalog.dataFiles()).files} />,
      })
    },
  })
  return (json) => (request) => (prefersHtml(request) ? answering(request) : json(request))
}
