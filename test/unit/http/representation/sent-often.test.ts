import { expect, test } from 'bun:test'
import {
  mappedRepresentation,
  type Representation,
  representation,
  sentOften,
} from '../../../../src/http/representation/representation.ts'

const BYTES = new TextEncoder().encode('{"data":[]}')
const bytesOf = ({ body }: Representation): Promise<Uint8Array> => new Response(body as BodyInit).bytes()

test('a body that is sent often is no longer copied, and has the same bytes', async () => {
  const kept = representation(BYTES, new Headers())
  expect(kept.body).toBeInstanceOf(Uint8Array)
  const sent = sentOften(kept)
  expect(sent.body).toBeInstanceOf(Blob)
  expect(sent).toBe(kept)
  expect(await bytesOf(sent)).toEqual(BYTES)
  expect(sentOften(kept).body).toBe(sent.body)
})

test('a view of a mapped file stays one, since a copy would take memory that nobody counts', () => {
  expect(sentOften(mappedRepresentation(BYTES, new Headers())).body).toBe(BYTES)
})

test('a body in pieces stays in pieces', () => {
  const pieces = [BYTES, BYTES]
  expect(sentOften(representation(pieces, new Headers())).body).toBe(pieces)
})
