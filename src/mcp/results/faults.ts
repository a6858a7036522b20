import type { CatalogError, ErrorCode } from '../../core/errors.ts'
import { alternatives } from '../../core/text/quote-for-message.ts'
import { seeAlso } from './see-also.ts'

/** An error of the request itself, for which the protocol returns an error instead of a result. */
export class RequestError extends Error {
  constructor(
    readonly kind: 'invalid_params' | 'resource_not_found' | 'internal',
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.name = 'RequestError'
  }
}

/** Maximum number of errors reported per request; the rest follow once these are fixed. */
const MAX_FAULTS = 5

/** A sentence for each of the first errors, and the number of further ones. */
export function joinErrorMessages<Fault>(faults: readonly Fault[], worded: (fault: Fault) => string): string {
  const more = faults.length - MAX_FAULTS
  const rest = more > 0 ? [`There ${more === 1 ? 'is one more error' : `are ${more} more errors`} like these.`] : []
  return [...faults.slice(0, MAX_FAULTS).map(worded), ...rest].join(' ')
}

/** Returns the result, or `shaped` of a RequestError: each protocol stack requires its own error type. */
export async function withFaults<T>(answer: () => T | Promise<T>, shaped: (fault: RequestError) => Error): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    throw error instanceof RequestError ? shaped(error) : error
  }
}

/** What an agent can do next after an error that refers to nothing else. */
const NEXT_STEP: Partial<Record<ErrorCode, string>> = {
  not_a_select: 'query_catalog accepts one SELECT or WITH … SELECT; the data are read-only.',
  several_statements: 'Send the statements one at a time, each in its own call.',
  query_timeout:
    'Make it cheaper and call again: compare hostname or pl_name with =, join on hostname only, filter with default_flag = 1 before joining, aggregate in a CTE.',
  query_too_large: 'Aggregate or filter before you join, and select fewer columns.',
  result_too_large: 'Select fewer columns or shorter texts, or add a LIMIT.',
  sql_unavailable: 'The other tools work in the meantime.',
}

/** An error that the agent can correct, as one text: what is wrong, where, similar values, and the next step. */
export function faultText(error: CatalogError): string {
  const { suggestions = [], position, retryAfterS, see } = error.help
  const offered = suggestions.filter((suggestion) => !error.message.includes(suggestion))
  const next = NEXT_STEP[error.code]
  return [
    error.message,
    ...(offered.length === 0 ? [] : [`Did you mean ${alternatives(offered)}?`]),
    ...(position === undefined ? [] : [`The error is at character ${position + 1} of the SQL.`]),
    ...(retryAfterS === undefined ? [] : [`Call again after ${retryAfterS} s.`]),
    ...(next === undefined ? [] : [next]),
    ...(see === undefined ? [] : [seeAlso(see)]),
  ].join(' ')
}
