import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { attachment } from './content-disposition.ts'
import { entityStem, entityTag } from './etag.ts'
import type { Caching } from './lifetimes.ts'
import { createReusedHeaders, type ReusedHeaders } from './reused-headers.ts'

/** Where an answer's Last-Modified comes from. */
export type Dated = Pick<Catalog, 'publishedAt'>

/** The request headers that choose a representation: those of `Caching.vary`, and Accept-Encoding always. */
export function varyHeader(vary: string | undefined): string {
  return vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
}

/** What all representations of an answer say about keeping it. */
function keepingHeaders(
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

/** The headers of a 304: those of the 200 that a cache has to renew. */
export function unchangedHeaders(
  dated: Dated,
  { isUndated = false }: Pick<Answer, 'isUndated'>,
  tag: string,
  caching: Caching,
): Record<string, string> {
  return { ...keepingHeaders(dated, isUndated, caching), etag: tag }
}

/** Makes the headers of finished representations. */
export interface AnswerHeaders {
  /** Headers that may be kept. */
  lasting(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Headers
  /** The same headers in an object that serves again for the next answer; a Response made with them has a copy. */
  passing(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Headers
}

/** The headers that the latest answer under some caching had in common with others. */
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

  /** What answers of a kind have in common: a copy of it is cheaper than a new one, and the next answer is mostly of that kind. */
  function shared(dated: Dated, answer: Answer, coding: Coding, caching: Caching): Shared {
    const { mediaType, isUndated = false } = answer
    const dateMs = isUndated ? 0 : dated.publishedAt.getTime()
    const known = latest.get(caching)
    if (known?.dateMs === dateMs && known.mediaType === mediaType && known.coding === coding) return known
    const headers = new Headers({ ...keepingHeaders(dated, isUndated, caching), 'content-type': mediaType })
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

/** What an answer has beside what others have too and its tag. */
function ownHeaders(answer: Answer): Readonly<Record<string, string>> {
  const own = answer.headers?.() ?? NONE
  return answer.filename === undefined ? own : { ...own, 'content-disposition': attachment(answer.filename) }
}
