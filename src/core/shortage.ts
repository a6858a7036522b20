import { checkFreeFiles } from '../files/free-files.ts'
import { CatalogError } from './errors.ts'

/** What the system answers where it has no file descriptor, memory, buffer or process left. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN'] as const
const NAMED = new RegExp(`^(?:${SHORTAGES.join('|')})\\b`)

/** When to try again: connections and memory come free as fast as requests end. */
const RETRY_AFTER_S = 2

/** How many causes are looked through. */
const MAX_CAUSES = 8

/** Some errors begin with the code in their message, and have none of their own: those of code that is loaded late. */
function isShortage(error: object): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return SHORTAGES.some((shortage) => shortage === code) || (typeof message === 'string' && NAMED.test(message))
}

/** A package that cannot be opened is called missing, and memory that cannot be looked at "failed": so it is tried. */
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
 * The error that a client gets where the system had nothing left of something for a moment: that is no fault of the
 * request, and passes. `cause` is what was thrown. Undefined for everything else, and for what is a CatalogError already.
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
