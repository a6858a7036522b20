import type { FetchEffects } from './effects.ts'
import { FetchError } from './fetch-error.ts'

/** Pause after the first failure; each further pause is three times as long. */
const FIRST_PAUSE_MS = 2_000
const PAUSE_FACTOR = 3
const MAX_PAUSE_MS = 120_000
/** Maximum pause that a service can request; a longer request is cut to this. */
const MAX_ASKED_PAUSE_MS = 600_000

/** Pause before the next attempt: half of it fixed, half random, so that many clients do not return together. */
function pauseMs(failures: number, error: FetchError, effects: FetchEffects): number {
  const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * PAUSE_FACTOR ** (failures - 1))
  const own = full / 2 + (full / 2) * effects.random()
  return Math.max(own, Math.min(error.retryAfterMs ?? 0, MAX_ASKED_PAUSE_MS))
}

/** Runs `attempt` up to `attempts` times, with growing pauses, as long as its errors are transient. */
export async function withRetries<T>(
  what: string,
  attempts: number,
  effects: FetchEffects,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof FetchError) || !error.isTransient) throw error
      if (failures >= attempts) {
        const tries = attempts === 1 ? 'once' : `${attempts} times`
        throw new FetchError(`${error.message} (tried ${tries})`, { isTransient: false }, { cause: error })
      }
      const pause = pauseMs(failures, error, effects)
      effects.log(`${what}: ${error.message} Trying again in ${(pause / 1000).toFixed(1)} s.`)
      await effects.sleep(pause)
    }
  }
}
