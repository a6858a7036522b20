import { expect, test } from 'bun:test'
import { MAX_BODY_BYTES, MAX_VALUES, readMessage } from '../../../../src/mcp/transport/read-message.ts'

const post = (body: BodyInit, headers: Readonly<Record<string, string>> = {}) =>
  new Request('http://localhost/mcp', { method: 'POST', body, headers })
const kindOf = async (body: BodyInit, headers?: Readonly<Record<string, string>>) =>
  (await readMessage(post(body, headers))).kind

test('a body of the length that one may have is read, and one byte more is not', async () => {
  const text = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`
  expect(await kindOf(text(MAX_BODY_BYTES))).toBe('json')
  expect(await kindOf(text(MAX_BODY_BYTES + 1))).toBe('too_large')
  expect(await kindOf('1', { 'content-length': String(MAX_BODY_BYTES + 1) })).toBe('too_large')
})

test('of a body that does not say how long it is, no more is read than one may have', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 100_000
      if (sent > 50 * MAX_BODY_BYTES) controller.close()
      else controller.enqueue(new Uint8Array(100_000).fill(49))
    },
  })
  expect(await kindOf(body)).toBe('too_large')
  expect(sent).toBeLessThan(3 * MAX_BODY_BYTES)
})

test('a message of as many values as one may have is read, and one of one more is not', async () => {
  const list = (values: number) => `[${new Array(values - 1).fill('1').join()}]`
  expect(await kindOf(list(MAX_VALUES))).toBe('json')
  expect(await kindOf(list(MAX_VALUES + 1))).toBe('too_many_values')
  // What stands in a text is no value.
  expect(await kindOf(JSON.stringify(`\\",${'[,{'.repeat(2_000)}`))).toBe('json')
})

test('what is not JSON in UTF-8 is said to be none', async () => {
  expect(await kindOf('{"a":}')).toBe('not_json')
  expect(await kindOf(Uint8Array.of(34, 0xff, 34))).toBe('not_json')
  expect(await readMessage(post('{"a": ["é"]}'))).toEqual({ kind: 'json', value: { a: ['é'] } })
})
