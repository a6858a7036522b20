/** A load over keep-alive connections without pipelining: each sends its next request when the answer is complete. */
export interface LoadPlan {
  readonly port: number
  /** Paths with query strings, sent in turn, over and over. */
  readonly paths: readonly string[]
  readonly connections: number
  readonly warmUpMs: number
  readonly measuredMs: number
  /** Requests per second of all connections together; absent: as many as there are answers. */
  readonly perSecond?: number
  /** Whether a status is what the path should give; absent: 200 and nothing else. */
  readonly isExpected?: (pathIndex: number, status: number) => boolean
  /** Told of each answer after the warm-up. */
  readonly onAnswer?: (pathIndex: number, status: number, ms: number) => void
}

export interface LoadResult {
  /** All answers, those of the warm-up too. */
  readonly answers: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bytesPerAnswer: number
}

/** What a connection still waits for. */
interface Exchange {
  pathIndex: number
  status: number
  /** When the request was sent; with a given rate, when it should have been. */
  sentMs: number
  /** With a given rate, when the next request is due. */
  dueMs: number
  /** Bytes of the body that are missing; -1 while the head is incomplete. */
  missing: number
  head: string
  /** Bytes of the request that the socket has not taken yet. */
  unsent: Uint8Array | undefined
}

const HEAD_END = '\r\n\r\n'

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Runs a load and times each answer from its request's first byte to its own last one. With a given rate a request counts from
 * when it was due, so that a server that stalls does not hide the requests that it kept from being sent. An answer of
 * a status that is not expected ends it with an error.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const encoder = new TextEncoder()
  const requests = plan.paths.map((path) =>
    encoder.encode(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\n\r\n`),
  )
  const times: number[] = []
  let next = 0
  let bodyBytes = 0
  let answers = 0
  const startMs = performance.now()
  const measureMs = startMs + plan.warmUpMs
  const endMs = measureMs + plan.measuredMs
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let open = 0
  const { perSecond, isExpected = (_, status) => status === 200, onAnswer } = plan
  const intervalMs = perSecond === undefined ? 0 : (plan.connections * 1000) / perSecond

  const flush = (socket: Bun.Socket<Exchange>): void => {
    const { unsent } = socket.data
    if (unsent === undefined) return
    const sent = socket.write(unsent)
    socket.data.unsent = sent < unsent.byteLength ? unsent.subarray(Math.max(0, sent)) : undefined
  }
  const send = (socket: Bun.Socket<Exchange>): void => {
    const { data } = socket
    data.sentMs = intervalMs === 0 ? performance.now() : data.dueMs
    data.missing = -1
    data.head = ''
    data.pathIndex = next++ % requests.length
    data.unsent = requests[data.pathIndex]!
    flush(socket)
  }
  const sendWhenDue = (socket: Bun.Socket<Exchange>): void => {
    if (intervalMs === 0) {
      send(socket)
      return
    }
    socket.data.dueMs += intervalMs
    const waitMs = socket.data.dueMs - performance.now()
    if (waitMs <= 0) send(socket)
    else setTimeout(send, waitMs, socket)
  }
  const receive = (socket: Bun.Socket<Exchange>, chunk: Buffer): void => {
    const { data } = socket
    let body = chunk.byteLength
    if (data.missing < 0) {
      const headEnd = data.head === '' ? chunk.indexOf(HEAD_END) : -1
      const text = headEnd >= 0 ? chunk.toString('latin1', 0, headEnd + 4) : data.head + chunk.toString('latin1')
      const end = text.indexOf(HEAD_END)
      if (end < 0) {
        data.head = text
        return
      }
      body = headEnd >= 0 ? chunk.byteLength - headEnd - 4 : text.length - end - 4
      const length = /\r\ncontent-length: ([0-9]+)/i.exec(text.slice(0, end))?.[1]
      data.status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(text)?.[1])
      if (!isExpected(data.pathIndex, data.status) || length === undefined) {
        reject(new Error(`A response that cannot be measured: ${text.slice(0, 200)}`))
        return
      }
      data.missing = Number(length)
      bodyBytes += data.missing
      answers += 1
    }
    data.missing -= body
    if (data.missing > 0) return
    const nowMs = performance.now()
    if (nowMs >= endMs) {
      socket.end()
      if (--open === 0) resolve()
      return
    }
    if (nowMs >= measureMs) {
      times.push(nowMs - data.sentMs)
      onAnswer?.(data.pathIndex, data.status, nowMs - data.sentMs)
    }
    sendWhenDue(socket)
  }
  for (let i = 0; i < plan.connections; i++) {
    open += 1
    await Bun.connect<Exchange>({
      hostname: '127.0.0.1',
      port: plan.port,
      data: {
        pathIndex: 0,
        status: 0,
        sentMs: 0,
        // Spread over one interval, so that they do not all send at once.
        dueMs: performance.now() + (intervalMs * i) / plan.connections,
        missing: -1,
        head: '',
        unsent: undefined,
      },
      socket: {
        open: sendWhenDue,
        data: receive,
        drain: flush,
        error: (_socket, error) => reject(error),
        connectError: (_socket, error) => reject(error),
      },
    })
  }
  await promise
  const sorted = Float64Array.from(times).sort()
  return {
    answers,
    requestsPerSecond: (times.length / plan.measuredMs) * 1000,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    bytesPerAnswer: Math.round(bodyBytes / answers),
  }
}
