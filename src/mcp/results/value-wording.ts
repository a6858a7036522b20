import type { z } from 'zod'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'

/** Names of JSON types for messages. All numbers that tools accept are integers. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoteForMessage(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The unit of the length of a text or a list, with a leading space; empty for a number. */
function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' entries long' : ''
}

/**
 * The expected and the received value, without a period, for errors that the schema has no message for. The validator's own
 * messages refer to its types, not to the caller's JSON.
 */
export const valueWording: z.core.$ZodErrorMap = (issue) => {
  const came = issue.input === undefined ? 'but is missing' : `but is ${shown(issue.input)}`
  switch (issue.code) {
    case 'invalid_type':
      return `it must be ${KINDS[issue.expected] ?? 'of another type'}, ${came}`
    case 'invalid_value':
      return `it must be ${issue.values.map((value) => shown(value)).join(' or ')}, ${came}`
    case 'too_small':
      if (unitOf(issue.origin) !== '' && issue.minimum === 1) return 'it must not be empty'
      return `it must be at least ${issue.minimum}${unitOf(issue.origin)}, ${came}`
    case 'too_big':
      return `it must be at most ${issue.maximum}${unitOf(issue.origin)}, ${came}`
    default:
      return `it must have another form, ${came}`
  }
}
