/** @jsxImportSource preact */
import { Elysia } from 'elysia'
import type { InsightDescriptor, InsightResult } from '../../core/answers/insight.ts'
import { InsightPage } from '../../pages/insights/insight-page.tsx'
import { INSIGHTS_PATH, InsightsPage } from '../../pages/insights/insights-page.tsx'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment } from '../request/request-url.ts'

/** `GET /insights` and `GET /insights/{slug}`. */
export function insightPages({ page, responder }: PageContext) {
  const slugOf = (path: string) => decodeSegment(path.slice(INSIGHTS_PATH.length + 1).replace(/\/$/, ''))
  return new Elysia()
    .get(
      INSIGHTS_PATH,
      handler(
        page({
          json: () => '/rest/insights',
          answer(visit) {
            rejectParameters(visit.request)
            const list = () => readJson<readonly InsightDescriptor[]>(visit.catalog.insightList())
            return responder.send(visit, { key: 'insights', render: () => <InsightsPage list={list()} /> })
          },
        }),
      ),
    )
    .get(
      `${INSIGHTS_PATH}/:slug`,
      handler(
        page({
          json: ({ path }) => `/rest${path}`,
          answer(visit) {
            rejectParameters(visit.request)
            const slug = slugOf(visit.path)
            const answer = visit.catalog.insight(slug)
            return responder.send(visit, {
              key: `insight|${slug}`,
              render: () => <InsightPage result={readJson<InsightResult>(answer)} />,
            })
          },
        }),
      ),
    )
}
