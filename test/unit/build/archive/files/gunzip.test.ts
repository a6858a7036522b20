import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { gunzip } from '../../../../../build/archive/files/gunzip.ts'

const FIRST = gzipSync('first,')
const SECOND = gzipSync('second')
const ZEROS = Buffer.alloc(40_000)

async function unpack(bytes: Uint8Array, chunkBytes: number): Promise<string> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const parts: Uint8Array[] = []
  for await (const part of gunzip(chunks(), 1024)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe.each([7, FIRST.length, 1_000, 1_000_000])('gzip data that come %d bytes at a time', (chunkBytes) => {
  test('are unpacked member by member', async () => {
    expect(await unpack(Buffer.concat([FIRST, SECOND]), chunkBytes)).toBe('first,second')
  })

  test('may be filled up with zeros', async () => {
    expect(await unpack(Buffer.concat([FIRST, SECOND, ZEROS]), chunkBytes)).toBe('first,second')
  })

  test('are refused where a member comes behind zeros, which zlib would drop', async () => {
    for (const [zeros, behind] of [
      [ZEROS, SECOND],
      [ZEROS.subarray(0, 1), SECOND],
      [ZEROS, Buffer.from('x')],
    ] as const)
      await expect(unpack(Buffer.concat([FIRST, zeros, behind, ZEROS]), chunkBytes)).rejects.toThrow(
        'There are data behind the zeros that end the gzip data.',
      )
  })

  test('are refused where anything else comes behind a member', async () => {
    await expect(unpack(Buffer.concat([FIRST, Buffer.from('garbage')]), chunkBytes)).rejects.toThrow('header')
  })
})

test('data behind the zeros are refused whenever they come, also long after zlib has stopped', async () => {
  const unpacked = async (last: Uint8Array): Promise<string> => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (const chunk of [FIRST, ZEROS.subarray(0, 10), ZEROS, last]) {
        yield chunk
        await Bun.sleep(5)
      }
    }
    const parts: Uint8Array[] = []
    for await (const part of gunzip(chunks(), 1024)) parts.push(part)
    return Buffer.concat(parts).toString()
  }
  expect(await unpacked(ZEROS)).toBe('first,')
  await expect(unpacked(SECOND)).rejects.toThrow('There are data behind the zeros that end the gzip data.')
})
