import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
} from 'node:zlib'
import { byteLengthOf, joinedIfShort, type Pieces } from '../../core/pieces.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import { plainBytes } from './plain-bytes.ts'

export type CompressedCoding = Exclude<Coding, 'identity'>

/** Bodies below this many bytes are sent uncompressed: headers and latency outweigh the savings. */
export const MIN_COMPRESSED_BYTES = 1_024

/**
 * Bodies up to this many bytes are compressed synchronously: a page of 9 kB takes zstd 18 µs, gzip 53 µs and brotli 78
 * µs, which is less than the cost of another thread for gzip and brotli (240 µs). Larger ones are compressed off the
 * main thread.
 */
export const MAX_INLINE_BYTES = 65_536

// Level 1 of zstd makes table JSON smaller than level 3, in two thirds of the time.
const ZSTD_LEVEL = 1
const GZIP_LEVEL = 6
// As small as level 6 of zlib (8 kB of JSON: 1,699 and 1,689 bytes; 60 kB of HTML: 9,140 and 9,407) in 71 µs instead of 73 and in
// 495 instead of 687.
const INLINE_GZIP = { library: 'libdeflate', level: 5 } as const

function brotliOptions(bytes: number): { params: Record<number, number> } {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  }
}

/** Bytes passed to the other thread at a time: with 64 KiB, zstd takes three times as long. */
const HANDED_BYTES = 1_048_576

/** Bytes that the other thread returns at a time. */
const CHUNK_BYTES = 131_072

const gzipAsync = promisify<Uint8Array, { level: number }, Buffer>(gzip)
const brotliAsync = promisify<Uint8Array, ReturnType<typeof brotliOptions>, Buffer>(brotliCompress)

/** Compresses on the calling thread; for bodies up to MAX_INLINE_BYTES. */
export function compressNow(coding: CompressedCoding, body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  switch (coding) {
    case 'zstd':
      return plainBytes(Bun.zstdCompressSync(body, { level: ZSTD_LEVEL }))
    case 'gzip':
      return Bun.gzipSync(body, INLINE_GZIP)
    case 'br':
      return brotliCompressSync(body, brotliOptions(body.byteLength))
  }
}

/** Compresses on another thread. */
export async function compressLater(
  coding: CompressedCoding,
  body: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (coding) {
    case 'zstd':
      return plainBytes(await Bun.zstdCompress(body, { level: ZSTD_LEVEL }))
    case 'gzip':
      return plainBytes(await gzipAsync(body, { level: GZIP_LEVEL }))
    case 'br':
      return plainBytes(await brotliAsync(body, brotliOptions(body.byteLength)))
  }
}

/** Compresses pieces on another thread without joining all of them; large results are returned in pieces too. */
export async function compressPieces(coding: CompressedCoding, pieces: Pieces): Promise<Pieces> {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) return [await compressLater(coding, plainBytes(first))]
  const compressed: Uint8Array[] = []
  await pipeline(handed(pieces), compressor(coding, byteLengthOf(pieces)), async (out: AsyncIterable<Uint8Array>) => {
    for await (const piece of out) compressed.push(piece)
  })
  return joinedIfShort(compressed)
}

function compressor(coding: CompressedCoding, bytes: number): Transform {
  switch (coding) {
    case 'zstd':
      return createZstdCompress({
        chunkSize: CHUNK_BYTES,
        pledgedSrcSize: bytes,
        params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
      })
    case 'gzip':
      return createGzip({ chunkSize: CHUNK_BYTES, level: GZIP_LEVEL })
    case 'br':
      return createBrotliCompress({ chunkSize: CHUNK_BYTES, ...brotliOptions(bytes) })
  }
}

/**
 * The same bytes, HANDED_BYTES at a time in a reused buffer. A stream requests the next ones only when it has consumed
 * the last ones, since they exceed its queue limit.
 */
function* handed(pieces: Pieces): Generator<Uint8Array> {
  const scratch = new Uint8Array(HANDED_BYTES)
  let filled = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + scratch.length - filled)
      scratch.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < scratch.length) continue
      yield scratch
      filled = 0
    }
  }
  if (filled > 0) yield scratch.subarray(0, filled)
}
