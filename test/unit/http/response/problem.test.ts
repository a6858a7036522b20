import { expect, test } from 'bun:test'
import { STATUS_CODES } from 'node:http'
import { CatalogError, ERRORS, type ErrorCode } from '../../../../src/core/errors.ts'
import {
  problemBody,
  STATUS_OF_KIND,
  toErrorResponse,
  toOtherErrorResponse,
} from '../../../../src/http/response/problem.ts'
import { pageAt, section, tableRows } from '../../../fixtures/docs/docs.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

test('every error code has the status of its kind and that status\u2019s title', () => {
  for (const code of CODES) {
    const status = STATUS_OF_KIND[ERRORS[code]]
    const title = STATUS_CODES[status]!
    expect(problemBody(new CatalogError(code, 'Said so.'))).toEqual({
      type: 'about:blank',
      title,
      status,
      detail: 'Said so.',
      code,
    })
  }
})

test('a code that is none is a fault of ours, whose words stay here', async () => {
  const fault = new CatalogError('from_elsewhere' as ErrorCode, 'Secret.')
  const response = toErrorResponse(fault, new Request('http://localhost/rest/query'), () => {})
  expect(response.status).toBe(500)
  expect(await response.json()).toMatchObject({
    code: 'internal',
    detail: expect.stringContaining('Internal error, not caused by the request'),
  })
})

test('the documentation names every error code with its status, and no other', () => {
  const rows = tableRows(section('Errors', [pageAt('docs/rest.md')])).map(
    ([code, status]) => `${code!.replaceAll('`', '')} ${status}`,
  )
  expect(rows.sort()).toEqual(CODES.map((code) => `${code} ${STATUS_OF_KIND[ERRORS[code]]}`).sort())
})

const otherFormat = (request: Request, fault: unknown) =>
  toOtherErrorResponse(
    fault,
    request,
    () => {},
    { 'content-type': 'text/plain', server: 'x' },
    ({ detail }) => `! ${detail}`,
  )

test('an error in another format has its text and headers, and the status and the other headers of the problem', async () => {
  const fault = new CatalogError('too_many_queries', 'Come back.', { retryAfterS: 7 })
  const response = await otherFormat(new Request('http://localhost/x'), fault)
  expect([response.status, await response.text()]).toEqual([503, '! Come back.'])
  const names = ['content-type', 'server', 'retry-after', 'cache-control']
  expect(names.map((name) => response.headers.get(name))).toEqual(['text/plain', 'x', '7', 'no-store'])
})

test('a client that left gets no text in any format', async () => {
  const gone = new AbortController()
  const request = new Request('http://localhost/x', { signal: gone.signal })
  gone.abort()
  const response = await otherFormat(request, new Error('aborted'))
  expect([response.status, response.body]).toEqual([499, null])
})
