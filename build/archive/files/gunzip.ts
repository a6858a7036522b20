import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Decompresses gzip data as they arrive. Invalid data cause zlib's error; errors from `packed` are passed through unchanged. */
export async function* gunzip(packed: AsyncIterable<Uint8Array>, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: chunkBytes })
  const sent = new SentBytes()
  const source = Readable.from(sent.watch(packed, () => unpacking.bytesWritten))
  source.on('error', (error) => unpacking.destroy(error))
  try {
    for await (const chunk of source.pipe(unpacking)) yield chunk as Uint8Array
    // zlib stops at a zero between members, and does not report the data after it.
    source.unpipe(unpacking)
    for (const chunk of sent.after(unpacking.bytesWritten)) refuseData(chunk)
    for await (const chunk of source) refuseData(chunk)
  } finally {
    source.destroy()
    unpacking.destroy()
  }
}

/** The chunks that were passed to zlib and that it has not decompressed yet. */
class SentBytes {
  /** Number of bytes before `#chunks`. */
  #start = 0
  #chunks: Uint8Array[] = []

  async *watch(chunks: AsyncIterable<Uint8Array>, unpackedBytes: () => number): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#forget(unpackedBytes())
      this.#chunks.push(chunk)
      yield chunk
    }
  }

  /** Returns the data after the first `bytes` of the input. */
  after(bytes: number): readonly Uint8Array[] {
    this.#forget(bytes)
    return this.#chunks.map((chunk, index) => (index === 0 ? chunk.subarray(bytes - this.#start) : chunk))
  }

  #forget(bytes: number): void {
    while (this.#chunks.length > 0 && this.#start + this.#chunks[0]!.length <= bytes)
      this.#start += this.#chunks.shift()!.length
  }
}

/** Tapes and some tools pad a file with zeros; any other data after them would be rows that are silently lost. */
function refuseData(chunk: Uint8Array): void {
  if (chunk.some((byte) => byte !== 0)) throw new Error('There are data behind the zeros that end the gzip data.')
}
