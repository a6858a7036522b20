import { Elysia } from 'elysia'
import type { EndpointList } from '../../core/answers/service.ts'
import { VERSION } from '../../core/version.ts'
import { allTables, type Manifest } from '../../format/manifest.ts'
import { preferredType } from '../../negotiation/media-type.ts'
import { ENDPOINTS, type Endpoint, listedEndpoints } from '../endpoints/endpoints.ts'
import { examplesFor } from '../endpoints/examples.ts'
import { handler } from '../request/handler.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'
import { HOME_SECURITY_POLICY, homePage } from './home-page.ts'

const HTML = 'text/html'
const JSON_TYPE = 'application/json'

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
  } satisfies EndpointList)
}

/** `GET /`: the endpoints, as JSON or as a page for whoever asks for HTML. */
export function homeRoutes({ catalog, sender, hasMcp }: HttpContext) {
  const listed = listedEndpoints(hasMcp)
  const json = perCatalog(({ manifest }) => textAnswer(manifest, 'home|json', JSON_TYPE, homeJson(manifest, listed)))
  const page = perCatalog((current) => {
    const html = homePage(current.manifest, listed, examplesFor(current).requests)
    return textAnswer(current.manifest, 'home|html', `${HTML}; charset=utf-8`, html)
  })
  const ofJson = { ...sender.lifetimes.page, vary: 'Accept' }
  const ofPage = { ...ofJson, securityPolicy: HOME_SECURITY_POLICY }
  return new Elysia().get(
    ENDPOINTS.list_endpoints.path,
    handler((request) => {
      const current = catalog()
      return preferredType(request.headers.get('accept'), [HTML, JSON_TYPE], JSON_TYPE) === HTML
        ? sender.send(request, current, page(current), ofPage)
        : sender.send(request, current, json(current), ofJson)
    }),
  )
}
