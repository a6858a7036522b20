/** Longest request body in bytes; the longest SQL text is 16 KiB. */
export const MAX_BODY_BYTES = 1_048_576

/** A body as JSON, or why it is none. */
export type ReadMessage =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_json' }

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
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'not_json' }
  }
}
