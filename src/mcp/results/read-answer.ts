import type { Answer } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../format/exact-json.ts'

const decoder = new TextDecoder()

/** The finished text of a response. */
export function answerText(answer: Answer): string {
  return decoder.decode(answer.body())
}

/**
 * Parses a finished JSON response into the value that the core serialized; an integer that a number cannot represent
 * becomes a string.
 */
export function readAnswer<Body>(answer: Answer): Body {
  return parseExact(answerText(answer))
}
