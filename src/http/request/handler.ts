import { pathStart } from './request-url.ts'

/** Elysia searches for the path from this index of the URL on. */
const MIN_PATH_START = 11

/** A request with another URL, for the router only; the handler gets the original. */
class RoutedRequest extends Request {
  constructor(
    address: string,
    readonly original: Request,
  ) {
    super(address, { method: original.method })
  }
}

/**
 * The request in a form that the router parses correctly: with a host of three characters or fewer, the path would lose
 * its first segment.
 */
export function routable(request: Request): Request {
  const start = pathStart(request.url)
  return start >= MIN_PATH_START ? request : new RoutedRequest(`http://localhost${request.url.slice(start)}`, request)
}

/** The request as the client sent it, for one that passed through the router. */
export function originalOf(request: Request): Request {
  return request instanceof RoutedRequest ? request.original : request
}

/** Maps requests made by the service to the client requests that they replace. */
const sent = new WeakMap<Request, Request>()

/** Records the client request that `made` replaces. */
export function standsFor(made: Request, request: Request): Request {
  sent.set(made, sentRequest(request))
  return made
}

/** The client's request, as the listener received it. */
export function sentRequest(request: Request): Request {
  return sent.get(request) ?? request
}

/** A route's handler: accepts a request and returns the response, synchronously if nothing has to be awaited. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

/**
 * An Elysia handler with almost no overhead. Elysia infers from a handler's source text what it needs: if it mentions
 * parts of the context, these are parsed, and if it returns a call, it is treated as asynchronous, which costs a hot
 * page a fifth of its rate. A bound function has no source text, so nothing is inferred. Promises are still passed
 * through; if one rejects, the entry responds (see entry.ts).
 */
export function handler(
  answering: RequestHandler,
): (context: { readonly request: Request }) => Response | Promise<Response> {
  const handle = ({ request }: { readonly request: Request }): Response | Promise<Response> =>
    answering(originalOf(request))
  return handle.bind(undefined)
}
