import { CatalogError } from './errors.ts'

/** The rejection of a query that needs more memory than a single query can use. */
export function queryNeedsMemory(): CatalogError {
  return new CatalogError(
    'query_too_large',
    'The query exceeds the memory limit: select fewer rows or shorter texts, or aggregate before you join.',
  )
}
