import type { Problem } from '../../core/answers/service.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import { shortageOf } from '../../core/shortage.ts'
import { CLIENT_WENT_AWAY, type Observe } from '../../observe.ts'
import { seeAlso } from '../endpoints/see-also.ts'
import { COMMON_HEADERS } from './common-headers.ts'

/** The HTTP status of each kind of error. */
export const STATUS_OF_KIND = {
  invalid: 400,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timeout: 408,
  unsatisfiable: 416,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

/** The title of each problem status. */
export const TITLES: Record<(typeof STATUS_OF_KIND)[ErrorKind], string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  416: 'Range Not Satisfiable',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** The JSON of a problem document (RFC 9457) for an error. */
export function problemBody(error: CatalogError): Problem {
  const status = STATUS_OF_KIND[error.kind]
  const { parameter, suggestions, position, see } = error.help
  return {
    type: 'about:blank',
    title: TITLES[status],
    status,
    detail: see === undefined ? error.message : `${error.message} ${seeAlso(see)}`,
    code: error.code,
    ...(parameter === undefined ? {} : { parameter }),
    ...(suggestions === undefined || suggestions.length === 0 ? {} : { suggestions }),
    ...(position === undefined ? {} : { position }),
  }
}

function problemResponse(error: CatalogError): Response {
  const body = problemBody(error)
  const { retryAfterS, allow, bytes } = error.help
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': PROBLEM_MEDIA_TYPE,
      'cache-control': 'no-store',
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
      ...(bytes === undefined ? {} : { 'content-range': `bytes */${bytes}` }),
    },
  })
}

/**
 * Converts any thrown value into a response: 503 if the system ran out of a resource. Any other value but a
 * CatalogError is an internal error: the client gets an ID to quote, and the details go to the log.
 */
export function toErrorResponse(fault: unknown, request: Request, observe: Observe): Response {
  const shortage = shortageOf(fault)
  if (shortage !== undefined) observe({ kind: 'exhausted', url: request.url, error: fault })
  const thrown = shortage ?? fault
  if (thrown instanceof CatalogError && thrown.kind !== 'internal') {
    observe({ kind: 'refused', code: thrown.code, detail: thrown.message })
    return problemResponse(thrown)
  }
  if (request.signal.aborted) {
    observe({ kind: 'abandoned', url: request.url })
    return new Response(null, { status: CLIENT_WENT_AWAY })
  }
  const requestId = crypto.randomUUID()
  observe({ kind: 'problem', requestId, method: request.method, url: request.url, error: thrown })
  return problemResponse(
    new CatalogError('internal', `Internal error, not caused by the request. Quote ${requestId} when you report it.`),
  )
}

/** The response to any thrown value in a format of another interface: its headers, and the text for a problem. */
export async function toOtherErrorResponse(
  fault: unknown,
  request: Request,
  observe: Observe,
  own: Readonly<Record<'content-type', string> & Record<string, string>>,
  write: (problem: Problem) => string,
): Promise<Response> {
  const response = toErrorResponse(fault, request, observe)
  if (response.body === null) return response
  const problem = (await response.json()) as Problem
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  return new Response(write(problem), { status: response.status, headers })
}
