import { FetchError } from './fetch-error.ts'

/** Limits for a response that has begun. */
export interface StallLimits {
  /** Maximum time without data. */
  readonly idleMs: number
  /** Minimum rate over a period of `idleMs`, in bytes as sent; 0 if any byte is enough. */
  readonly leastBytesPerS: number
}

/**
 * Aborts a response that stalls or is too slow. Only time spent waiting for the service counts, not the time that the consumer
 * takes to process the data.
 */
export class StallWatch {
  readonly #leastBytes: number
  /** Bytes since the last period that was fast enough. */
  #bytes = 0
  #waitedMs = 0

  constructor(
    readonly stall: StallLimits,
    readonly nowMs: () => number,
    readonly giveUp: (reason: FetchError) => void,
  ) {
    this.#leastBytes = Math.max(1, (stall.leastBytesPerS * stall.idleMs) / 1000)
  }

  /** Waits for the next bytes; `receivedBytes` is the number received before them. */
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
        ? `The response stopped after ${receivedBytes} bytes; nothing arrived for ${time}.`
        : `The response is too slow: ${this.#bytes} bytes in ${time}, but FETCH_MIN_RATE requires ${Math.ceil(this.#leastBytes)}.`
    return new FetchError(reason, { isTransient: true })
  }
}
