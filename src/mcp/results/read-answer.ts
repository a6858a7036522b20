import type { Answer } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../core/text/parse-exact.ts'

const decoder = new TextDecoder()

/** The finished text of an answer. */
export function answerText(answer: Answer): string {
  return decoder.decode(answer.body())
}

/** A finished JSON answer as the value that the core made it from; an integer that no number holds is text. */
export function readAnswer<Body>(answer: Answer): Body {
  return parseExact(answerText(answer))
}
