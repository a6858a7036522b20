import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Unpacks gzip data as they come. What is wrong with them is zlib's error; what `packed` throws passes through as it is. */
export async function* gunzip(packed: AsyncIterable<Uint8Array>, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: chunkBytes })
  const source = Readable.from(packed)
  source.on('error', (error) => unpacking.destroy(error))
  try {
    for await (const chunk of source.pipe(unpacking)) yield chunk as Uint8Array
  } finally {
    source.destroy()
    unpacking.destroy()
  }
}
