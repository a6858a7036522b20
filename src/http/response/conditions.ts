import { askedHeaders } from '../request/asked-headers.ts'
import { httpDateMs } from '../request/http-date.ts'
import { matchesAny } from './etag.ts'

/** Headers that describe a body, which a 304 does not have. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'accept-ranges']

/** The 304 in place of a 200, where only that shows which representation the client would get. */
export function unchanged(headers: Headers): Response {
  const kept = new Headers(headers)
  for (const name of BODY_HEADERS) kept.delete(name)
  return new Response(null, { status: 304, headers: kept })
}

/**
 * True where the client has what these headers belong to, by `If-None-Match: *` or, without any tag of its own, by the
 * date of If-Modified-Since (RFC 9110, 13.1.3). The date of an answer is when its snapshot was published, and every
 * snapshot has a later one than those before it.
 */
export function isHeldByClient(request: Request, headers: Headers): boolean {
  const { ifNoneMatch, ifModifiedSince } = askedHeaders(request)
  if (ifNoneMatch !== null) return matchesAny(ifNoneMatch)
  if (ifModifiedSince === null) return false
  const [sinceMs, modifiedMs] = [httpDateMs(ifModifiedSince), httpDateMs(headers.get('last-modified') ?? '')]
  return sinceMs !== undefined && modifiedMs !== undefined && modifiedMs <= sinceMs
}

/**
 * True where a range may be sent of what these headers belong to: the client has a part of just these bytes, or does not
 * say (RFC 9110, 13.1.5). Tags compare strongly, dates have to be the same.
 */
export function mayContinue(request: Request, headers: Headers): boolean {
  const validator = request.headers.get('if-range')?.trim()
  if (validator === undefined) return true
  if (validator.startsWith('"')) return validator === headers.get('etag')
  const ms = httpDateMs(validator)
  return ms !== undefined && ms === httpDateMs(headers.get('last-modified') ?? '')
}
