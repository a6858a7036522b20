import { gunzip } from '../archive/files/gunzip.ts'
import { asksForBrowser, isMarkup, MAX_DOCUMENT_BYTES, readErrorDocument } from './error-document.ts'
import { FetchError } from './fetch-error.ts'
import { type StallLimits, StallWatch } from './stall-timeout.ts'

/** A TAP service and the time limits of its client. */
export interface TapOptions {
  /** URL of the synchronous endpoint; its query parameters are sent along. */
  readonly url: string
  /** `name/version (URL for details)`, so that the archive's staff can identify the client. */
  readonly userAgent: string
  /** Time limit until the response begins, which for a big table is when its query has run. */
  readonly firstByteMs: number
  /** Limits once the response has begun. */
  readonly stall: StallLimits
  /** Time limit for the entire response. */
  readonly totalMs: number
  readonly now: () => Date
  /** Milliseconds from an arbitrary start. */
  readonly nowMs: () => number
}

/** A table that is being received. */
export interface TapAnswer {
  /** The CSV text; every error during the transfer is a FetchError. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Bytes received so far, as sent: compressed if the service compresses. */
  wireBytes(): number
}

const MAX_REDIRECTS = 5
/** Bytes unpacked at a time: zlib's default, since the data arrive in small pieces. */
const GUNZIP_BYTES = 16_384
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** The URL that requests a query result as CSV. */
export function queryAddress(url: string, query: string): string {
  const address = new URL(url)
  address.searchParams.set('query', query)
  address.searchParams.set('format', 'csv')
  return address.href
}

/**
 * Sends one query to a TAP service and passes the response to `read` as soon as it has begun and looks like a table. Afterwards,
 * on success or failure, the connection is closed and all time limits are canceled.
 */
export async function askTap<T>(
  options: TapOptions,
  query: string,
  read: (answer: TapAnswer) => Promise<T>,
  firstByteMs = options.firstByteMs,
): Promise<T> {
  const abort = new AbortController()
  const giveUp = (ms: number, reason: string): Timer =>
    setTimeout(() => abort.abort(new FetchError(reason, { isTransient: true })), ms)
  const total = giveUp(options.totalMs, `The response took longer than ${seconds(options.totalMs)}.`)
  const begin = giveUp(firstByteMs, `No response within ${seconds(firstByteMs)}.`)
  try {
    return await read(await beginAnswer(options, query, abort, () => clearTimeout(begin)))
  } finally {
    clearTimeout(begin)
    clearTimeout(total)
    abort.abort()
  }
}

async function beginAnswer(
  options: TapOptions,
  query: string,
  abort: AbortController,
  onFirstByte: () => void,
): Promise<TapAnswer> {
  try {
    const response = await followRedirects(options, queryAddress(options.url, query), abort.signal)
    let wireBytes = 0
    const watch = new StallWatch(options.stall, options.nowMs, (reason) => abort.abort(reason))
    const wire = received(response, abort.signal, watch, (bytes) => {
      onFirstByte()
      wireBytes += bytes
    })
    const text = unpacked(response, wire)
    if (!response.ok) throw await refusal(response, text, options.now())
    const first = await text.next()
    if (first.done === true) throw new FetchError('The response is empty.', { isTransient: true })
    if (isMarkup(Buffer.from(first.value.subarray(0, 256)).toString())) throw await noTable(response, first.value, text)
    return { chunks: startingWith(first.value, text), wireBytes: () => wireBytes }
  } catch (error) {
    throw asFetchError(error, abort.signal)
  }
}

