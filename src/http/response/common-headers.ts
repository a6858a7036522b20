/** Headers of every response, including errors: readable from any web page, and without content sniffing by browsers. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
  'x-content-type-options': 'nosniff',
} as const

/** Methods that every path except `/mcp` accepts. */
export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const

/** The response to OPTIONS, including a browser's preflight. `methods` are those that the path accepts. */
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
