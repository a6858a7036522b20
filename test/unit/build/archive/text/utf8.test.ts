import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkUtf8 } from '../../../../../build/archive/text/utf8.ts'
import { archiveError } from '../../../../fixtures/archives/archive-folder.ts'

async function* inChunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length]!
    yield bytes.slice(at, at + size)
    at += size
  }
}

test('text comes out whole however it is chunked, and no chunk ends between CR and LF', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '\r', '\n', '\r\n', 'é', '\u20ac', '\u{1fa90}', '\ufeff'),
    maxLength: 60,
  })
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(text, sizes, async (content, chunkSizes) => {
      let decoded = ''
      for await (const chunk of checkUtf8('ps.csv', inChunks(Buffer.from(content), chunkSizes))) {
        expect(decoded.endsWith('\r') && chunk[0] === 10).toBe(false)
        decoded += new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(chunk)
      }
      expect(decoded).toBe(content.replace(/^\ufeff/, ''))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a lone continuation byte', [0x80], '80'],
  ['Latin-1', [0xe9, 0x41], 'e9 41'],
  ['an overlong form', [0xc0, 0xaf], 'c0 af'],
  ['a surrogate', [0xed, 0xa0, 0x80], 'ed a0 80'],
  ['a character cut off by the end of the file', [0xe2, 0x82], 'e2 82'],
] as const)('%s is refused with its line and bytes', async (_name, bad, value) => {
  for (const size of [1, 2, 3, 1000]) {
    const isAtEnd = value === 'e2 82'
    const bytes = Buffer.concat([
      Buffer.from('name\r\n\u00e9\n'),
      Buffer.from(bad),
      Buffer.from(isAtEnd ? '' : 'b\nc\n'),
    ])
    const error = await archiveError(async () => {
      for await (const chunk of checkUtf8('ps.csv', inChunks(bytes, [size]))) expect(chunk.length).toBeGreaterThan(0)
    })
    expect(error.place).toEqual({ file: 'ps.csv', line: 3, value })
    expect(error.message).toBe(`ps.csv, line 3: the bytes ${value} are not UTF-8.`)
  }
})
