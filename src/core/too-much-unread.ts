import { CatalogError } from './errors.ts'

/** When to try again: readers that take nothing are cut off after two minutes, others are mostly done much sooner. */
const RETRY_AFTER_S = 30

/** The refusal of one more long answer, to a client that has not read its own or while many have not read theirs. */
export function tooMuchUnread(whose: 'own' | 'all' = 'own'): CatalogError {
  const message =
    whose === 'own'
      ? 'This client has not read its earlier long responses. Read those first, or request fewer rows or columns.'
      : 'Too many long responses are waiting to be read. Try again later, or request fewer rows or columns.'
  return new CatalogError('too_much_unread', message, { retryAfterS: RETRY_AFTER_S })
}
