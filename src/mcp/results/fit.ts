import type { ToolOutput } from './tool.ts'

/** Longest text content of a result, in characters; the contract of `/mcp`. */
export const MAX_TEXT_CHARS = 20_000

/**
 * Longest structured content, as characters of JSON. Some clients give it to their model in place of the text, so it must
 * not fill a context window; a thousand rows of twenty columns, and a hundred of the 119 that the archive's own web
 * download has, still go through.
 */
export const MAX_STRUCTURED_CHARS = 400_000

/** A result as it leaves, with its JSON. */
export interface Fitted<Output> {
  readonly output: Output
  readonly json: string
}

/** The result with as many of its parts as `maxChars` of JSON can hold. */
export function fit<Output>(result: ToolOutput<Output>, maxChars: number): Fitted<Output> {
  const written = (output: Output): Fitted<Output> => ({ output, json: JSON.stringify(output) })
  const whole = written(result.output)
  if (whole.json.length <= maxChars || result.parts === 0) return whole
  let best = written(result.shorten(0))
  let low = 1
  let high = result.parts - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const shorter = written(result.shorten(middle))
    if (shorter.json.length <= maxChars) {
      best = shorter
      low = middle + 1
    } else high = middle - 1
  }
  return best
}
