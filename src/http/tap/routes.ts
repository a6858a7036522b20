import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { listed } from '../../core/text/quote-for-message.ts'
import { handler } from '../request/handler.ts'
import { pathStart, rawPath } from '../request/request-url.ts'
import { preflightResponse, READ_METHODS } from '../response/common-headers.ts'
import type { HttpContext } from '../response/context.ts'
import { methodNotAllowed } from '../response/method-not-allowed.ts'
import { documentAt, TAP_RESOURCES } from './documents.ts'
import { tapFault } from './fault.ts'
import { createJobAddresses, JOB_METHODS } from './jobs.ts'
import { requestParameters } from './parameters.ts'
import type { Queries } from './queries.ts'
import { createExecute } from './run-job.ts'
import { readTapQuery } from './tap-request.ts'

/** The same service under both spellings. */
const ROOTS = ['/tap', '/TAP'] as const
const QUERY_METHODS = [...READ_METHODS, 'POST'] as const

/** Table access for the tools of the Virtual Observatory. */
export function tapRoutes(context: HttpContext, { tablesOf, translated, answer: answerQuery }: Queries) {
  const { catalog, observe, onReceived, sender, settings } = context
  const { jobs } = context
  jobs?.start(createExecute(catalog, translated))
  const answerJob = jobs === undefined ? undefined : createJobAddresses(context, jobs)
  const resources = TAP_RESOURCES.filter((name) => name !== 'async' || jobs !== undefined)

  const answer = async (request: Request, root: string): Promise<Response> => {
    // Clients append a slash to a URL that already ends with one.
    const path = rawPath(request.url).slice(root.length).replaceAll(/\/+/g, '/').replace(/^\//, '').replace(/\/$/, '')
    const isQuery = path === 'sync'
    const jobPath = answerJob === undefined ? undefined : /^async(?:\/(.*))?$/s.exec(path)
    const methods = isQuery ? QUERY_METHODS : jobPath != null ? JOB_METHODS : READ_METHODS
    if (request.method === 'OPTIONS') return preflightResponse(methods)
    if (!(methods as readonly string[]).includes(request.method)) throw methodNotAllowed(request, methods)
    const unknownPath = () =>
      new CatalogError(
        'unknown_path',
        `There is nothing at "${root}/${path.slice(0, 100)}". The resources are ${listed(resources.map((name) => `${root}/${name}`))}.`,
      )
    if (path !== '' && !resources.includes(path.split('/', 1)[0]!)) throw unknownPath()
    const current = catalog()
    if (isQuery) {
      const parameters = await requestParameters(request)
      if (request.method === 'POST') onReceived?.(request)
      return answerQuery(current, request, readTapQuery(parameters))
    }
    const base = `${settings.baseUrl ?? request.url.slice(0, pathStart(request.url))}${root}`
    if (answerJob !== undefined && jobPath != null)
      return answerJob(request, current, jobPath[1] ?? '', `${base}/async`)
    const found = documentAt(path, base, request, current, tablesOf(current), jobs?.limits)
    if (found !== undefined) return sender.send(request, current, found)
    throw unknownPath()
  }

  const elysia = new Elysia()
  for (const root of ROOTS) {
    const guarded = handler((request) => answer(request, root).catch((thrown) => tapFault(thrown, request, observe)))
    elysia.all(root, guarded, { parse: 'none' })
    elysia.all(`${root}/*`, guarded, { parse: 'none' })
  }
  return elysia
}
