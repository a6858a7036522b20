import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createReusedHeaders } from '../../../../src/http/response/reused-headers.ts'

const ALWAYS = { 'content-type': 'application/json', vary: 'Accept-Encoding' }
const OWN = fc.dictionary(
  fc.constantFrom('link', 'x-total-count', 'x-warnings', 'vary'),
  fc.stringMatching(/^[a-z]{1,8}$/),
)

test('whatever came before, the headers are those of this answer alone', () => {
  fc.assert(
    fc.property(fc.array(OWN, { minLength: 1, maxLength: 8 }), (answers) => {
      const reused = createReusedHeaders(new Headers(ALWAYS))
      for (const own of answers) expect([...reused(own)]).toEqual([...new Headers({ ...ALWAYS, ...own })])
    }),
  )
})

test('a response keeps the headers that it was made with', () => {
  const reused = createReusedHeaders(new Headers(ALWAYS))
  const first = new Response(null, { headers: reused({ link: 'first' }) })
  const second = new Response(null, { headers: reused({ 'x-total-count': '2' }) })
  expect(first.headers.get('link')).toBe('first')
  expect(first.headers.has('x-total-count')).toBe(false)
  expect(second.headers.has('link')).toBe(false)
})
