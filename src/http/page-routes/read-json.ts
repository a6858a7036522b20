import type { Answer } from '../../core/catalog/catalog.ts'

const decoder = new TextDecoder()

/** A JSON answer of the catalog as the value that it was made from. */
export function readJson<Body>(answer: Answer): Body {
  return JSON.parse(decoder.decode(answer.body()))
}
