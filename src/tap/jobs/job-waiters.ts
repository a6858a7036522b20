/** Interval at which a job of another process is checked for waiting clients, in milliseconds. */
const POLL_MS = 250

/** Clients that wait for a job to change. */
export interface JobWaiters {
  /** Wakes all that wait for the job. */
  wake(id: string): void
  wakeAll(): void
  /** Settles when the job has changed in this process, or it is time to look whether another one has changed it. */
  untilChange(id: string, maxMs: number): Promise<void>
}

export function createJobWaiters(): JobWaiters {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (id: string): void => {
    for (const resolve of waiting.get(id) ?? []) resolve()
  }
  return {
    wake,
    wakeAll() {
      for (const id of [...waiting.keys()]) wake(id)
    },
    async untilChange(id, maxMs) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const wakers = waiting.get(id) ?? new Set()
      waiting.set(id, wakers.add(resolve))
      const poll = setTimeout(resolve, Math.min(maxMs, POLL_MS))
      await promise
      clearTimeout(poll)
      wakers.delete(resolve)
      if (wakers.size === 0) waiting.delete(id)
    },
  }
}
