/** Headers that describe a body, which a 304 does not have. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-disposition']

/** The 304 in place of a 200, where only that shows which representation the client would get. */
export function unchanged({ headers }: Pick<Response, 'headers'>): Response {
  const kept = new Headers(headers)
  for (const name of BODY_HEADERS) kept.delete(name)
  return new Response(null, { status: 304, headers: kept })
}
