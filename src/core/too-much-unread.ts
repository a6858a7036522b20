import { CatalogError } from './errors.ts'

/** Retry delay: clients that read nothing are disconnected after two minutes, others usually finish much sooner. */
const RETRY_AFTER_S = 30

/** The rejection of another long response, for a client that has not read its own or while many clients have not read theirs. */
export function tooMuchUnread(whose: 'own' | 'all' = 'own'): CatalogError {
  const message =
    whose === 'own'
      ? 'This client has not read its earlier long responses. Read those first, or request fewer rows or columns.'
      : 'Too many long responses are waiting to be read. Try again later, or request fewer rows or columns.'
  return new CatalogError('too_much_unread', message, { retryAfterS: RETRY_AFTER_S })
}
