import { expect, test } from 'bun:test'
import { ByteWriter, MIN_SCRATCH_BYTES, OutputTooLong, SLICE_BYTES } from '../../../src/formats/byte-writer.ts'

/** A writer, and what it has sent. */
function writer(maxBytes = Number.POSITIVE_INFINITY, scratchBytes = MIN_SCRATCH_BYTES) {
  const sent: Uint8Array[] = []
  const out = new ByteWriter(Buffer.alloc(scratchBytes), maxBytes, (bytes) => sent.push(new Uint8Array(bytes)))
  return { out, all: () => Buffer.concat([...sent, out.finish()]), sent }
}

const every = Uint8Array.from({ length: 256 }, (_, at) => at)

test('bytes are written as they are, whole or in part', () => {
  const { out, all } = writer()
  out.bytes(every)
  out.part(every, 100, 200)
  out.part(every, 5, 5)
  out.byte(255)
  out.ascii('abc')
  expect(all()).toEqual(Buffer.concat([every, every.subarray(100, 200), Buffer.from([255]), Buffer.from('abc')]))
  expect(out.byteLength).toBe(256 + 100 + 1 + 3)
})

test.each([SLICE_BYTES - 1, SLICE_BYTES, SLICE_BYTES + 1, 5 * MIN_SCRATCH_BYTES + 7])(
  '%d bytes pass through',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256)
    const { out, all } = writer()
    out.byte(1)
    out.bytes(bytes)
    out.part(bytes, 3, length)
    expect(all()).toEqual(Buffer.concat([Buffer.from([1]), bytes, bytes.subarray(3)]))
    expect(out.byteLength).toBe(1 + length + length - 3)
  },
)

test('what is sent is counted, and nothing is sent of nothing', () => {
  const { out, sent, all } = writer()
  out.flush()
  expect(sent).toEqual([])
  out.ascii('ab')
  out.flush()
  out.ascii('c')
  expect([out.byteLength, sent.length, all().toString()]).toEqual([3, 1, 'abc'])
})

test('an output may have as many bytes as it may have, and no more', () => {
  const exact = writer(3)
  exact.out.ascii('abc')
  expect(exact.all().toString()).toBe('abc')
  const over = writer(3)
  over.out.ascii('ab')
  over.out.flush()
  over.out.ascii('cd')
  expect(() => over.out.finish()).toThrow(OutputTooLong)
  expect(() => over.out.flush()).toThrow(OutputTooLong)
})

test('too small a buffer is refused', () => {
  expect(() => writer(1, MIN_SCRATCH_BYTES - 1)).toThrow(RangeError)
})
