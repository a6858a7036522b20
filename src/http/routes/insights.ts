import { Elysia } from 'elysia'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'
import { sendListing } from './listing.ts'

const LIST_PATH = ENDPOINTS.list_insights.path

/** `GET /rest/insights` and `GET /rest/insights/{slug}`: results computed by the build. */
export function insightRoutes({ catalog, sender }: HttpContext) {
  return new Elysia()
    .get(
      LIST_PATH,
      handler((request) => {
        const current = catalog()
        return sendListing(sender, request, current, 'insights', (format) => current.insightList(format))
      }),
    )
    .get(
      `${LIST_PATH}/:slug`,
      handler((request) => {
        const current = catalog()
        const slug = decodeSegment(
          rawPath(request.url)
            .slice(LIST_PATH.length + 1)
            .replace(/\/$/, ''),
        )
        return sendListing(sender, request, current, slug, (format) => current.insight(slug, format))
      }),
    )
}
