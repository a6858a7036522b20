import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { encodeNames } from '../../../build/names/encode-names.ts'
import { NameIndex } from '../../../src/names/name-index.ts'
import { nearEntries, withinEdits } from '../../../src/names/near-entries.ts'
import { spellingKey } from '../../../src/names/spelling.ts'

const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', ' ', '-'), maxLength: 8 }),
  fc.tuple(fc.constantFrom('Kepler-', 'HD ', 'TOI-'), fc.nat(2_000)).map(([catalog, number]) => `${catalog}${number}`),
)

test('exactly the keys within so many edits are found, as by comparing with each', () => {
  const wanted = name.map(spellingKey).filter((key) => key !== '')
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), wanted, fc.integer({ min: 0, max: 3 }), (names, key, most) => {
      const targets = names.map((host) => ({
        kind: 'host' as const,
        name: host,
        table: 'stellarhosts' as const,
        host: null,
        letter: null,
      }))
      const index = new NameIndex(new Uint8Array(encodeNames(targets, [])))
      const found = withinEdits(index, Buffer.from(key), most)
      const keys = found.map(({ entry, distance: at }) => [spellingKey(index.text(entry)), at - 0.5] as const)
      const expected = names
        .map(spellingKey)
        .filter((other) => other !== '')
        .map((other) => [other, distance(other, key)] as const)
        .filter(([, edits]) => edits <= most)
      expect(keys.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: 1_000 },
  )
})

test('names that are longer by a few letters are near, and not those that are longer by more', () => {
  const wanted = 'abcdef'
  const names = [0, 1, 11, 12, 13].map((more) => `${wanted}${'x'.repeat(more)}`)
  const targets = names.map((host) => ({
    kind: 'host' as const,
    name: host,
    table: 'stellarhosts' as const,
    host: null,
    letter: null,
  }))
  const index = new NameIndex(new Uint8Array(encodeNames(targets, [])))
  const longer = nearEntries(index, wanted, (entry) => index.text(entry).length > wanted.length + 3)
  expect(new Set(longer.map(({ entry }) => index.text(entry).length - wanted.length))).toEqual(new Set([11, 12]))
})
