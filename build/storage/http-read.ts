import { StorageError } from './storage.ts'

/** Maximum time until a response begins, and maximum time without data in a stream, in milliseconds. */
const STALL_MS = 60_000

const RANGE_BEYOND_END = 416

/** Whether the same request can succeed after this status. */
function isTransientStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ConnectionRefused: 'nothing listens there',
  ENOTFOUND: 'its host has no address',
  DNSException: 'its host has no address',
  FailedToOpenSocket: 'its host has no address or cannot be reached',
  ECONNRESET: 'the connection was cut',
  ConnectionClosed: 'the connection was cut',
  Timeout: 'it did not respond in time',
  TimeoutError: 'it did not respond in time',
}

/** Describes in a few words why a request got no response. */
export function connectionFault(cause: unknown): string {
  const { code, name } = cause as { readonly code?: unknown; readonly name?: unknown }
  return CAUSES[String(code)] ?? CAUSES[String(name)] ?? `the connection failed (${String(code ?? name)})`
}

/** Returns the response to a request, whatever its status. Throws a StorageError that begins with `what` if there is none. */
export async function request(what: string, url: string, init: RequestInit, stallMs = STALL_MS): Promise<Response> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new DOMException('', 'TimeoutError')), stallMs)
  try {
    // A file is stored, hashed and kept unchanged; a content coding would only hide its length.
    return await fetch(url, { ...init, signal: abort.signal, decompress: false })
  } catch (cause) {
    throw new StorageError(`${what}: ${connectionFault(cause)}.`, true, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Explains an error that a storage reported: its code and the remedy, both from the response. */
export type Explain = (response: Response) => Promise<string>

/**
 * Reads a file by its URL from byte `from` on; undefined if the status is 404. In an error message, `what` begins the sentence
 * and `explain` ends it.
 */
export async function readUrl(
  what: string,
  url: string,
  from: number,
  explain: Explain,
  stallMs = STALL_MS,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const headers = { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) }
  const response = await request(what, url, { headers }, stallMs)
  const { status, body } = response
  if (status === 404) {
    const reason = await explain(response)
    if (reason === '') return undefined
    throw new StorageError(`${what}: ${reason}.`, false)
  }
  if (status === RANGE_BEYOND_END && from > 0) return new Blob([]).stream()
  if (status !== 200 && status !== 206)
    throw new StorageError(`${what}: ${await explain(response)}.`, isTransientStatus(status))
  const expected = Number(response.headers.get('content-length') ?? Number.NaN)
  const whole = body ?? new Blob([]).stream()
  // A server without range support sends the entire file.
  const skipped = from > 0 && status === 200 ? from : 0
  return watched(whole, { what, expected, skipped, stallMs })
}

interface Watch {
  readonly what: string
  /** Announced number of bytes; NaN if none was announced. */
  readonly expected: number
  /** Number of bytes omitted at the beginning. */
  readonly skipped: number
  readonly stallMs: number
}

/** Passes the bytes through; a stream that stalls or ends early fails with a StorageError. */
function watched(source: ReadableStream<Uint8Array>, { what, expected, skipped, stallMs }: Watch) {
  const reader = source.getReader()
  let received = 0
  const next = async (): Promise<Uint8Array | undefined> => {
    const { promise: stalled, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new DOMException('', 'TimeoutError')), stallMs)
    try {
      return (await Promise.race([reader.read(), stalled])).value
    } catch (cause) {
      void reader.cancel().catch(() => {})
      throw new StorageError(`${what}: ${connectionFault(cause)}.`, true, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const chunk = await next()
        if (chunk === undefined) {
          if (received < expected)
            throw new StorageError(`${what}: the connection ended after ${received} of ${expected} bytes.`, true)
          controller.close()
          return
        }
        const before = received
        received += chunk.byteLength
        if (received <= skipped) continue
        controller.enqueue(before >= skipped ? chunk : chunk.subarray(skipped - before))
        return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
