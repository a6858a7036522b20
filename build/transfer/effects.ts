import { StorageError } from '../storage/storage.ts'

/** The side effects of a transfer, which tests can replace. */
export interface TransferEffects {
  /** Writes one plain line. */
  log(line: string): void
  sleep(ms: number): Promise<void>
}

/** Maximum number of attempts for an operation whose storage errors are transient. */
export const ATTEMPTS = 5

/** Pause before the next attempt, in milliseconds, after `failures` consecutive failures. */
export function pauseMs(failures: number): number {
  return 1_000 * 2 ** (failures - 1)
}

/** Retries after transient errors, with growing pauses, and logs each retry. */
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
