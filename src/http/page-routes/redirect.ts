import { COMMON_HEADERS } from '../response/common-headers.ts'

/** Sends a browser on; `location` is relative to the address that was asked for, so that it is right behind any prefix. */
export function redirect(status: 302 | 308, location: string): Response {
  return new Response(null, {
    status,
    headers: { ...COMMON_HEADERS, location, 'cache-control': 'no-store', vary: 'Accept' },
  })
}
