import { FetchError } from './fetch-error.ts'

/** How slow an answer may be once it has begun. */
export interface StallLimits {
  /** Longest silence. */
  readonly idleMs: number
  /** Least rate over a stretch of `idleMs`, as sent; 0 where any byte will do. */
  readonly leastBytesPerS: number
}

/**
 * Ends an answer that stands still or trickles. Only the time that is spent waiting for the service counts, not what its
 * reader takes to work off what has come.
 */
export class StallWatch {
  readonly #leastBytes: number
  /** Since the last stretch that was fast enough. */
  #bytes = 0
  #waitedMs = 0

  constructor(
    readonly stall: StallLimits,
    readonly nowMs: () => number,
    readonly giveUp: (reason: FetchError) => void,
  ) {
    this.#leastBytes = Math.max(1, (stall.leastBytesPerS * stall.idleMs) / 1000)
  }

  /** Waits for the bytes that come next, `receivedBytes` having come before them. */
  async next<Read extends { readonly value?: Uint8Array | undefined }>(
    read: Promise<Read>,
    receivedBytes: number,
  ): Promise<Read> {
    const startMs = this.nowMs()
    const left = Math.max(0, this.stall.idleMs - this.#waitedMs)
    const timer = setTimeout(() => this.giveUp(this.#tooSlow(receivedBytes)), left)
    const result = await read.finally(() => clearTimeout(timer))
    this.#waitedMs += this.nowMs() - startMs
    this.#bytes += result.value?.byteLength ?? 0
    if (this.#bytes >= this.#leastBytes) {
      this.#bytes = 0
      this.#waitedMs = 0
    }
    return result
  }

  #tooSlow(receivedBytes: number): FetchError {
    const time = `${this.stall.idleMs / 1000} s`
    const reason =
      this.#bytes === 0
        ? `The answer stopped after ${receivedBytes} bytes and stayed silent for ${time}.`
        : `The answer trickles: ${this.#bytes} bytes in ${time}, where FETCH_MIN_RATE asks for ${Math.ceil(this.#leastBytes)}.`
    return new FetchError(reason, { isTransient: true })
  }
}
