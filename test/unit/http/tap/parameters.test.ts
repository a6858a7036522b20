import { describe, expect, test } from 'bun:test'
import { readParameters, requestParameters } from '../../../../src/http/tap/parameters.ts'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 512 * 1_024

const post = (body: string | FormData, type?: string) =>
  requestParameters(
    new Request('http://localhost/tap/sync?LANG=ADQL', {
      method: 'POST',
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    }),
  )

test('a form of the length that one may have is read, and one byte more is not', async () => {
  const form = (bytes: number) => `QUERY=${'a'.repeat(bytes - 6)}`
  expect((await post(form(MAX_BYTES), FORM)).get('QUERY')![0]).toHaveLength(MAX_BYTES - 6)
  await expect(post(form(MAX_BYTES + 1), FORM)).rejects.toMatchObject({ code: 'sql_too_long' })
})

test('parameters of the address and of the form count together, whatever the form is made of', async () => {
  const multipart = new FormData()
  multipart.append('query', 'select 1')
  for (const found of [await post('query=select+1', FORM), await post(multipart)])
    expect(Object.fromEntries(found)).toEqual({ LANG: ['ADQL'], QUERY: ['select 1'] })
})

test.each(['application/json', 'text/plain'])(
  'a form of type %s is refused, but nothing of that type is nothing',
  async (type) => {
    await expect(post('{}', type)).rejects.toMatchObject({ code: 'invalid_parameter' })
    expect([...(await post('', type)).keys()]).toEqual(['LANG'])
  },
)

describe('names and values are decoded', () => {
  test.each([
    ['a=1&A=2', { A: ['1', '2'] }],
    ['a=b=c', { A: ['b=c'] }],
    ['a', { A: [''] }],
    ['=1&&a=%', { A: ['%'] }],
    ['a=%E2%82%AC+%41', { A: ['€ A'] }],
    ['a=%ff%41', { A: ['%ff%41'] }],
    ['%41+=1', { A: ['1'] }],
  ])('%s', (text, expected) => {
    expect(Object.fromEntries(readParameters(text))).toEqual(expected)
  })
})
