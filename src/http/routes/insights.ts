import { Elysia } from 'elysia'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { detailOf } from '../openapi/operations.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

const LIST_PATH = ENDPOINTS.list_insights.path

/** `GET /rest/insights` and `GET /rest/insights/{slug}`: results that the build computed. */
export function insightRoutes({ catalog, sender }: HttpContext) {
  return new Elysia()
    .get(
      LIST_PATH,
      handler((request) => {
        rejectParameters(request)
        const current = catalog()
        return sender.send(request, current, current.insightList())
      }),
      { detail: detailOf('list_insights') },
    )
    .get(
      `${LIST_PATH}/:slug`,
      handler((request) => {
        rejectParameters(request)
        const current = catalog()
        const slug = decodeSegment(
          rawPath(request.url)
            .slice(LIST_PATH.length + 1)
            .replace(/\/$/, ''),
        )
        return sender.send(request, current, current.insight(slug))
      }),
      { detail: detailOf('get_insight') },
    )
}
