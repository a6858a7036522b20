import { isSystemError } from '../../src/command-line/run-command.ts'
import { ArchiveError } from '../archive/archive.ts'

/** An error in transfer between threads. */
export interface ThreadFailure {
  readonly kind: 'failed'
  readonly message: string
  readonly stack: string | undefined
  /** Present for an ArchiveError: a message preserves neither the class nor the fields of an error. */
  readonly place?: ArchiveError['place']
  /** Present for an error of the operating system. */
  readonly system?: { readonly code: string | undefined; readonly syscall: string | undefined }
}

/** The reply of a thread that throws. */
export function describeFailure(error: unknown): ThreadFailure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const place = error instanceof ArchiveError ? { place: error.place } : {}
  const system = isSystemError(error) ? { system: { code: error.code, syscall: error.syscall } } : {}
  return { kind: 'failed', message, stack, ...place, ...system }
}

/** Recreates the error that a thread has thrown. */
export function rebuildError({ message, stack, place, system }: ThreadFailure): Error {
  const error = place === undefined ? new Error(message) : new ArchiveError(message, place)
  if (stack !== undefined) error.stack = stack
  return Object.assign(error, system)
}

/** Calls `fail` if the thread stops; `name` begins the message, such as `A table thread`. */
export function onThreadStop(worker: Worker, name: string, fail: (error: Error) => void): void {
  worker.onerror = (event) => fail(new Error(`${name} stopped: ${event.message}`))
  worker.addEventListener('close', () => fail(new Error(`${name} stopped: it ended`)))
}
