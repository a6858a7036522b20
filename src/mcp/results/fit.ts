import type { ToolOutput } from './tool.ts'

/**
 * Maximum size of a tool result, in characters of JSON; the text and the structured content are identical. About 20,000
 * tokens: enough for a hundred rows of ten columns, and for the overview of a table of 355 columns.
 */
export const MAX_RESULT_CHARS = 60_000

/** A result, truncated if necessary, with its JSON. */
export interface Fitted<Output> {
  readonly output: Output
  readonly json: string
}

/** Truncates the result to as many of its parts as fit into `maxChars` of JSON. */
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
