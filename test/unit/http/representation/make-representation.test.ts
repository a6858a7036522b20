import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import type { Answer } from '../../../../src/core/catalog/catalog.ts'
import { addressOf, chosenCoding, representationKey } from '../../../../src/http/representation/coding-choice.ts'
import { MAX_INLINE_BYTES, MIN_COMPRESSED_BYTES } from '../../../../src/http/representation/compress.ts'
import { createMaker } from '../../../../src/http/representation/make-representation.ts'
import { plainBytes } from '../../../../src/http/representation/plain-bytes.ts'
import {
  mappedRepresentation,
  type Representation,
  representation,
} from '../../../../src/http/representation/representation.ts'
import type { Coding } from '../../../../src/negotiation/content-coding.ts'

const KEY = { snapshotId: 's', key: 'k' }
const STORED = { ...KEY, coded: () => new Uint8Array(0) } as unknown as typeof KEY

test.each([
  [KEY, ['br', 'gzip'], 'br'],
  [KEY, ['identity', 'gzip'], 'identity'],
  // Of a stored answer, the best of the stored forms is taken, so that nothing is compressed now.
  [STORED, ['zstd', 'br', 'gzip', 'identity'], 'gzip'],
  [STORED, ['br', 'identity', 'gzip'], 'identity'],
  [STORED, ['br'], 'identity'],
] as const)('of %o, accepting %j, the coding is %s', (key, accepted, coding) => {
  expect(chosenCoding(key, accepted)).toBe(coding)
})

test('representations differ by coding, by headers that choose, and by clients that refuse plain bytes', () => {
  const keys = [
    representationKey(KEY, ['gzip', 'identity']),
    representationKey(KEY, ['gzip']),
    representationKey(KEY, ['br', 'identity']),
    representationKey(KEY, ['gzip', 'identity'], 'Accept'),
    representationKey({ ...KEY, key: 'l' }, ['gzip', 'identity']),
    representationKey({ ...KEY, snapshotId: 't' }, ['gzip', 'identity']),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(representationKey(KEY, ['gzip', 'identity'])).toBe(representationKey(KEY, ['gzip', 'br', 'identity']))
  expect(representationKey(STORED, ['br'])).toBe(representationKey(STORED, ['identity']))
})

test('an address has the headers that choose', () => {
  const addresses: readonly Readonly<Record<string, string>>[] = [
    {},
    { accept: 'a' },
    { 'accept-encoding': 'a' },
    { accept: 'a', 'accept-encoding': 'b' },
    { accept: 'b', 'accept-encoding': 'a' },
  ]
  const made = addresses.map((headers) => addressOf(new Request('http://x/a', { headers })))
  expect(new Set(made).size).toBe(addresses.length)
  expect(addressOf(new Request('http://x/a?b'))).not.toBe(made[0]!)
})

describe('a body', () => {
  const make = createMaker()
  const headersFor = {
    lasting: (coding: Coding) => new Headers({ 'x-coding': coding }),
    passing: (coding: Coding) => new Headers({ 'x-coding': coding }),
  }
  const answerOf = (body: Answer['body'], more: Partial<Answer> = {}): Answer => ({
    ...KEY,
    mediaType: 'text/plain',
    body,
    ...more,
  })
  const sized = (bytes: number) => answerOf(() => new Uint8Array(bytes).fill(97))
  const madeOf = (answer: Answer, accepted: readonly Coding[]) => make(answer, accepted, headersFor)
  const codingOf = ({ headers }: Representation) => headers.get('x-coding')

  test.each([
    [MIN_COMPRESSED_BYTES - 1, ['gzip', 'identity'], 'lasting', 'identity'],
    [MIN_COMPRESSED_BYTES, ['gzip', 'identity'], 'lasting', 'gzip'],
    // A client that refuses plain bytes gets none, however short.
    [MIN_COMPRESSED_BYTES - 1, ['gzip'], 'lasting', 'gzip'],
    [MAX_INLINE_BYTES, ['gzip', 'identity'], 'lasting', 'gzip'],
    [MAX_INLINE_BYTES + 1, ['gzip', 'identity'], 'later', 'gzip'],
    [MAX_INLINE_BYTES + 1, ['identity'], 'lasting', 'identity'],
  ] as const)('of %d bytes, accepting %j, is made %s as %s', async (bytes, accepted, kind, coding) => {
    const made = madeOf(sized(bytes), accepted)
    expect(made.kind).toBe(kind)
    if (made.kind !== 'lasting' && made.kind !== 'later') return
    const whole = made.kind === 'later' ? await made.make() : made.representation
    expect(codingOf(whole)).toBe(coding)
    const sent = new Uint8Array(await new Response(whole.body as Uint8Array<ArrayBuffer>).arrayBuffer())
    expect(sent).toHaveLength(whole.length)
    expect(coding === 'gzip' ? gunzipSync(sent) : sent).toHaveLength(bytes)
  })

  test('in the shared buffer lasts only once it is kept', () => {
    const written = (text: string) =>
      answerOf((scratch) => scratch!.subarray(0, Buffer.from(scratch!.buffer).write(text)))
    const first = madeOf(written('first'), ['identity'])
    if (first.kind !== 'passing') throw new Error(`It is made ${first.kind}.`)
    const kept = first.keep()
    madeOf(written('other'), ['identity'])
    expect(new TextDecoder().decode(first.representation.body as Uint8Array)).toBe('other')
    expect(new TextDecoder().decode(kept.body as Uint8Array)).toBe('first')
    expect([kept.length, kept.byteLength, codingOf(kept)]).toEqual([5, 5, 'identity'])
  })

  test('that is stored is sent as it is stored', () => {
    const answer = answerOf(() => new Uint8Array([1]), { coded: (coding) => new TextEncoder().encode(coding) })
    const made = madeOf(answer, ['br', 'gzip', 'identity'])
    if (made.kind !== 'lasting') throw new Error(`It is made ${made.kind}.`)
    expect(new TextDecoder().decode(made.representation.body as Uint8Array)).toBe('gzip')
    expect([codingOf(made.representation), made.representation.byteLength]).toEqual(['gzip', 0])
  })
})

test('long bodies are blobs, and mapped ones take no memory unless they are', () => {
  const of = (bytes: number) => [
    representation(new Uint8Array(bytes), new Headers()),
    mappedRepresentation(new Uint8Array(bytes), new Headers()),
  ]
  const [short, mapped] = of(65_535)
  expect([short!.body, mapped!.body].map((body) => body instanceof Uint8Array)).toEqual([true, true])
  expect([short!.byteLength, mapped!.byteLength, mapped!.length]).toEqual([65_535, 0, 65_535])
  for (const long of of(65_536)) {
    expect(long.body).toBeInstanceOf(Blob)
    expect([long.byteLength, long.length]).toEqual([65_536, 65_536])
  }
  const pieces = [new Uint8Array(1), new Uint8Array(2)]
  expect(representation(pieces, new Headers())).toMatchObject({ body: pieces, length: 3, byteLength: 3 })
})

test('only shared memory is copied', () => {
  const own = new Uint8Array(3)
  expect(plainBytes(own)).toBe(own)
  const shared = new Uint8Array(new SharedArrayBuffer(3)).fill(7)
  const copy = plainBytes(shared)
  shared.fill(0)
  expect([...copy]).toEqual([7, 7, 7])
})
