/** A client that reads a long response at less than this rate, over READING_WINDOW_MS, is cut off. */
export const MIN_BYTES_PER_S = 8_192

/**
 * The system buffers and reports a client's reading in steps of a third of its buffers, about a megabyte: in a shorter
 * window, steady readers would appear idle.
 */
export const READING_WINDOW_MS = 120_000

const LOOK_MS = 5_000

/** A response that is being read. */
export interface Reading {
  /** Bytes that the client has read. */
  readonly taken: number
  /** True while no bytes are available for the client. */
  readonly isDry?: boolean
  /** Ends the response, so that the client sees that it is cut short. */
  cut(): void
}

/** Watches responses that are being read, and cuts those that are read too slowly. */
export interface SlowReaders {
  /** Watches a response until the returned function is called. */
  watch(reading: Reading): () => void
  /** Checks all responses, as it also does by itself every few seconds. */
  look(nowMs: number): void
}

interface Mark {
  taken: number
  atMs: number
}

/** A watcher that checks periodically while there is anything to watch. */
export function createSlowReaders(now: () => number = () => performance.now()): SlowReaders {
  const marks = new Map<Reading, Mark>()
  let timer: Timer | undefined
  const look = (nowMs: number): void => {
    for (const [reading, mark] of marks) {
      const windowMs = nowMs - mark.atMs
      const { taken, isDry = false } = reading
      if (!isDry && windowMs < READING_WINDOW_MS) continue
      if (!isDry && (taken - mark.taken) * 1_000 < MIN_BYTES_PER_S * windowMs) {
        marks.delete(reading)
        reading.cut()
      } else {
        mark.taken = taken
        mark.atMs = nowMs
      }
    }
  }
  return {
    look,
    watch(reading) {
      marks.set(reading, { taken: reading.taken, atMs: now() })
      if (timer === undefined) {
        timer = setInterval(() => look(now()), LOOK_MS)
        timer.unref()
      }
      return () => {
        marks.delete(reading)
        if (marks.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
