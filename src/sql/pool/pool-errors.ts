import { CatalogError } from '../../core/errors.ts'

/** Seconds after which a client may repeat a query that lost its process: the time that a new process takes to start. */
const AFTER_LOSS_S = 2

/** Error for a stream that has received the beginning of a different answer and cannot continue. */
export function changedAnswer(): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'The query was interrupted, and its result differs when it runs again. Try again shortly.',
    { retryAfterS: AFTER_LOSS_S },
  )
}

export function stopping(): CatalogError {
  return new CatalogError('stopping', 'The service is shutting down.', { retryAfterS: 5 })
}

export function unavailable(retryAfterS = AFTER_LOSS_S): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'SQL cannot run at the moment; everything else works. Try again shortly.',
    { retryAfterS },
  )
}

export function brokenProcess(): CatalogError {
  return new CatalogError('internal', 'The query failed because of an internal error.')
}

export function tooManyQueries(retryAfterS: number): CatalogError {
  return new CatalogError('too_many_queries', 'The query queue is full: try again later.', { retryAfterS })
}

export function timedOut(timeoutMs: number): CatalogError {
  const seconds = timeoutMs / 1000
  return new CatalogError(
    'query_timeout',
    `The query exceeded the time limit of ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was stopped. Narrow it with WHERE, or join on hostname.`,
  )
}
