import { askedHeaders } from '../request/asked-headers.ts'
import { httpDateMs } from '../request/http-date.ts'
import { matchesAny } from './etag.ts'

/** Headers that describe a body, which a 304 does not have. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-disposition', 'accept-ranges']

/** The 304 in place of a finished 200, for requests whose representation is known only then. */
export function unchanged(headers: Headers): Response {
  const kept = new Headers(headers)
  for (const name of BODY_HEADERS) kept.delete(name)
  return new Response(null, { status: 304, headers: kept })
}

/**
 * True if the client has the content that these headers belong to, by `If-None-Match: *` or, without If-None-Match, by
 * the date of If-Modified-Since (RFC 9110, 13.1.3). The date of a response is the publication time of its snapshot, and
 * every snapshot has a later one than its predecessors.
 */
export function isHeldByClient(request: Request, headers: Headers): boolean {
  const { ifNoneMatch, ifModifiedSince } = askedHeaders(request)
  if (ifNoneMatch !== null) return matchesAny(ifNoneMatch)
  if (ifModifiedSince === null) return false
  const [sinceMs, modifiedMs] = [httpDateMs(ifModifiedSince), httpDateMs(headers.get('last-modified') ?? '')]
  return sinceMs !== undefined && modifiedMs !== undefined && modifiedMs <= sinceMs
}

/**
 * Whether a range of the content that these headers belong to can be sent: the client has a part of exactly these
 * bytes, or sends no If-Range (RFC 9110, 13.1.5). Tags are compared strongly, dates must be equal.
 */
export function mayContinue(request: Request, headers: Headers): boolean {
  const validator = request.headers.get('if-range')?.trim()
  if (validator === undefined) return true
  if (validator.startsWith('"')) return validator === headers.get('etag')
  const ms = httpDateMs(validator)
  return ms !== undefined && ms === httpDateMs(headers.get('last-modified') ?? '')
}
