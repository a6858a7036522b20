import type { Pieces } from '../pieces.ts'
import type { Warning } from '../ports.ts'

const encoder = new TextEncoder()

/** The `warnings` member and closing brace at the end of a JSON object. */
function member(warnings: readonly Warning[]): Uint8Array {
  return encoder.encode(`,"warnings":${JSON.stringify(warnings)}}`)
}

/** Adds warnings to a JSON object in pieces, as its last member; the given pieces are not modified. */
export function withWarnings(json: Pieces, warnings: readonly Warning[]): Pieces {
  const last = json.at(-1)
  if (warnings.length === 0 || last === undefined) return json
  return [...json.slice(0, -1), last.subarray(0, -1), member(warnings)].filter(({ length }) => length > 0)
}

/** The header that names the kinds of warnings; absent if there are none. */
export function warningHeaders(warnings: readonly Warning[]): Readonly<Record<string, string>> {
  if (warnings.length === 0) return {}
  return { 'x-warnings': [...new Set(warnings.map(({ code }) => code))].join(', ') }
}
