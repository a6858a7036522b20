import type { Observe } from '../observe.ts'
import { type Answering, standsFor } from './request/handler.ts'
import { pathStart } from './request/request-url.ts'
import { answerFault } from './response/problem.ts'

/** A request without a host (HTTP/1.0) has a path for an address; it was sent to localhost as far as anyone can tell. */
function withHost(request: Request): Request {
  return pathStart(request.url) === 0
    ? standsFor(new Request(`http://localhost${request.url}`, request), request)
    : request
}

/** The headers of the GET, with the length that its body has. */
async function withoutBody(response: Response): Promise<Response> {
  if (response.body === null) return response
  const headers = new Headers(response.headers)
  headers.set('content-length', String((await response.arrayBuffer()).byteLength))
  return new Response(null, { status: response.status, headers })
}

/** Told of every answer: the address as the listener has it, where its path begins, the status, and how long it took. */
export type RecordRequest = (url: string, pathStart: number, status: number, ms: number) => void

/**
 * What stands between the listener and the router: HEAD is answered as the GET without its body, nothing that goes wrong
 * leaves as anything but a problem, and every request is observed.
 */
export function createEntry(route: Answering, observe: Observe, record?: RecordRequest): Answering {
  const done = (request: Request, response: Response, startMs: number): Response => {
    const ms = performance.now() - startMs
    record?.(request.url, pathStart(request.url), response.status, ms)
    observe({ kind: 'request_done', method: request.method, url: request.url, status: response.status, ms })
    return response
  }
  const answerHead = async (request: Request): Promise<Response> => {
    const { url, signal } = request
    const headers = new Headers(request.headers)
    // Ranges are for GET alone (RFC 9110, 14.2).
    headers.delete('range')
    const answer = async (): Promise<Response> =>
      route(standsFor(new Request(url, { method: 'GET', headers, signal }), request))
    // A refusal has a body as well, whether it is thrown at once or later.
    return withoutBody(await answer().catch((thrown: unknown) => answerFault(thrown, request, observe)))
  }
  return (request) => {
    const startMs = performance.now()
    try {
      const addressed = withHost(request)
      const response = addressed.method === 'HEAD' ? answerHead(addressed) : route(addressed)
      if (!(response instanceof Promise)) return done(request, response, startMs)
      return response
        .catch((thrown: unknown) => answerFault(thrown, request, observe))
        .then((settled) => done(request, settled, startMs))
    } catch (thrown) {
      return done(request, answerFault(thrown, request, observe), startMs)
    }
  }
}
