import { createAddressIndex } from '../../cache/address-index.ts'
import { type BodyCache, createBodyCache } from '../../cache/body-cache.ts'
import { createSeenKeys } from '../../cache/seen-keys.ts'
import type { Answer } from '../../core/catalog/catalog.ts'
import { byteLengthOf, type Pieces } from '../../core/pieces.ts'
import { STORED_CODINGS, type StoredCoding } from '../../format/export-pack.ts'
import { acceptedCodings, type Coding } from '../../negotiation/content-coding.ts'
import type { Observe } from '../../observe.ts'
import type { Settings } from '../../settings.ts'
import { type Caching, createHeaders, type Dated, unchangedHeaders } from './answer-headers.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { compressLater, compressNow, compressPieces, MAX_INLINE_BYTES, MIN_COMPRESSED_BYTES } from './compress.ts'
import { entityStem, entityTag, heldCoding, matchesAny } from './etag.ts'
import { piecesBody } from './pieces-body.ts'
import { plainBytes } from './plain-bytes.ts'

/** A finished representation: what goes out, as often as it is asked for. */
interface Finished {
  readonly body: Uint8Array<ArrayBuffer> | Blob | Pieces
  readonly byteLength: number
  readonly init: { readonly headers: Headers }
}

export interface SenderOptions {
  readonly settings: Pick<Settings, 'cacheMb' | 'cacheMaxAgeS' | 'exportMaxAgeS'>
  /** Version of the service; part of every entity tag, since code makes bytes too. */
  readonly version: string
  readonly observe: Observe
  /** Told of a body so long that a slow client may take minutes to read it. */
  readonly onLongBody?: (request: Request) => void
}

/** An answer known by what determines its bytes, before it has been made. */
export type AnswerKey = Pick<Answer, 'snapshotId' | 'key' | 'coded'>

/** Sends answers: validators, encodings, lifetimes and the cache of finished bodies. */
export interface Sender {
  /** An answer that the snapshot determines; it lives as long as a page unless said otherwise. */
  send(request: Request, manifest: Dated, answer: Answer, caching?: Caching): Response | Promise<Response>
  /** The first half of `send`: 304 for a client that has the answer, or the cached body; else undefined. */
  sendFromCache(request: Request, manifest: Dated, key: AnswerKey, caching?: Caching): Response | undefined
  /** The second half of `send`: makes, keeps and sends a body that was not at hand. */
  render(request: Request, manifest: Dated, answer: Answer, caching?: Caching): Response | Promise<Response>
  /**
   * The cached answer to a GET in the very words (address and Accept-Encoding) of an earlier one, so that what is asked
   * often is neither routed nor parsed; undefined where the answer has to be worked out.
   */
  sendFromUrlCache(request: Request, snapshotId: string): Response | undefined
  /** An answer that nobody may keep. */
  sendUncached(request: Request, answer: Answer): Promise<Response>
  readonly lifetimes: { readonly page: Caching; readonly export: Caching }
}

/**
 * Bytes per MiB of CACHE_MB that hold bodies ready to send, and the addresses they were asked under; the rest holds
 * plain results of queries.
 */
const BODY_CACHE_SHARE = (1_048_576 / 16) * 11
const ADDRESS_INDEX_SHARE = 1_048_576 / 16

/** One key is remembered for as many bytes of bodies, so that what is asked again while it could have been kept is known. */
const BODY_BYTES_PER_KEY = 4_096

/** Different Accept-Encoding headers whose meaning is remembered; any others are read each time. */
const MAX_KNOWN_ACCEPTS = 256

/** Above this many bytes a Blob is cheaper to send again, because it is not copied for each response (measured). */
const MIN_BLOB_BYTES = 65_536

/** From as many bytes on, a body does not fit into what the system buffers for a connection. */
const MIN_LONG_BODY_BYTES = 1_048_576

function isStored(coding: Coding): coding is StoredCoding {
  return (STORED_CODINGS as readonly Coding[]).includes(coding)
}

/** The first accepted coding that an answer has without being compressed now. */
function storedCoding(accepted: readonly Coding[]): StoredCoding | 'identity' {
  const available = [...STORED_CODINGS, 'identity'] as const
  return accepted.flatMap((coding) => available.filter((candidate) => candidate === coding))[0] ?? 'identity'
}

