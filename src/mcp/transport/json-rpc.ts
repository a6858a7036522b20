/** Errors that `/mcp` returns without a protocol stack: the status, the JSON-RPC code, and a sentence. */
const FAULTS = {
  parse_error: [400, -32_700],
  invalid_request: [400, -32_600],
  method_not_found: [404, -32_601],
  // The revisions that identify this error only by its number send it with 200, like any response.
  invalid_params: [200, -32_602],
  forbidden: [403, -32_000],
  method_not_allowed: [405, -32_000],
  not_acceptable: [406, -32_000],
  too_large: [413, -32_000],
  unsupported_media_type: [415, -32_000],
} as const satisfies Record<string, readonly [status: number, code: number]>

/** A JSON-RPC error in response to `message`, or to no message in particular. */
export function rpcError(
  fault: keyof typeof FAULTS,
  text: string,
  { message, headers = {} }: { readonly message?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const [status, code] = FAULTS[fault]
  return Response.json({ jsonrpc: '2.0', id: requestId(message), error: { code, message: text } }, { status, headers })
}

function requestId(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
