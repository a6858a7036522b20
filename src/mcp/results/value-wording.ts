import type { z } from 'zod'
import { shownValue } from '../../core/text/shown-value.ts'

/** What JSON values are called in a sentence. No tool takes a number that is not whole. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function shown(value: unknown): string {
  if (typeof value === 'string') return shownValue(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The unit in which a text or a list is measured, with a leading space; empty for a number. */
function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' entries long' : ''
}

/**
 * What a value of a message should have been, and what came, without a full stop; for what no schema words for itself.
 * The validator's own words are about its types, not about the caller's JSON.
 */
export const valueWording: z.core.$ZodErrorMap = (issue) => {
  const came = issue.input === undefined ? 'but is missing' : `but is ${shown(issue.input)}`
  switch (issue.code) {
    case 'invalid_type':
      return `It must be ${KINDS[issue.expected] ?? 'of another type'}, ${came}`
    case 'invalid_value':
      return `It must be ${issue.values.map((value) => shown(value)).join(' or ')}, ${came}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'It must not be empty'
      return `It must be at least ${issue.minimum}${unitOf(issue.origin)}, ${came}`
    case 'too_big':
      return `It must be at most ${issue.maximum}${unitOf(issue.origin)}, ${came}`
    default:
      return `It must have another form, ${came}`
  }
}
