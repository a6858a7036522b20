import { StorageError } from '../storage/storage.ts'

/** What a transfer asks of the outside, so that tests can stand in for it. */
export interface TransferEffects {
  /** One plain line. */
  log(line: string): void
  sleep(ms: number): Promise<void>
}

/** How often something is tried that a storage may do a moment later. */
export const ATTEMPTS = 5

/** The pause before the next try, in milliseconds, after `failures` in a row. */
export function pauseMs(failures: number): number {
  return 1_000 * 2 ** (failures - 1)
}

/** Tries again what failed in passing, with growing pauses, and says so. */
export async function retried<T>(effects: TransferEffects, run: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StorageError) || !error.isTransient || failures >= ATTEMPTS) throw error
      effects.log(`${error.message} Trying again in ${pauseMs(failures) / 1_000} s.`)
      await effects.sleep(pauseMs(failures))
    }
  }
}
