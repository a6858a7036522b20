import { type AnswerCache, cachePerSnapshot, createAnswerCache } from '../../cache/answer-cache.ts'
import { cacheShares } from '../../cache/shares.ts'
import type { Answer, Catalog, FileAnswer } from '../../core/catalog/catalog.ts'
import { byteLengthOf } from '../../core/pieces.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import type { Observe } from '../../observe.ts'
import type { Settings } from '../../settings.ts'
import type { ByteQueue } from '../delivery/byte-queue.ts'
import { createDelivery, type DeliveryOptions } from '../delivery/delivery.ts'
import { type AnswerKey, addressOf, createCodingReader, representationKey } from '../representation/coding-choice.ts'
import { compressPieces, MIN_COMPRESSED_BYTES } from '../representation/compress.ts'
import { createMaker } from '../representation/make-representation.ts'
import { plainBytes } from '../representation/plain-bytes.ts'
import { type Representation, sentOften } from '../representation/representation.ts'
import { askedHeaders } from '../request/asked-headers.ts'
import { sentRequest } from '../request/handler.ts'
import { createHeaders, notModifiedHeaders, varyHeader } from './answer-headers.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { isHeldByClient, unchanged } from './conditions.ts'
import { attachment } from './content-disposition.ts'
import { entityStem, entityTag, matchingCoding } from './etag.ts'
import { type Caching, type Lifetimes, lifetimesOf } from './lifetimes.ts'
import { requestedPart } from './partial.ts'
import { createReusedHeaders } from './reused-headers.ts'

export interface SenderOptions extends Pick<DeliveryOptions, 'connections' | 'onLongBody' | 'traffic'> {
  readonly settings: Pick<Settings, 'cacheMb' | 'cacheMaxAgeS' | 'exportMaxAgeS' | 'sendMb'>
  /** Version of the service; part of every entity tag, since bytes depend on the code as well. */
  readonly version: string
  readonly observe: Observe
  /** Identifies the client of a request; if absent, all requests count as one client. */
  readonly clientOf?: DeliveryOptions['clientOf']
}

/** Identifies the current snapshot: the same object for as long as that snapshot is served. */
export type Current = Pick<Catalog, 'publishedAt'>

/** Sends responses with validators, encodings and lifetimes, and caches finished bodies. */
export interface Sender {
  /** A response that depends only on the snapshot; it has the lifetime of a page unless specified otherwise. */
  send(request: Request, current: Current, answer: Answer, caching?: Caching): Response | Promise<Response>
  /** The first half of `send`: a 304 if the client has the response, or the cached body; else undefined. */
  sendFromCache(request: Request, current: Current, key: AnswerKey, caching?: Caching): Response | undefined
  /** The second half of `send`: generates, caches and sends a body that was not cached. */
  render(request: Request, current: Current, answer: Answer, caching?: Caching): Response | Promise<Response>
  /**
   * The cached response to a GET with the same URL, Accept and Accept-Encoding as an earlier one, so that frequent
   * requests are neither routed nor parsed; undefined if there is none.
   */
  sendFromUrlCache(request: Request, current: Current): Response | undefined
  /** A file of the snapshot, directly from disk, whole or in part, without a content coding. */
  sendFile(request: Request, current: Current, file: FileAnswer, caching?: Caching): Response
  /** A response that must not be cached; a page that reports an error has a status other than 200. */
  sendUncached(request: Request, answer: Answer, caching?: Caching, status?: number): Promise<Response>
  /** A response that arrives while it is sent and must not be cached; `mediaType` and `headers` are specific to it. */
  sendQueue(
    request: Request,
    queue: ByteQueue,
    answer: { readonly mediaType: string; readonly headers?: Readonly<Record<string, string>> },
  ): Response
  /** Maximum bytes of a response to this request before compression; unlimited if it is compressed. */
  roomFor(request: Request): number
  readonly lifetimes: Lifetimes
  /** Bytes of the cached bodies of the current snapshot. */
  keptBytes(current: Current): number
}

