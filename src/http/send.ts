import { LRUCache } from 'lru-cache'
import { type BodyCache, createBodyCache } from '../cache/body-cache.ts'
import type { Answer } from '../core/catalog.ts'
import { STORED_CODINGS, type StoredCoding } from '../format/export-pack.ts'
import type { Observe } from '../observe.ts'
import type { Settings } from '../settings.ts'
import { acceptedCodings, type Coding } from './accept-encoding.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { compressLater, compressNow, MAX_INLINE_BYTES, MIN_COMPRESSED_BYTES } from './compress.ts'
import { attachment } from './content-disposition.ts'
import { entityStem, entityTag, heldCoding } from './etag.ts'

/** A finished representation: what goes out, as often as it is asked for. */
interface Finished {
  readonly body: Uint8Array<ArrayBuffer> | Blob
  readonly byteLength: number
  readonly headers: Headers
}

/** How an answer may be kept by clients. */
export interface Caching {
  readonly cacheControl: string
  /** Request headers that choose the representation, beside Accept-Encoding. */
  readonly vary?: string
}

export interface SenderOptions {
  readonly settings: Pick<Settings, 'cacheMb' | 'cacheMaxAgeS' | 'exportMaxAgeS'>
  /** Version of the service; part of every entity tag, since code makes bytes too. */
  readonly version: string
  readonly observe: Observe
  /** `YYYY-MM-DD` of the archive in that snapshot, or null. */
  archiveDateOf(snapshotId: string): string | null
}

/** Sends answers: validators, encodings, lifetimes and the cache of finished bodies. */
export interface Sender {
  /** An answer from static data, under `page` lifetime unless said otherwise. */
  send(request: Request, answer: Answer, caching?: Caching): Response | Promise<Response>
  /** An answer that nobody may keep. */
  sendOnce(request: Request, answer: Answer): Promise<Response>
  readonly lifetimes: { readonly page: Caching; readonly export: Caching }
}

/** Above this many bytes a Blob is cheaper to send again, because it is not copied for each response (measured). */
const MIN_BLOB_BYTES = 65_536

function isStored(coding: Coding): coding is StoredCoding {
  return (STORED_CODINGS as readonly Coding[]).includes(coding)
}

function lifetime(maxAgeS: number): Caching {
  return { cacheControl: `public, max-age=${maxAgeS}, stale-while-revalidate=86400` }
}

/** A view whose memory may be shared is copied: what is cached must not change and must not hold a whole file. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

export function createSender({ settings, version, observe, archiveDateOf }: SenderOptions): Sender {
  const cache: BodyCache<Finished> = createBodyCache(settings.cacheMb * 1_048_576, (hit) =>
    observe({ kind: 'cache_read', hit }),
  )
  const accepts = new LRUCache<string, readonly Coding[]>({ max: 256 }) // clients send a handful of different ones
  const lifetimes = { page: lifetime(settings.cacheMaxAgeS), export: lifetime(settings.exportMaxAgeS) }

  function codingsFor(request: Request): readonly Coding[] {
    const header = request.headers.get('accept-encoding') ?? ''
    let codings = accepts.get(header)
    if (codings === undefined) {
      codings = acceptedCodings(header)
      if (header.length <= 200) accepts.set(header, codings)
    }
    return codings
  }

  function validators(answer: Answer, tag: string, caching: Caching): Record<string, string> {
    const archiveDate = archiveDateOf(answer.snapshotId)
    return {
      ...COMMON_HEADERS,
      etag: tag,
      'cache-control': caching.cacheControl,
      vary: caching.vary === undefined ? 'Accept-Encoding' : `${caching.vary}, Accept-Encoding`,
      ...(archiveDate === null ? {} : { 'last-modified': new Date(`${archiveDate}T00:00:00Z`).toUTCString() }),
    }
  }

  function finish(answer: Answer, coding: Coding, bytes: Uint8Array, stem: string, caching: Caching): Finished {
    const body = owned(bytes)
    const headers = new Headers({
      ...validators(answer, entityTag(stem, coding), caching),
      'content-type': answer.mediaType,
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      ...(answer.filename === undefined ? {} : { 'content-disposition': attachment(answer.filename) }),
    })
    return {
      body: body.byteLength < MIN_BLOB_BYTES ? body : new Blob([body]),
      byteLength: body.byteLength,
      headers,
    }
  }

  function respond(finished: Finished): Response {
    return new Response(finished.body, { headers: finished.headers })
  }

  function send(request: Request, answer: Answer, caching: Caching = lifetimes.page): Response | Promise<Response> {
    const accepted = codingsFor(request)
    const ifNoneMatch = request.headers.get('if-none-match')
    if (ifNoneMatch !== null) {
      const stem = entityStem(answer, version)
      const held = heldCoding(ifNoneMatch, stem, accepted)
      if (held !== undefined)
        return new Response(null, { status: 304, headers: validators(answer, entityTag(stem, held), caching) })
    }
    if (answer.coded !== undefined) return sendStored(answer, accepted, caching)
    const coding = accepted[0]!
    const key = `${answer.snapshotId}|${coding}|${answer.key}`
    const cached = cache.get(key)
    if (cached !== undefined) return respond(cached)
    const stem = entityStem(answer, version)
    const plain = answer.body()
    if (coding === 'identity' || (plain.byteLength < MIN_COMPRESSED_BYTES && accepted.includes('identity'))) {
      const finished = finish(answer, 'identity', plain, stem, caching)
      cache.put(key, finished)
      return respond(finished)
    }
    if (plain.byteLength <= MAX_INLINE_BYTES) {
      const finished = finish(answer, coding, compressNow(coding, owned(plain)), stem, caching)
      cache.put(key, finished)
      return respond(finished)
    }
    return cache
      .load(key, async () => finish(answer, coding, await compressLater(coding, owned(plain)), stem, caching))
      .then(respond)
  }

  /** The build compressed these, so nothing is compressed or kept here: the bytes are views of a mapped file. */
  function sendStored(answer: Answer, accepted: readonly Coding[], caching: Caching): Response {
    const coding = accepted.find((candidate) => candidate === 'identity' || isStored(candidate)) ?? 'identity'
    const bytes = isStored(coding) ? answer.coded!(coding) : answer.body()
    return respond(finish(answer, coding, bytes, entityStem(answer, version), caching))
  }

  async function sendOnce(request: Request, answer: Answer): Promise<Response> {
    const plain = owned(answer.body())
    const accepted = codingsFor(request)
    const coding = plain.byteLength < MIN_COMPRESSED_BYTES ? 'identity' : accepted[0]!
    return new Response(coding === 'identity' ? plain : await compressLater(coding, plain), {
      headers: {
        ...COMMON_HEADERS,
        'content-type': answer.mediaType,
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      },
    })
  }

  return { send, sendOnce, lifetimes }
}
