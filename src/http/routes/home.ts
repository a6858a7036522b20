import { Elysia } from 'elysia'
import type { EndpointList } from '../../core/answers/service.ts'
import { VERSION } from '../../core/version.ts'
import { allTables, type Manifest } from '../../format/manifest.ts'
import { ENDPOINTS, type Endpoint, listedEndpoints, OTHER_SERVICES } from '../endpoints/endpoints.ts'
import { handler, type RequestHandler } from '../request/handler.ts'
import { prefersHtml } from '../request/html-choice.ts'
import { JSON_TYPE } from '../request/media-types.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'

function homeJson(manifest: Manifest, listed: readonly Endpoint[]): string {
  const endpoints = listed.map(
    ({ path, method = 'GET' as const, description }) =>
      ({ method, path, description }) satisfies EndpointList['endpoints'][number],
  )
  return JSON.stringify({
    name: 'exoplanet-catalog',
    version: VERSION,
    tables: [...allTables(manifest).keys()],
    endpoints,
    other_services: OTHER_SERVICES,
  } satisfies EndpointList)
}

/** `GET /`: the endpoints as JSON; `page` handles requests for HTML. */
export function homeRoutes({ catalog, sender, hasMcp }: HttpContext, page: RequestHandler) {
  const listed = listedEndpoints(hasMcp)
  const json = perCatalog(({ manifest }) => textAnswer(manifest, 'home|json', JSON_TYPE, homeJson(manifest, listed)))
  return new Elysia().get(
    ENDPOINTS.list_endpoints.path,
    handler((request) => {
      if (prefersHtml(request)) return page(request)
      const current = catalog()
      return sender.send(request, current, json(current), sender.lifetimes.negotiated)
    }),
  )
}