function lifetime(maxAgeS: number): Caching {
  return { cacheControl: `public, max-age=${maxAgeS}, stale-while-revalidate=86400` }
}

/** The 304 in place of a 200, where only that shows which representation the client would get. */
function unchanged({ headers }: Response): Response {
  const kept = new Headers(headers)
  for (const name of ['content-type', 'content-encoding', 'content-disposition']) kept.delete(name)
  return new Response(null, { status: 304, headers: kept })
}

/** A sender with a cache of its own, of the size that the settings give it. */
export function createSender({ settings, version, observe, onLongBody }: SenderOptions): Sender {
  const cache: BodyCache<Finished> = createBodyCache(settings.cacheMb * BODY_CACHE_SHARE, (isHit) =>
    observe({ kind: 'cache_read', isHit }),
  )
  const headersOf = createHeaders(version)
  const isSeen = createSeenKeys((settings.cacheMb * BODY_CACHE_SHARE) / BODY_BYTES_PER_KEY)
  /**
   * Where a page is rendered that is copied or compressed at once; one that does not fit is not compressed at once
   * either.
   */
  const scratch = new Uint8Array(MAX_INLINE_BYTES)
  let cachedSnapshotId = ''
  const addresses = createAddressIndex(settings.cacheMb * ADDRESS_INDEX_SHARE)
  const accepts = new Map<string, readonly Coding[]>() // clients send a handful of different ones
  const lifetimes = { page: lifetime(settings.cacheMaxAgeS), export: lifetime(settings.exportMaxAgeS) }

  function codingsFor(request: Request): readonly Coding[] {
    const header = request.headers.get('accept-encoding') ?? ''
    let codings = accepts.get(header)
    if (codings === undefined) {
      codings = acceptedCodings(header)
      if (accepts.size < MAX_KNOWN_ACCEPTS && header.length <= 200) accepts.set(header, codings)
    }
    return codings
  }

  function finish(
    manifest: Dated,
    answer: Answer,
    caching: Caching,
    coding: Coding,
    bytes: Uint8Array | Pieces,
  ): Finished {
    const init = { headers: headersOf(manifest, answer, coding, caching) }
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes
    const [first, ...others] = pieces
    if (first === undefined || others.length > 0) return { body: pieces, byteLength: byteLengthOf(pieces), init }
    const body = plainBytes(first)
    return { body: body.byteLength < MIN_BLOB_BYTES ? body : new Blob([body]), byteLength: body.byteLength, init }
  }

  function respond(request: Request, finished: Finished): Response {
    const { body, byteLength, init } = finished
    // A view of a mapped file counts 0 bytes as what it takes in the cache.
    if ((body instanceof Uint8Array ? body.byteLength : byteLength) >= MIN_LONG_BODY_BYTES) onLongBody?.(request)
    return new Response(body instanceof Uint8Array || body instanceof Blob ? body : piecesBody(body), init)
  }

  function cacheKey({ snapshotId, key, coded }: AnswerKey, accepted: readonly Coding[]): string {
    if (coded !== undefined) return `${snapshotId}|${storedCoding(accepted)}|${key}`
    // A client that refuses identity must not get the plain form of a short answer.
    return `${snapshotId}|${accepted[0]}${accepted.includes('identity') ? '' : '!'}|${key}`
  }

  function addressOf(request: Request): string {
    return `${request.headers.get('accept-encoding') ?? ''} ${request.url}`
  }

  function sendFromUrlCache(request: Request, snapshotId: string): Response | undefined {
    if (request.method !== 'GET' || request.headers.get('if-none-match') !== null) return undefined
    const key = addresses.find(snapshotId, addressOf(request))
    const cached = key === undefined ? undefined : cache.get(key)
    return cached === undefined ? undefined : respond(request, cached)
  }

  function sendFromCache(
    request: Request,
    manifest: Dated,
    key: AnswerKey,
    caching: Caching = lifetimes.page,
  ): Response | undefined {
    const accepted = codingsFor(request)
    const ifNoneMatch = request.headers.get('if-none-match')
    if (ifNoneMatch !== null) {
      const stem = entityStem(key, version)
      const held = heldCoding(ifNoneMatch, stem, accepted)
      if (held !== undefined)
        return new Response(null, {
          status: 304,
          headers: unchangedHeaders(manifest, entityTag(stem, held), caching),
        })
    }
    const bodyKey = cacheKey(key, accepted)
    const cached = cache.get(bodyKey)
    if (cached === undefined) return undefined
    // Only what is asked a second time is worth remembering; what other headers choose has no address of its own.
    if (caching.vary === undefined) addresses.remember(key.snapshotId, addressOf(request), bodyKey)
    return matchesAny(ifNoneMatch) ? unchanged(respond(request, cached)) : respond(request, cached)
  }

  function render(
    request: Request,
    manifest: Dated,
    answer: Answer,
    caching: Caching = lifetimes.page,
  ): Response | Promise<Response> {
    const response = makeWhole(request, manifest, answer, caching)
    if (!matchesAny(request.headers.get('if-none-match'))) return response
    return response instanceof Promise ? response.then(unchanged) : unchanged(response)
  }

  function makeWhole(
    request: Request,
    manifest: Dated,
    answer: Answer,
    caching: Caching,
  ): Response | Promise<Response> {
    if (answer.snapshotId !== cachedSnapshotId) {
      // What is left of another snapshot would only keep its files mapped.
      cache.clear()
      cachedSnapshotId = answer.snapshotId
    }
    const accepted = codingsFor(request)
    const key = cacheKey(answer, accepted)
    const coding = answer.coded === undefined ? accepted[0]! : storedCoding(accepted)
    if (answer.coded !== undefined && isStored(coding)) {
      const finished = finish(manifest, answer, caching, coding, answer.coded(coding))
      // A view of a mapped file takes no memory beside its headers.
      const isView = finished.body instanceof Uint8Array
      cache.put(key, isView ? { ...finished, byteLength: 0 } : finished)
      return respond(request, finished)
    }
    const underWay = cache.underWay(key)
    if (underWay !== undefined) return underWay.then((finished) => respond(request, finished))
    const keep = (made: Coding, bytes: Uint8Array | Pieces): Response => {
      const finished = finish(manifest, answer, caching, made, bytes)
      cache.put(key, finished)
      return respond(request, finished)
    }
    const { pieces } = answer
    if (pieces !== undefined) {
      if (coding === 'identity') return keep(coding, pieces)
      return cache
        .load(key, async () => finish(manifest, answer, caching, coding, await compressPieces(coding, pieces)))
        .then((finished) => respond(request, finished))
    }
    const plain = plainBytes(answer.body(scratch))
    if (coding === 'identity' || (plain.byteLength < MIN_COMPRESSED_BYTES && accepted.includes('identity'))) {
      if (plain.buffer !== scratch.buffer) return keep('identity', plain)
      // A copy by construction: `slice` of a Buffer, which a page may be, is a view of the scratch buffer.
      if (isSeen(key)) return keep('identity', new Uint8Array(plain))
      if (plain.byteLength >= MIN_LONG_BODY_BYTES) onLongBody?.(request)
      // The Response copies it. To keep a page that nobody asks for again took a tenth to a half more processor time
      // (measured): the system maps new memory for it, and unmaps that of the page which it drives out.
      return new Response(plain, { headers: headersOf(manifest, answer, 'identity', caching) })
    }
    if (plain.byteLength <= MAX_INLINE_BYTES) return keep(coding, compressNow(coding, plain))
    return cache
      .load(key, async () => finish(manifest, answer, caching, coding, await compressLater(coding, plain)))
      .then((finished) => respond(request, finished))
  }

  async function sendUncached(request: Request, answer: Answer): Promise<Response> {
    const pieces = answer.pieces ?? [answer.body()]
    const coding = byteLengthOf(pieces) < MIN_COMPRESSED_BYTES ? 'identity' : codingsFor(request)[0]!
    return new Response(piecesBody(coding === 'identity' ? pieces : await compressPieces(coding, pieces)), {
      headers: {
        ...COMMON_HEADERS,
        'content-type': answer.mediaType,
        'cache-control': 'no-store',
        vary: 'Accept-Encoding',
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      },
    })
  }

  return {
    sendFromCache,
    render,
    send: (request, manifest, answer, caching) =>
      sendFromCache(request, manifest, answer, caching) ?? render(request, manifest, answer, caching),
    sendFromUrlCache,
    sendUncached,
    lifetimes,
  }
}
