/** What the protocol wants in `Accept`; the second type is never sent here. */
export const BOTH_TYPES = 'application/json, text/event-stream'

const RANGES = new Set(['application/json', 'application/*', '*/*'])

/** True where an `Accept` header lets JSON through; an absent or empty one lets everything through. */
export function acceptsJson(accept: string | null): boolean {
  if (accept === null || accept.trim() === '') return true
  return accept.split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return RANGES.has(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
