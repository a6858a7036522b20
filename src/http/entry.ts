import type { Observe } from '../observe.ts'
import { type RequestHandler, standsFor } from './request/handler.ts'
import { pathStart } from './request/request-url.ts'
import { toErrorResponse } from './response/problem.ts'

/** Completes a request without a host (HTTP/1.0), whose URL is only a path; localhost is the best assumption. */
function withHost(request: Request): Request {
  return pathStart(request.url) === 0
    ? standsFor(new Request(`http://localhost${request.url}`, request), request)
    : request
}

/** The headers of the GET, with the length of its body. */
async function withoutBody(response: Response): Promise<Response> {
  if (response.body === null) return response
  const headers = new Headers(response.headers)
  headers.set('content-length', String((await response.arrayBuffer()).byteLength))
  return new Response(null, { status: response.status, headers })
}

/** Called for every response: the URL from the listener, the index of its path, the status, and the response time. */
export type RecordRequest = (url: string, pathStart: number, status: number, ms: number) => void

/**
 * Wraps the router: answers HEAD as GET without a body, turns every error into a problem document, and observes every
 * request.
 */
export function createEntry(route: RequestHandler, observe: Observe, record?: RecordRequest): RequestHandler {
  const done = (request: Request, response: Response, startMs: number): Response => {
    const ms = performance.now() - startMs
    record?.(request.url, pathStart(request.url), response.status, ms)
    observe({ kind: 'request_done', method: request.method, url: request.url, status: response.status, ms })
    return response
  }
  const answerHead = async (request: Request): Promise<Response> => {
    const { url, signal } = request
    const headers = new Headers(request.headers)
    // Ranges apply only to GET (RFC 9110, 14.2).
    headers.delete('range')
    const answer = async (): Promise<Response> =>
      route(standsFor(new Request(url, { method: 'GET', headers, signal }), request))
    // Errors have bodies as well, whether they are thrown synchronously or later.
    return withoutBody(await answer().catch((thrown: unknown) => toErrorResponse(thrown, request, observe)))
  }
  return (request) => {
    const startMs = performance.now()
    try {
      const addressed = withHost(request)
      const response = addressed.method === 'HEAD' ? answerHead(addressed) : route(addressed)
      if (!(response instanceof Promise)) return done(request, response, startMs)
      return response
        .catch((thrown: unknown) => toErrorResponse(thrown, request, observe))
        .then((settled) => done(request, settled, startMs))
    } catch (thrown) {
      return done(request, toErrorResponse(thrown, request, observe), startMs)
    }
  }
}