/** The representation of a response that a request selects. */
interface Wanted {
  readonly caching: Caching
  /** The codings that the client accepts, best first. */
  readonly accepted: readonly Coding[]
  /** The cache key of the representation. */
  readonly representedBy: string
}

/** A sender that caches bodies of one snapshot at a time, within the settings' share of memory. */
export function createSender({ settings, version, observe, clientOf = () => '', ...options }: SenderOptions): Sender {
  const shares = cacheShares(settings.cacheMb)
  const onRead = (isHit: boolean): void => observe({ kind: 'cache_read', cache: 'answers', isHit })
  const cacheOf: (current: Current) => AnswerCache<Representation> = cachePerSnapshot(() =>
    createAnswerCache<Representation>(shares, onRead),
  )
  const codingsOf = createCodingReader()
  const headers = createHeaders(version)
  const make = createMaker()
  const lifetimes = lifetimesOf(settings)

  const delivery = createDelivery({
    maxBytes: settings.sendMb * 1_048_576,
    clientOf,
    onCut: ({ url }, client, taken) => observe({ kind: 'reader_cut', client, url, taken }),
    ...options,
  })
  const { deliver } = delivery

  function wanted(request: Request, key: AnswerKey, caching: Caching = lifetimes.page): Wanted {
    const accepted = codingsOf(request)
    return { caching, accepted, representedBy: representationKey(key, accepted, caching.vary) }
  }

  /** Applies the conditions of the request to a response: the whole, a part, or a 304 if the client has it. */
  function respond(request: Request, whole: Representation): Response {
    if (isHeldByClient(request, whole.headers)) return unchanged(whole.headers)
    const part = requestedPart(request, whole)
    return part === undefined ? deliver(request, whole) : deliver(request, part, 206)
  }

  function sendFromUrlCache(request: Request, current: Current): Response | undefined {
    if (request.method !== 'GET' || askedHeaders(request).ifNoneMatch !== null) return undefined
    const kept = cacheOf(current).findByAddress(addressOf(request))
    return kept === undefined ? undefined : respond(request, sentOften(kept))
  }

  /** A 304 if the client has the response by its tag, or the cached body; else undefined. */
  function findKept(
    request: Request,
    current: Current,
    key: AnswerKey,
    { caching, accepted, representedBy }: Wanted,
  ): Response | undefined {
    const { ifNoneMatch } = askedHeaders(request)
    if (ifNoneMatch !== null) {
      const stem = entityStem(key, version)
      const held = matchingCoding(ifNoneMatch, stem, accepted)
      if (held !== undefined)
        return new Response(null, {
          status: 304,
          headers: notModifiedHeaders(current, key, entityTag(stem, held), caching),
        })
    }
    const cache = cacheOf(current)
    const kept = cache.bodies.get(representedBy)
    if (kept === undefined) return undefined
    // Only URLs requested at least twice are worth remembering.
    cache.rememberAddress(addressOf(request), representedBy)
    return respond(request, kept)
  }

  function makeAndSend(
    request: Request,
    current: Current,
    answer: Answer,
    { caching, accepted, representedBy }: Wanted,
  ): Response | Promise<Response> {
    const { bodies, isSeen } = cacheOf(current)
    const finish = (made: Representation): Response => respond(request, made)
    const keep = (made: Representation): Response => {
      bodies.put(representedBy, made)
      return finish(made)
    }
    const inProgress = bodies.inProgress(representedBy)
    if (inProgress !== undefined) return inProgress.then(finish)
    const made = make(answer, accepted, {
      lasting: (coding) => headers.lasting(current, answer, coding, caching),
      passing: (coding) => headers.passing(current, answer, coding, caching),
    })
    switch (made.kind) {
      case 'lasting':
        return keep(made.representation)
      case 'passing':
        // Caching a page that is requested only once took a tenth to a half more processor time (measured): the system
        // maps new memory for it, and unmaps that of the page that it evicts.
        return isSeen(representedBy) ? keep(made.keep()) : finish(made.representation)
      case 'stream':
        if (isHeldByClient(request, made.headers)) return unchanged(made.headers)
        return delivery.deliverStream(request, made.bytes, made.headers)
      case 'later':
        return bodies.load(representedBy, made.make).then(finish)
    }
  }

  /** The representations of files, with what their headers depend on. */
  const files = new WeakMap<FileAnswer, { dateMs: number; caching: Caching; whole: Representation }>()

  function fileRepresentation(current: Current, file: FileAnswer, caching: Caching): Representation {
    const dateMs = current.publishedAt.getTime()
    const known = files.get(file)
    if (known?.dateMs === dateMs && known.caching === caching) return known.whole
    const own = headers.lasting(current, { ...file, body: () => new Uint8Array(0) }, 'identity', caching)
    const parts = { mapped: () => file.mapped?.(), headers: createReusedHeaders(own) }
    const whole = { body: Bun.file(file.path), length: file.bytes, byteLength: 0, headers: own, parts }
    files.set(file, { dateMs, caching, whole })
    return whole
  }

  function sendFile(request: Request, current: Current, file: FileAnswer, caching = lifetimes.export): Response {
    const { ifNoneMatch } = askedHeaders(request)
    const whole = fileRepresentation(current, file, caching)
    if (ifNoneMatch !== null && matchingCoding(ifNoneMatch, entityStem(file, version), ['identity']) !== undefined)
      return unchanged(whole.headers)
    return respond(request, whole)
  }

  async function sendUncached(
    request: Request,
    answer: Answer,
    { vary, securityPolicy }: Caching = lifetimes.page,
    status?: number,
  ): Promise<Response> {
    const pieces = answer.pieces ?? [answer.body()]
    const coding = byteLengthOf(pieces) < MIN_COMPRESSED_BYTES ? 'identity' : codingsOf(request)[0]!
    const sent = coding === 'identity' ? pieces : await compressPieces(coding, pieces)
    const headers = new Headers({
      ...COMMON_HEADERS,
      'content-type': answer.mediaType,
      ...(answer.filename === undefined ? {} : { 'content-disposition': attachment(answer.filename) }),
      ...answer.headers?.(),
      'cache-control': 'no-store',
      vary: varyHeader(vary),
      ...(securityPolicy === undefined ? {} : { 'content-security-policy': securityPolicy }),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    })
    const [first, ...others] = sent
    const body = first !== undefined && others.length === 0 ? plainBytes(first) : sent
    return deliver(request, { body, length: byteLengthOf(sent), headers }, status)
  }

  function sendQueue(
    request: Request,
    queue: ByteQueue,
    { mediaType, headers }: Parameters<Sender['sendQueue']>[2],
  ): Response {
    const all = new Headers({
      ...COMMON_HEADERS,
      'content-type': mediaType,
      ...headers,
      'cache-control': 'no-store',
      vary: varyHeader(undefined),
    })
    if (sentRequest(request).method !== 'HEAD') return delivery.deliverQueue(request, queue, all)
    queue.leave()
    return new Response(null, { headers: all })
  }

  return {
    sendFromCache: (request, current, key, caching) => findKept(request, current, key, wanted(request, key, caching)),
    render: (request, current, answer, caching) =>
      makeAndSend(request, current, answer, wanted(request, answer, caching)),
    send(request, current, answer, caching) {
      const want = wanted(request, answer, caching)
      return findKept(request, current, answer, want) ?? makeAndSend(request, current, answer, want)
    },
    sendQueue,
    sendFromUrlCache,
    sendFile,
    sendUncached,
    roomFor: (request) => (codingsOf(request)[0] === 'identity' ? delivery.roomFor(request) : Number.POSITIVE_INFINITY),
    lifetimes,
    keptBytes: (current) => cacheOf(current).bodies.byteLength,
  }
}
