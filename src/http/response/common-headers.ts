/** What every answer carries, errors too: open for reading from any web page, and never guessed at by a browser. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
  'x-content-type-options': 'nosniff',
} as const

/** Methods that every path but `/mcp` takes. */
export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const

/** The answer to OPTIONS, also as a browser's preflight. `methods` are those that the path takes. */
export function preflightResponse(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      allow: methods.join(', '),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    },
  })
}
