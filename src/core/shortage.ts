import { checkFreeFiles } from '../files/free-files.ts'
import { CatalogError } from './errors.ts'

/** System error codes for a lack of file descriptors, memory, buffers or processes. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'] as const
const NAMED = new RegExp(`^(?:${SHORTAGES.join('|')})\\b`)

/** Retry delay: connections and memory are freed as requests end. */
const RETRY_AFTER_S = 2

/** Maximum number of nested causes that are inspected. */
const MAX_CAUSES = 8

/** Some errors, those of lazily loaded code, have no `code` but begin their message with it. */
function isShortage(error: object): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return SHORTAGES.some((shortage) => shortage === code) || (typeof message === 'string' && NAMED.test(message))
}

/**
 * Tests whether a file can be opened: a package that cannot be opened is reported as missing, and unreadable memory as
 * "failed".
 */
function hasNoFileLeft(): boolean {
  try {
    checkFreeFiles(1)
    return false
  } catch (error) {
    return isShortage(error as Error)
  }
}

function exhausted(cause: unknown): CatalogError {
  return new CatalogError(
    'resource_exhausted',
    'The server has no file descriptors or memory left for this at the moment. Try again later.',
    { retryAfterS: RETRY_AFTER_S },
    { cause },
  )
}

/**
 * The error for a temporary lack of a system resource, which is not the request's error. `cause` is the thrown value.
 * Undefined for everything else, and for values that already are CatalogErrors.
 */
export function shortageOf(thrown: unknown): CatalogError | undefined {
  if (thrown instanceof CatalogError && thrown.kind !== 'internal') return undefined
  let error = thrown
  for (let depth = 0; depth < MAX_CAUSES && typeof error === 'object' && error !== null; depth += 1) {
    if (isShortage(error)) return exhausted(thrown)
    error = (error as { readonly cause?: unknown }).cause
  }
  return hasNoFileLeft() ? exhausted(thrown) : undefined
}
