/** A load over keep-alive connections without pipelining: each sends its next request when the answer is complete. */
export interface LoadPlan {
  readonly port: number
  /** Paths with query strings, sent in turn, over and over. */
  readonly paths: readonly string[]
  readonly connections: number
  readonly warmUpMs: number
  readonly measuredMs: number
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
  sentMs: number
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

/** Runs a load and times each answer from its request's first byte to its own last one. Any status but 200 ends it with an error. */
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

  const flush = (socket: Bun.Socket<Exchange>): void => {
    const { unsent } = socket.data
    if (unsent === undefined) return
    const sent = socket.write(unsent)
    socket.data.unsent = sent < unsent.byteLength ? unsent.subarray(Math.max(0, sent)) : undefined
  }
  const send = (socket: Bun.Socket<Exchange>): void => {
    socket.data.sentMs = performance.now()
    socket.data.missing = -1
    socket.data.head = ''
    socket.data.unsent = requests[next++ % requests.length]!
    flush(socket)
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
      if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
        reject(new Error(`An answer that cannot be measured: ${text.slice(0, 200)}`))
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
    if (nowMs >= measureMs) times.push(nowMs - data.sentMs)
    send(socket)
  }
  for (let i = 0; i < plan.connections; i++) {
    open += 1
    await Bun.connect<Exchange>({
      hostname: '127.0.0.1',
      port: plan.port,
      data: { sentMs: 0, missing: -1, head: '', unsent: undefined },
      socket: {
        open: send,
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
