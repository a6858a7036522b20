import { CatalogError } from '../../core/errors.ts'

/** Seconds after which a client may repeat a query that lost its process: the time that a new process takes to start. */
const AFTER_LOSS_S = 2

/** Error for a stream that has received the beginning of a different answer and cannot continue. */
export function changedAnswer(): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'The query was interrupted, and gives another result when it runs again. Try again shortly.',
    { retryAfterS: AFTER_LOSS_S },
  )
}

export function stopping(): CatalogError {
  return new CatalogError('stopping', 'The service is stopping.', { retryAfterS: 5 })
}

export function unavailable(retryAfterS = AFTER_LOSS_S): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'SQL cannot run at the moment; everything else works. Try again shortly.',
    { retryAfterS },
  )
}

export function brokenProcess(): CatalogError {
  return new CatalogError('internal', 'The query failed for a reason of our own.')
}

export function tooManyQueries(retryAfterS: number): CatalogError {
  return new CatalogError(
    'too_many_queries',
    'More queries are waiting than this service can run soon: try again later.',
    { retryAfterS },
  )
}

export function timedOut(timeoutMs: number): CatalogError {
  const seconds = timeoutMs / 1000
  return new CatalogError(
    'query_timeout',
    `The query ran longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was ended. Narrow it with WHERE, or join on hostname.`,
  )
}
