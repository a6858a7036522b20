import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { attachment } from './content-disposition.ts'
import { entityStem, entityTag } from './etag.ts'
import type { Caching } from './lifetimes.ts'
import { createReusedHeaders, type ReusedHeaders } from './reused-headers.ts'

/** The source of a response's Last-Modified. */
export type Dated = Pick<Catalog, 'publishedAt'>

/** The request headers that choose a representation: those of `Caching.vary`, and always Accept-Encoding. */
export function varyHeader(vary: string | undefined): string {
  return vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
}

/** The cache headers that all representations of a response share. */
function cacheHeaders(
  { publishedAt }: Dated,
  isUndated: boolean,
  { cacheControl, vary, securityPolicy }: Caching,
): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'cache-control': cacheControl,
    vary: varyHeader(vary),
    ...(securityPolicy === undefined ? {} : { 'content-security-policy': securityPolicy }),
    ...(isUndated ? {} : { 'last-modified': publishedAt.toUTCString() }),
  }
}

/** The headers of a 304: those of the 200 that a cache must update. */
export function notModifiedHeaders(
  dated: Dated,
  { isUndated = false }: Pick<Answer, 'isUndated'>,
  tag: string,
  caching: Caching,
): Record<string, string> {
  return { ...cacheHeaders(dated, isUndated, caching), etag: tag }
}

/** Makes the headers of finished representations. */
export interface AnswerHeaders {
  /** Headers that can be cached. */
  lasting(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Headers
  /** The same headers in an object that is reused for the next response; a Response made with them has a copy. */
  passing(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Headers
}

/** The shared headers of the latest response with a given caching. */
interface Shared {
  readonly dateMs: number
  readonly mediaType: string
  readonly coding: Coding
  readonly headers: Headers
  readonly reused: ReusedHeaders
}

/** `version` of the service is part of the tags. */
export function createHeaders(version: string): AnswerHeaders {
  const latest = new WeakMap<Caching, Shared>()

  /**
   * Headers shared by responses of a kind: copying them is cheaper than creating new ones, and the next response is
   * usually of that kind.
   */
  function shared(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Shared {
    const { mediaType, isUndated = false } = answer
    const dateMs = isUndated ? 0 : dated.publishedAt.getTime()
    const known = latest.get(caching)
    if (known?.dateMs === dateMs && known.mediaType === mediaType && known.coding === coding) return known
    const headers = new Headers({ ...cacheHeaders(dated, isUndated, caching), 'content-type': mediaType })
    if (coding !== 'identity') headers.set('content-encoding', coding)
    if (caching.hasRanges === true) headers.set('accept-ranges', 'bytes')
    const made = { dateMs, mediaType, coding, headers, reused: createReusedHeaders(headers) }
    latest.set(caching, made)
    return made
  }

  const tagOf = (answer: Answer, coding: Coding): string => entityTag(entityStem(answer, version), coding)

  return {
    lasting(dated, answer, coding, caching) {
      const headers = new Headers(shared(dated, answer, coding, caching).headers)
      headers.set('etag', tagOf(answer, coding))
      const own = ownHeaders(answer)
      for (const name in own) headers.set(name, own[name]!)
      return headers
    },
    passing(dated, answer, coding, caching) {
      const headers = shared(dated, answer, coding, caching).reused(ownHeaders(answer))
      headers.set('etag', tagOf(answer, coding))
      return headers
    },
  }
}

const NONE: Readonly<Record<string, string>> = {}

/** A response's specific headers, without its tag. */
function ownHeaders(answer: Answer): Readonly<Record<string, string>> {
  const own = answer.headers?.() ?? NONE
  return answer.filename === undefined ? own : { ...own, 'content-disposition': attachment(answer.filename) }
}
