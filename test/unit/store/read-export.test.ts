import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExportPackWriter } from '../../../build/exports/export-pack-writer.ts'
import { compressExport } from '../../../build/workers/compress-export.ts'
import { PACK_FOOTER_BYTES } from '../../../src/format/export-pack.ts'
import { openExportPack } from '../../../src/store/read-export.ts'

let folder: string
let whole: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-export-'))
  const writer = await createExportPackWriter(folder, 'exports/exoplanets')
  for (const name of ['HAT-P-7 B', 'HAT-P-7 b', 'é+'])
    writer.add(name, { json: compress(`{"name":"${name}"}`), csv: compress(`name\r\n${name}\r\n`) })
  const { path } = await writer.finish()
  whole = await Bun.file(join(folder, path)).bytes()
})
afterAll(() => rm(folder, { recursive: true }))

const compress = (text: string) => compressExport(new TextEncoder().encode(text))

function openBytes(bytes: Uint8Array<ArrayBuffer>) {
  return openExportPack(bytes, 'exports/changed.pack')
}

function withByte(at: number, change: (byte: number) => number): Uint8Array<ArrayBuffer> {
  const bytes = whole.slice()
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = change(bytes[index]!)
  return bytes
}

test('a pack gives each file under its exact name', () => {
  const pack = openBytes(whole)
  expect(pack.names).toEqual(['HAT-P-7 B', 'HAT-P-7 b', 'é+'])
  for (const name of pack.names) {
    expect(Buffer.from(pack.find(name, 'json')!.identity()).toString()).toBe(`{"name":"${name}"}`)
    const gzip = new Uint8Array(pack.find(name, 'csv')!.coded('gzip'))
    expect(Buffer.from(Bun.gunzipSync(gzip)).toString()).toBe(`name\r\n${name}\r\n`)
  }
})

test('a name that differs in case, form or length is not found', () => {
  const pack = openBytes(whole)
  for (const name of ['hat-p-7 b', 'HAT-P-7', 'HAT-P-7 b ', 'e\u0301+', '', '__proto__', 'constructor'])
    expect(pack.find(name, 'json')).toBeUndefined()
})

describe('a pack that is not whole is refused by name', () => {
  const cases: [string, () => Uint8Array<ArrayBuffer>, RegExp][] = [
    ['too short', () => whole.slice(0, 20), /"changed\.pack" is too short/],
    ['cut at the end', () => whole.slice(0, -5), /"changed\.pack" does not end with EXOPACK1: it is truncated/],
    ['cut at the start', () => whole.slice(1), /"changed\.pack" does not begin with EXOPACK1/],
    ['another magic', () => withByte(7, (byte) => byte + 1), /does not begin with EXOPACK1/],
    [
      'more names than the index holds',
      () => withByte(-PACK_FOOTER_BYTES + 1, () => 1),
      /no index at the position in its footer/,
    ],
    [
      'an index start that is off',
      () => withByte(-PACK_FOOTER_BYTES + 4, (byte) => byte + 8),
      /no index at the position in its footer/,
    ],
    ['a changed name', () => withByte(-PACK_FOOTER_BYTES - 1, (byte) => byte ^ 1), /has a damaged index/],
    ['fewer names than the index holds', () => withByte(-PACK_FOOTER_BYTES, () => 2), /does not match its content/],
  ]
  for (const [what, bytes, message] of cases)
    test(what, () => {
      expect(() => openBytes(bytes())).toThrow(message)
    })
})

test('a damaged file is an error that names it, never wrong bytes', () => {
  const pack = openBytes(whole)
  const first = pack.find('HAT-P-7 B', 'json')!.coded('gzip')
  let refused = 0
  for (let at = 10; at < first.byteLength; at += 1) {
    const damaged = openBytes(withByte(8 + at, (byte) => byte ^ 0x10))
    // A bit that pads the last deflate byte carries nothing: the file is then still the right one.
    try {
      expect(Buffer.from(damaged.find('HAT-P-7 B', 'json')!.identity()).toString()).toBe('{"name":"HAT-P-7 B"}')
    } catch (error) {
      expect(String(error)).toContain('Damaged: the json file of "HAT-P-7 B"')
      refused += 1
    }
    expect(Buffer.from(damaged.find('HAT-P-7 B', 'csv')!.identity()).toString()).toBe('name\r\nHAT-P-7 B\r\n')
  }
  expect(refused).toBeGreaterThan(first.byteLength - 13)
})

test('a file that unpacks to another length than its index says is damaged', async () => {
  const writer = await createExportPackWriter(folder, 'exports/lengths')
  const json = compress('{"name":"a"}')
  writer.add('a', { json: { ...json, identityBytes: json.identityBytes + 1 }, csv: compress('name\r\na\r\n') })
  const { path } = await writer.finish()
  const pack = openBytes(await Bun.file(join(folder, path)).bytes())
  expect(() => pack.find('a', 'json')!.identity()).toThrow(
    'Damaged: the json file of "a" in "changed.pack" has 12 bytes.',
  )
  expect(Buffer.from(pack.find('a', 'csv')!.identity()).toString()).toBe('name\r\na\r\n')
})

test('names out of order never make a pack', async () => {
  const writer = await createExportPackWriter(folder, 'exports/unordered')
  const files = { json: compress('{}'), csv: compress('a\r\n') }
  writer.add('b', files)
  expect(() => writer.add('a', files)).toThrow('out of order')
  expect(() => writer.add('b', files)).toThrow('out of order')
  await writer.abandon()
  expect(await Bun.file(join(folder, 'exports/unordered.pack.tmp')).exists()).toBe(false)
})
