/** Where the time comes from. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number
  /** Calls back after a time, unless the function that it gives is called before. */
  after(ms: number, call: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
