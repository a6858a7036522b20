import { expect, test } from 'bun:test'
import { askedHeaders } from '../../../../src/http/request/asked-headers.ts'

const ask = (headers: Record<string, string>): Request => new Request('http://localhost/rest/exoplanets', { headers })

test('each request is read by its own headers, whichever was read before', () => {
  const first = ask({ accept: 'text/csv', 'if-none-match': '"a"' })
  const second = ask({ 'accept-encoding': 'gzip', 'if-modified-since': 'Sat, 28 Nov 2026 00:00:00 GMT' })
  for (const request of [first, first, second, first, second, second])
    expect(askedHeaders(request)).toEqual({
      accept: request.headers.get('accept'),
      acceptEncoding: request.headers.get('accept-encoding'),
      ifNoneMatch: request.headers.get('if-none-match'),
      ifModifiedSince: request.headers.get('if-modified-since'),
    })
})
