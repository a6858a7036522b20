/** Source of time. */
export interface Clock {
  /** Milliseconds since an arbitrary moment. */
  now(): number
  /** Calls `call` after `ms`, unless the returned function is called first. */
  after(ms: number, call: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
