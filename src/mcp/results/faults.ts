import type { CatalogError, ErrorCode } from '../../core/errors.ts'

/** A fault of the request itself, which the protocol answers with an error instead of a result. */
export class RequestFault extends Error {
  constructor(
    readonly kind: 'invalid_params' | 'resource_not_found' | 'internal',
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.name = 'RequestFault'
  }
}

/** Most faults of one request that are told; who mends these is told the next ones. */
const MAX_FAULTS = 5

/** A sentence for each of the first faults, and how many there are beside them. */
export function inSentences<Fault>(faults: readonly Fault[], worded: (fault: Fault) => string): string {
  const more = faults.length - MAX_FAULTS
  const rest = more > 0 ? [`There ${more === 1 ? 'is one more fault' : `are ${more} more faults`} like these.`] : []
  return [...faults.slice(0, MAX_FAULTS).map(worded), ...rest].join(' ')
}

/** Answers, but with `shaped` in the place of a RequestFault: each protocol stack sends errors of its own as they are. */
export async function withFaults<T>(answer: () => T | Promise<T>, shaped: (fault: RequestFault) => Error): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    throw error instanceof RequestFault ? shaped(error) : error
  }
}

/** What an agent can do next about a fault, with the tools it has here. */
const NEXT_STEP: Partial<Record<ErrorCode, string>> = {
  unknown_column: 'describe_catalog without columns lists those of a table.',
  unknown_insight: 'list_insights lists the slugs.',
  unknown_name:
    "To find the exact name, ask query_catalog: SELECT DISTINCT pl_name, hostname FROM exoplanets WHERE pl_name LIKE '%part of the name%'.",
  not_a_select:
    'query_catalog takes one SELECT or WITH … SELECT, and nothing can be changed. describe_catalog lists the columns of a table.',
  several_statements: 'Send the statements one at a time, each in its own call.',
  query_timeout:
    'Make it cheaper and call again: compare hostname or pl_name with =, join on hostname only, filter with default_flag = 1 before joining, aggregate in a CTE.',
  query_too_large: 'Aggregate or filter before you join, and select fewer columns.',
  result_too_large: 'Select fewer columns or shorter texts, or add a LIMIT.',
  too_many_queries: 'Many queries are waiting: wait a few seconds and call again.',
  stopping: 'Call again in a few seconds.',
}

const LEADS_TO_REST = /\/rest\/|\bschema endpoints\b/

/** A message without its sentences that lead to REST endpoints: an agent has tools for the same. Quoted text stays. */
function withoutEndpoints(message: string): string {
  let quotes = 0
  const kept = message.split(/(?<=[.?!]) /).filter((sentence) => {
    const before = quotes
    quotes += sentence.split('"').length - 1
    const isQuoted = before % 2 === 1 || quotes > before
    return isQuoted || !LEADS_TO_REST.test(sentence)
  })
  return kept.join(' ')
}

/** A fault that the agent can mend, as one text: what is wrong, where, what comes near, what to do next. */
export function faultText(error: CatalogError): string {
  const { suggestions = [], position, retryAfterS } = error.help
  const offered = suggestions.filter((suggestion) => !error.message.includes(suggestion))
  return [
    withoutEndpoints(error.message),
    ...(offered.length === 0 ? [] : [`Did you mean ${offered.join(' or ')}?`]),
    ...(position === undefined ? [] : [`The fault is at character ${position + 1} of the SQL.`]),
    ...(retryAfterS === undefined ? [] : [`Try again after ${retryAfterS} s.`]),
    ...(NEXT_STEP[error.code] === undefined ? [] : [NEXT_STEP[error.code]]),
  ].join(' ')
}
