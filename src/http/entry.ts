import type { Observe } from '../observe.ts'
import type { Answering } from './request/handler.ts'
import { pathStart } from './request/request-url.ts'
import { answerFault } from './response/problem.ts'

/**
 * Elysia looks for the path from the 12th character of the address on, so a Host of three characters or fewer, or none
 * (HTTP/1.0), would cut a segment off. Such a request gets a longer host.
 */
function withLongHost(request: Request): Request {
  const start = pathStart(request.url)
  return start >= 11 ? request : new Request(`http://localhost${request.url.slice(start)}`, request)
}

/** The headers of the GET, with the length that its body has. */
async function withoutBody(response: Response): Promise<Response> {
  if (response.body === null) return response
  const headers = new Headers(response.headers)
  headers.set('content-length', String((await response.arrayBuffer()).byteLength))
  return new Response(null, { status: response.status, headers })
}

/**
 * What stands between the listener and the router: HEAD is answered as the GET without its body, nothing that goes wrong
 * leaves as anything but a problem, and every request is observed.
 */
export function createEntry(route: Answering, observe: Observe): Answering {
  const done = (request: Request, response: Response, startMs: number): Response => {
    const ms = performance.now() - startMs
    observe({ kind: 'request_done', method: request.method, url: request.url, status: response.status, ms })
    return response
  }
  const answerHead = async (request: Request): Promise<Response> => {
    const { url, headers, signal } = request
    const answer = async (): Promise<Response> => route(new Request(url, { method: 'GET', headers, signal }))
    // A refusal has a body as well, whether it is thrown at once or later.
    return withoutBody(await answer().catch((thrown: unknown) => answerFault(thrown, request, observe)))
  }
  return (request) => {
    const startMs = performance.now()
    try {
      const routed = withLongHost(request)
      const response = routed.method === 'HEAD' ? answerHead(routed) : route(routed)
      if (!(response instanceof Promise)) return done(request, response, startMs)
      return response
        .catch((thrown: unknown) => answerFault(thrown, request, observe))
        .then((settled) => done(request, settled, startMs))
    } catch (thrown) {
      return done(request, answerFault(thrown, request, observe), startMs)
    }
  }
}
