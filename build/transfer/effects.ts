import { StorageError } from '../storage/storage.ts'

/** The side effects of a transfer, which tests can replace. */
export interface TransferEffects {
  /** Writes one plain line. */
  log(line: string): void
  sleep(ms: number): Promise<void>
}

/** Maximum number of attempts for an operation whose storage errors are transient. */
export const ATTEMPTS = 5

/** Pauses before the next attempt after an error, the longer the more failures there were in a row, and logs it. */
export async function pauseAfter(error: StorageError, failures: number, effects: TransferEffects): Promise<void> {
  const pauseMs = 1_000 * 2 ** (failures - 1)
  effects.log(`${error.message} Trying again in ${pauseMs / 1_000} s.`)
  await effects.sleep(pauseMs)
}

/** Retries after transient errors, with growing pauses, and logs each retry. */
export async function retried<T>(effects: TransferEffects, run: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof StorageError) || !error.isTransient || failures >= ATTEMPTS) throw error
      await pauseAfter(error, failures, effects)
    }
  }
}
