/** Limits concurrency to `places`, first come, first served. Each caller that enters gets a function with which it leaves. */
export function createGate(places: number): () => Promise<() => void> {
  let free = places
  const waiting: (() => void)[] = []
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  const leaveOnce = (): (() => void) => {
    let isIn = true
    return () => {
      if (isIn) leave()
      isIn = false
    }
  }
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return leaveOnce()
  }
}
