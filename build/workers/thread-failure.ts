import { isSystemError } from '../../src/command-line/run-command.ts'
import { ArchiveError } from '../archive/archive.ts'

/** An error on its way between threads. */
export interface ThreadFailure {
  readonly kind: 'failed'
  readonly message: string
  readonly stack: string | undefined
  /** Present on a fault of the archive: a message keeps no error's class or fields. */
  readonly place?: ArchiveError['place']
  /** Present on an error of the operating system. */
  readonly system?: { readonly code: string | undefined; readonly syscall: string | undefined }
}

/** What a thread answers where it throws. */
export function describeFailure(error: unknown): ThreadFailure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const place = error instanceof ArchiveError ? { place: error.place } : {}
  const system = isSystemError(error) ? { system: { code: error.code, syscall: error.syscall } } : {}
  return { kind: 'failed', message, stack, ...place, ...system }
}

/** The error that a thread has thrown. */
export function rebuildError({ message, stack, place, system }: ThreadFailure): Error {
  const error = place === undefined ? new Error(message) : new ArchiveError(message, place)
  if (stack !== undefined) error.stack = stack
  return Object.assign(error, system)
}
