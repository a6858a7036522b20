import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Unpacks gzip data as they come. What is wrong with them is zlib's error; what `packed` throws passes through as it is. */
export async function* gunzip(packed: AsyncIterable<Uint8Array>, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: chunkBytes })
  const sent = new SentBytes()
  const source = Readable.from(sent.watch(packed, () => unpacking.bytesWritten))
  source.on('error', (error) => unpacking.destroy(error))
  try {
    for await (const chunk of source.pipe(unpacking)) yield chunk as Uint8Array
    // zlib stops at a zero between members, and says nothing of what comes behind it.
    source.unpipe(unpacking)
    for (const chunk of sent.after(unpacking.bytesWritten)) refuseData(chunk)
    for await (const chunk of source) refuseData(chunk)
  } finally {
    source.destroy()
    unpacking.destroy()
  }
}

/** The chunks that went to zlib and that it has not unpacked yet. */
class SentBytes {
  /** Bytes that came before `#chunks`. */
  #start = 0
  #chunks: Uint8Array[] = []

  async *watch(chunks: AsyncIterable<Uint8Array>, unpackedBytes: () => number): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#forget(unpackedBytes())
      this.#chunks.push(chunk)
      yield chunk
    }
  }

  /** What there is behind the first `bytes` of all. */
  after(bytes: number): readonly Uint8Array[] {
    this.#forget(bytes)
    return this.#chunks.map((chunk, index) => (index === 0 ? chunk.subarray(bytes - this.#start) : chunk))
  }

  #forget(bytes: number): void {
    while (this.#chunks.length > 0 && this.#start + this.#chunks[0]!.length <= bytes)
      this.#start += this.#chunks.shift()!.length
  }
}

/** Tapes and some tools fill a file up with zeros; anything else behind them would be rows that nobody reads. */
function refuseData(chunk: Uint8Array): void {
  if (chunk.some((byte) => byte !== 0)) throw new Error('There are data behind the zeros that end the gzip data.')
}
