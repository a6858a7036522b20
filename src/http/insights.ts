import { Elysia } from 'elysia'
import type { HttpContext } from './context.ts'
import { handler } from './handler.ts'
import { decodeSegment, rawPath } from './request-url.ts'

const LIST_PATH = '/rest/insights'

/** `GET /rest/insights` and `GET /rest/insights/{slug}`: results that the build computed. */
export function insightRoutes({ catalog, sender }: HttpContext) {
  return new Elysia()
    .get(
      LIST_PATH,
      handler((request) => {
        const current = catalog()
        return sender.send(request, current.manifest, current.insightList())
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
        return sender.send(request, current.manifest, current.insight(slug))
      }),
    )
}
