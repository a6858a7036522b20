/** The headers that every response depends on; null for one that the client did not send. */
export interface AskedHeaders {
  readonly accept: string | null
  readonly acceptEncoding: string | null
  readonly ifNoneMatch: string | null
  readonly ifModifiedSince: string | null
}

let latest: { readonly request: Request; readonly asked: AskedHeaders } | undefined

/**
 * Reads these headers once per request: the response cache, the routes and the conditions each use some of them, and a
 * single read takes a hundredth of the time of a cached page.
 */
export function askedHeaders(request: Request): AskedHeaders {
  if (latest?.request === request) return latest.asked
  const { headers } = request
  const asked = {
    accept: headers.get('accept'),
    acceptEncoding: headers.get('accept-encoding'),
    ifNoneMatch: headers.get('if-none-match'),
    ifModifiedSince: headers.get('if-modified-since'),
  }
  latest = { request, asked }
  return asked
}
