/** A client that takes less than this of a long answer, over READING_WINDOW_MS, is cut off. */
export const MIN_BYTES_PER_S = 8_192

/**
 * The system takes in and reports what a client reads in steps of a third of its buffers, about a megabyte: a shorter
 * window would find steady readers silent.
 */
export const READING_WINDOW_MS = 120_000

const LOOK_MS = 5_000

/** An answer that is being read. */
export interface Reading {
  /** Bytes that the client has taken. */
  readonly taken: number
  /** True while there is nothing for the client to take. */
  readonly isDry?: boolean
  /** Ends the answer, so that the client sees it cut short. */
  cut(): void
}

/** Watches answers that are being read, and cuts those that are read too slowly. */
export interface SlowReaders {
  /** Watches an answer until the function that it gives is called. */
  watch(reading: Reading): () => void
  /** Looks at all of them, as it does by itself every few seconds. */
  look(nowMs: number): void
}

interface Mark {
  taken: number
  atMs: number
}

/** A watch that looks by itself as long as there is anything to watch. */
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
