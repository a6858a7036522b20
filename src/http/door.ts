import type { Observe } from '../observe.ts'
import { answerFault } from './problem.ts'
import { pathStart } from './request-url.ts'

/** Answers one request, at once where nothing has to be waited for. */
export type Fetch = (request: Request) => Response | Promise<Response>

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
export function createDoor(route: Fetch, observe: Observe): Fetch {
  const dispatch = (request: Request): Response | Promise<Response> => {
    const routed = withLongHost(request)
    if (routed.method !== 'HEAD') return route(routed)
    const { url, headers, signal } = routed
    return Promise.resolve(route(new Request(url, { method: 'GET', headers, signal }))).then(withoutBody)
  }
  return (request) => {
    const startMs = performance.now()
    const done = (response: Response): Response => {
      const ms = performance.now() - startMs
      observe({ kind: 'request_done', method: request.method, url: request.url, status: response.status, ms })
      return response
    }
    const failed = (thrown: unknown): Response => done(answerFault(thrown, request, observe))
    try {
      const response = dispatch(request)
      return response instanceof Promise ? response.then(done, failed) : done(response)
    } catch (thrown) {
      return failed(thrown)
    }
  }
}
