import { COMMON_HEADERS } from '../response/common-headers.ts'

/** Redirects a browser; `location` is relative to the requested URL, so that it works behind any prefix. */
export function redirect(status: 302 | 308, location: string): Response {
  return new Response(null, {
    status,
    headers: { ...COMMON_HEADERS, location, 'cache-control': 'no-store', vary: 'Accept' },
  })
}
