import { Elysia } from 'elysia'
import { findTable } from '../core/catalog/table-list.ts'
import { VERSION } from '../core/version.ts'
import { resultColumns } from '../tap/result-columns/result-columns.ts'
import { aboutPages, dataPage } from './about-pages/about-pages.tsx'
import { archiveRoutes } from './archive-addresses/archive-routes.ts'
import { coneRoutes } from './archive-addresses/cone-search.ts'
import { createEntry, type RecordRequest } from './entry.ts'
import { createFallback } from './fallback.ts'
import { homePage } from './home-page/home-page.tsx'
import { metricsRoutes } from './metrics.ts'
import { comparePages } from './object-pages/compare-pages.tsx'
import { planetPage } from './object-pages/planet-pages.tsx'
import { shareRoutes } from './object-pages/share-routes.ts'
import { starPage } from './object-pages/star-pages.tsx'
import { openapiRoutes } from './openapi/routes.ts'
import { createPageContext, pageRoutes } from './page-routes/routes.ts'
import { orUnknownPage } from './page-routes/unknown-page.ts'
import { plotPages } from './plot-pages/routes.ts'
import { handler, originalOf, type RequestHandler, routable, sentRequest } from './request/handler.ts'
import type { HttpContext } from './response/context.ts'
import { toErrorResponse } from './response/problem.ts'
import { createSender, type SenderOptions } from './response/sender.ts'
import { dataRoutes, exportRoutes } from './routes/exports.ts'
import { functionRoutes } from './routes/functions.ts'
import { guideRoutes } from './routes/guides.ts'
import { changeRoutes, healthRoutes } from './routes/health.ts'
import { homeRoutes } from './routes/home.ts'
import { insightRoutes } from './routes/insights.ts'
import { queryRoutes } from './routes/query.ts'
import { resolveRoutes } from './routes/resolve.ts'
import { schemaRoutes } from './routes/schema.ts'
import { swaggerUiRoutes } from './routes/swagger-ui.ts'
import { tableRoutes } from './routes/tables.ts'
import { createQueries } from './tap/queries.ts'
import { tapRoutes } from './tap/routes.ts'

export interface AppOptions
  extends Omit<HttpContext, 'sender' | 'address' | 'clientOf' | 'hasMcp'>,
    Pick<SenderOptions, 'connections' | 'onLongBody' | 'traffic'> {
  /** As in HttpContext; if absent, the address is unknown. */
  readonly address?: () => string | undefined
  /** As in HttpContext, for a request as the listener received it; if absent, all requests count as one client. */
  readonly clientOf?: (request: Request) => string
  /** Called with the paths of all routes; returns the function that is called for each response. */
  readonly createRecorder?: (paths: readonly string[]) => RecordRequest
  /** Returns the text of `/metrics`; if absent, that path does not exist. */
  readonly metrics?: () => Promise<string>
  /** Handles every method on `/mcp`; if absent, that path does not exist. */
  readonly mcp?: (request: Request) => Promise<Response>
}

/** The service as a function from request to response, for a listener (`fetch`) or a test (`handle`). */
export interface App {
  readonly fetch: RequestHandler
  /** Bytes of the cached bodies. */
  keptBytes(): number
  handle(request: Request): Promise<Response>
  /**
   * The response if the listener itself failed, for example because a body's file cannot be opened: the request is
   * unknown then.
   */
  fail(thrown: unknown): Response
  /** Method and pattern of every route except the fallback for unknown paths. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
}

export function createApp({
  mcp,
  metrics,
  createRecorder,
  connections,
  traffic,
  onLongBody,
  onReceived,
  address = () => undefined,
  clientOf = () => '',
  ...options
}: AppOptions): App {
  const { settings, observe } = options
  let latest: { readonly request: Request; readonly client: string } | undefined
  /** A query needs its client twice in a row, and asking the listener for an address takes 4 µs (measured). */
  const clientOfSent = (request: Request): string => {
    if (latest?.request !== request) latest = { request, client: clientOf(sentRequest(request)) }
    return latest.client
  }
  const sender = createSender({
    settings,
    version: VERSION,
    observe,
    clientOf: clientOfSent,
    ...(traffic === undefined ? {} : { traffic }),
    ...(connections === undefined ? {} : { connections }),
    ...(onLongBody === undefined ? {} : { onLongBody: (request) => onLongBody(sentRequest(request)) }),
  })
  const context: HttpContext = {
    ...options,
    ...(onReceived === undefined ? {} : { onReceived: (request) => onReceived(sentRequest(request)) }),
    address,
    clientOf: clientOfSent,
    hasMcp: mcp !== undefined,
    sender,
  }
  const pages = createPageContext(context)
  const queries = createQueries(context)
  const elysia = new Elysia({ precompile: true })
    .onError(({ error, request }) => toErrorResponse(error, originalOf(request), observe))
    .use(homeRoutes(context, homePage(pages)))
    .use(healthRoutes(context))
    .use(tableRoutes(context))
    .use(schemaRoutes(context))
    .use(queryRoutes(context, (current, sql) => resultColumns(() => queries.translated(current, sql))))
    .use(functionRoutes(context))
    .use(resolveRoutes(context))
    .use(insightRoutes(context))
    .use(exportRoutes(context, { exoplanet: planetPage(pages), stellarhost: starPage(pages) }))
    .use(dataRoutes(context, dataPage(pages)))
    .use(changeRoutes(context))
    .use(tapRoutes(context, queries))
    .use(coneRoutes(context, queries))
    .use(archiveRoutes(context, queries))
    .use(guideRoutes(context))
    .use(swaggerUiRoutes(context))
    .use(openapiRoutes(context))
    .use(pageRoutes(pages))
    .use(comparePages(pages))
    .use(aboutPages(pages))
    .use(shareRoutes(pages))
    .use(plotPages(pages))
  if (metrics !== undefined) elysia.use(metricsRoutes(metrics))
  if (mcp !== undefined) elysia.all('/mcp', handler(mcp), { parse: 'none' })
  const routes = elysia.routes.map(({ method, path }) => ({ method, path }))
  const fallback = createFallback(
    routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    (name) => findTable(context.catalog().manifest, name),
  )
  elysia.all('/*', handler(orUnknownPage(fallback, pages)), { parse: 'none' })
  elysia.compile()
  const route: RequestHandler = (request) =>
    context.sender.sendFromUrlCache(request, options.catalog()) ?? elysia.fetch(routable(request))
  const fetch = createEntry(route, observe, createRecorder?.(routes.map(({ path }) => path)))
  return {
    fetch,
    keptBytes: () => context.sender.keptBytes(options.catalog()),
    handle: async (request) => fetch(request),
    fail: (thrown) => toErrorResponse(thrown, new Request('http://localhost/'), observe),
    routes,
  }
}
