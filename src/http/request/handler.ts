import { pathStart } from './request-url.ts'

/** Elysia looks for the path from this character of the address on. */
const MIN_PATH_START = 11

/** A request under another address, for the router alone; the handler gets the original. */
class RoutedRequest extends Request {
  constructor(
    address: string,
    readonly original: Request,
  ) {
    super(address, { method: original.method })
  }
}

/** The request as the router reads it right: a host of three characters or fewer would cost the path its first segment. */
export function routable(request: Request): Request {
  const start = pathStart(request.url)
  return start >= MIN_PATH_START ? request : new RoutedRequest(`http://localhost${request.url.slice(start)}`, request)
}

/** The request as the client sent it, of what went through the router. */
export function originalOf(request: Request): Request {
  return request instanceof RoutedRequest ? request.original : request
}

/** Requests that were made in the place of what a client sent, and that. */
const sent = new WeakMap<Request, Request>()

/** Remembers what a request stands for. */
export function standsFor(made: Request, request: Request): Request {
  sent.set(made, sentRequest(request))
  return made
}

/** What the client sent, as the listener knows it. */
export function sentRequest(request: Request): Request {
  return sent.get(request) ?? request
}

/** What a route does: a request in, an answer out, at once where nothing has to be waited for. */
export type Answering = (request: Request) => Response | Promise<Response>

/**
 * An Elysia handler that costs next to nothing. Elysia guesses from a handler's text what it needs: one that mentions
 * parts of the context gets them parsed, and one that returns a call is taken for asynchronous, which costs a hot page a
 * fifth of its rate. A bound function has no text, so nothing is guessed. A promise is passed through all the same; if it
 * rejects, the entry answers (see entry.ts).
 */
export function handler(
  answering: Answering,
): (context: { readonly request: Request }) => Response | Promise<Response> {
  const handle = ({ request }: { readonly request: Request }): Response | Promise<Response> =>
    answering(originalOf(request))
  return handle.bind(undefined)
}
