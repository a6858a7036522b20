/** Maximum size of a request body in bytes; the longest SQL text is 16 KiB. */
export const MAX_BODY_BYTES = 1_048_576

/**
 * Maximum number of values in a body, including nested ones: a call of describe_catalog can name a thousand columns, and no
 * call needs more values.
 */
export const MAX_VALUES = 2_000

/** A parsed JSON body, or why it was rejected. */
export type ReadMessage =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_many_values' }
  | { readonly kind: 'not_json' }

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const OPENERS = [123, 91] // { and [

/** Whether a JSON text contains more than `most` values; an empty list or object is counted as two. Reading stops there. */
function holdsMoreValues(json: Uint8Array, most: number): boolean {
  let isText = false
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA || OPENERS.includes(byte)) values += 1
    if (values > most) return true
  }
  return false
}

/** Reads at most MAX_BODY_BYTES of a body, and nothing if its declared length exceeds that. */
export async function readMessage(request: Request): Promise<ReadMessage> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return { kind: 'too_large' }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BODY_BYTES) return { kind: 'too_large' }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  // Checked before parsing: building an object with 90,000 members takes a quarter of a second.
  if (holdsMoreValues(bytes, MAX_VALUES)) return { kind: 'too_many_values' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'not_json' }
  }
}
