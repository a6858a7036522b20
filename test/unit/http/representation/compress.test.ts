import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { byteLengthOf, MIN_PIECES_BYTES } from '../../../../src/core/pieces.ts'
import { compressPieces } from '../../../../src/http/representation/compress.ts'
import { seededRandom } from '../../../bench/load/seeded-random.ts'

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

/** Bytes that hardly become fewer, so that what has been handed over and is written again would show. */
const BYTES = noise(1_300_000)

function noise(length: number): Uint8Array {
  const random = seededRandom(7)
  return Uint8Array.from({ length }, () => Math.floor(random() * 200))
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

describe.each(['gzip', 'br', 'zstd'] as const)('%s of what came in pieces', (coding) => {
  test('holds the same bytes, and is the same wherever they were cut', async () => {
    const [first, ...others] = await Promise.all(
      [65_536, 131_071, 700_000, 1_048_576].map((size) => compressPieces(coding, cut(BYTES, size))),
    )
    const compressed = Buffer.concat(first!)
    expect(DECODERS[coding](compressed).equals(BYTES)).toBe(true)
    for (const other of others) expect(Buffer.concat(other).equals(compressed)).toBe(true)
    // Nor is that joined, while it is long.
    expect(byteLengthOf(first!)).toBeGreaterThan(MIN_PIECES_BYTES)
    expect(Math.max(...first!.map(({ length }) => length))).toBeLessThan(MIN_PIECES_BYTES)
  })

  test('is one piece where it is short', async () => {
    const pieces = cut(new Uint8Array(3_000_000), 65_536)
    const compressed = await compressPieces(coding, pieces)
    expect(compressed).toHaveLength(1)
    expect(DECODERS[coding](compressed[0]!).equals(Buffer.concat(pieces))).toBe(true)
  })
})
