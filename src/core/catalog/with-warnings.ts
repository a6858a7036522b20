import type { Pieces } from '../pieces.ts'
import type { Warning } from '../ports.ts'

const encoder = new TextEncoder()

/** The member that warnings add at the end of a JSON object, with what closes it. */
function member(warnings: readonly Warning[]): Uint8Array {
  return encoder.encode(`,"warnings":${JSON.stringify(warnings)}}`)
}

/** A JSON object in pieces with its warnings as the last member; the given pieces stay as they are. */
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
