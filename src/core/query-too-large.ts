import { CatalogError } from './errors.ts'

/** The refusal of a query that needs more memory than one query may have. */
export function queryNeedsMemory(): CatalogError {
  return new CatalogError(
    'query_too_large',
    'The query exceeds the memory limit: select fewer rows or shorter texts, or aggregate before you join.',
  )
}
