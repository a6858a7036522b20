/** Longest request body in bytes; the longest SQL text is 16 KiB. */
export const MAX_BODY_BYTES = 1_048_576

/**
 * Most values of a body, nested ones included: a call of describe_catalog may name a thousand columns, and none has
 * more.
 */
export const MAX_VALUES = 2_000

/** A body as JSON, or why it is none. */
export type ReadMessage =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_many_values' }
  | { readonly kind: 'not_json' }

/** True where `root` and what it holds are more than `most` values; what it holds beyond these is not looked at. */
function holdsMoreValues(root: unknown, most: number): boolean {
  const found = [root]
  for (let at = 0; at < found.length; at++) {
    const value = found[at]
    if (typeof value !== 'object' || value === null) continue
    const members = Object.values(value)
    if (found.length + members.length > most) return true
    found.push(...members)
  }
  return false
}

/** Reads no more than MAX_BODY_BYTES of a body, and nothing of one that announces itself as longer. */
export async function readMessage(request: Request): Promise<ReadMessage> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return { kind: 'too_large' }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BODY_BYTES) return { kind: 'too_large' }
    chunks.push(chunk)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    const value: unknown = JSON.parse(text)
    return holdsMoreValues(value, MAX_VALUES) ? { kind: 'too_many_values' } : { kind: 'json', value }
  } catch {
    return { kind: 'not_json' }
  }
}