async function* startingWith(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

async function followRedirects(options: TapOptions, address: string, signal: AbortSignal): Promise<Response> {
  const headers = { 'user-agent': options.userAgent, accept: 'text/csv, */*;q=0.5', 'accept-encoding': 'gzip' }
  let at = new URL(address)
  for (let redirects = 0; ; redirects += 1) {
    // By itself, Bun would end an idle response after five minutes, and would hide how many bytes were sent.
    const response = await fetch(at.href, {
      headers,
      signal,
      redirect: 'manual',
      decompress: false,
      timeout: false,
    } as FetchInit)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined
    if (redirects >= MAX_REDIRECTS || next === undefined || !/^https?:$/.test(next.protocol))
      throw new FetchError(`The service redirects endlessly, the last time to ${location}.`, { isTransient: false })
    if (at.protocol === 'https:' && next.protocol !== 'https:')
      throw new FetchError(`The service redirects to ${next.origin}, which is not encrypted.`, { isTransient: false })
    at = next
  }
}

/** `timeout` is an option of Bun that its types omit. */
type FetchInit = BunFetchRequestInit & { readonly timeout: false }

/** Yields the bytes as sent, as long as they arrive fast enough. */
async function* received(
  { body }: Response,
  signal: AbortSignal,
  watch: StallWatch,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  let bytes = 0
  try {
    for (;;) {
      // The first bytes have their own time limit.
      const { done, value } = await (bytes === 0 ? reader.read() : watch.next(reader.read(), bytes))
      if (done) return
      bytes += value.byteLength
      onBytes(value.byteLength)
      yield value
    }
  } catch (error) {
    if (signal.aborted) throw asFetchError(signal.reason, signal)
    throw new FetchError(
      `The connection broke after ${bytes} bytes (${codeOf(error)}).`,
      { isTransient: true },
      { cause: error },
    )
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Decompresses gzip, the only content coding that is requested. */
async function* unpacked({ headers }: Response, wire: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const coding = headers.get('content-encoding')?.toLowerCase().trim() || 'identity'
  if (coding === 'identity') {
    yield* wire
    return
  }
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new FetchError(`The response is encoded as ${coding}, which was not requested.`, { isTransient: false })
  try {
    yield* gunzip(wire, GUNZIP_BYTES)
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(
      `The compressed response is cut off or damaged (${codeOf(error)}).`,
      { isTransient: true },
      { cause: error },
    )
  }
}

/** The start of a document, as text. */
async function startOf(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array>): Promise<string> {
  const parts = first === undefined ? [] : [first]
  let bytes = first?.byteLength ?? 0
  try {
    while (bytes < MAX_DOCUMENT_BYTES) {
      const { done, value } = await rest.next()
      if (done === true) break
      parts.push(value)
      bytes += value.byteLength
    }
  } catch {
    // The part that arrived has to suffice.
  }
  await rest.return(undefined)
  return Buffer.concat(parts).toString('utf8', 0, MAX_DOCUMENT_BYTES)
}

async function refusal(
  { status, headers }: Response,
  text: AsyncGenerator<Uint8Array>,
  now: Date,
): Promise<FetchError> {
  const document = await startOf(undefined, text)
  if (asksForBrowser(headers, document)) return browserError(status, headers)
  const { message } = readErrorDocument(document)
  const said = message === '' ? '' : `: ${message}`
  return new FetchError(`The service responded with status ${status}${said}`.replace(/[^.!?…]$/, '$&.'), {
    isTransient: TRANSIENT_STATUS.has(status),
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  })
}

function browserError(status: number, headers: Headers): FetchError {
  const mitigated = headers.get('cf-mitigated')
  const how = mitigated === null ? `status ${status}` : `status ${status}, cf-mitigated: ${mitigated}`
  return new FetchError(`The service accepts web browsers only and rejects programs (${how}).`, {
    isTransient: false,
    needsBrowser: true,
  })
}

async function noTable(
  { status, headers }: Response,
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): Promise<FetchError> {
  const document = await startOf(first, rest)
  if (asksForBrowser(headers, document)) return browserError(status, headers)
  const { kind, message } = readErrorDocument(document)
  if (kind === 'service') return new FetchError(`The service rejects the query: ${message}`, { isTransient: false })
  // A page from a proxy in front of the service (maintenance, login) is temporary.
  return new FetchError(`The response is a web page, not a table: ${message || 'it has no text'}`, {
    isTransient: true,
  })
}

/** Milliseconds that a Retry-After header requests: seconds, or a date. */
function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

function asFetchError(error: unknown, signal: AbortSignal): FetchError {
  if (error instanceof FetchError) return error
  if (signal.aborted && signal.reason instanceof FetchError) return signal.reason
  return new FetchError(`The service cannot be reached (${codeOf(error)}).`, { isTransient: true }, { cause: error })
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}
