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
  const handle = ({ request }: { readonly request: Request }): Response | Promise<Response> => answering(request)
  return handle.bind(undefined)
}
