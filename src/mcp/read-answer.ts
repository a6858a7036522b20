import type { Answer } from '../core/catalog.ts'

const decoder = new TextDecoder()

/** The finished text of an answer. */
export function answerText(answer: Answer): string {
  return decoder.decode(answer.body())
}

/** A finished JSON answer as the value that the core made it from. */
export function readAnswer<Body>(answer: Answer): Body {
  return JSON.parse(answerText(answer))
}
