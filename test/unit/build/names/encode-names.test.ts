import { expect, test } from 'bun:test'
import { encodeNames } from '../../../../build/names/encode-names.ts'
import { NAME_INDEX_MAGIC, type NameIndexHeader } from '../../../../src/format/name-index.ts'

/** The header of an index of these hosts, and the later words of their names. */
function indexOf(...names: readonly string[]): { readonly header: NameIndexHeader; readonly words: readonly string[] } {
  const targets = names.map((name) => ({
    kind: 'host' as const,
    name,
    table: 'stellarhosts' as const,
    host: null,
    letter: null,
  }))
  const bytes = Buffer.from(encodeNames(targets, []))
  const length = bytes.readUInt32LE(NAME_INDEX_MAGIC.length)
  const header: NameIndexHeader = JSON.parse(bytes.toString('utf8', NAME_INDEX_MAGIC.length + 4).slice(0, length))
  const { keys, keyOffsets, partEntries, partStarts } = header.sections
  const keyOf = (entry: number) => {
    const at = (index: number) => keys.offset + bytes.readUInt32LE(keyOffsets.offset + 4 * index)
    return bytes.toString('utf8', at(entry), at(entry + 1))
  }
  const words = Array.from({ length: header.parts }, (_, part) =>
    keyOf(bytes.readUInt32LE(partEntries.offset + 4 * part)).slice(bytes.readUInt8(partStarts.offset + part)),
  )
  return { header, words }
}

test('the later words of a name can be looked for, but not single letters, nor its beginning', () => {
  expect(indexOf('Alpha Centauri B').words).toEqual(['centaurib'])
  expect(indexOf('51 Peg b', '51 Peg').words).toEqual(['peg', 'pegb'])
  expect(indexOf('Kepler-22').words).toEqual(['22'])
  expect(indexOf('X b', 'b').words).toEqual([])
})

test('the sections follow each other, each at its place, however long the header is', () => {
  for (const count of [0, 1, 9, 10, 99, 1_000]) {
    const { header } = indexOf(...Array.from({ length: count }, (_, at) => `Host ${at}`))
    expect([header.targets, header.entries]).toEqual([count, count])
    let end = 0
    for (const { offset, bytes } of Object.values(header.sections)) {
      expect(offset % 8).toBe(0)
      expect(offset).toBeGreaterThanOrEqual(end)
      end = offset + bytes
    }
  }
})
