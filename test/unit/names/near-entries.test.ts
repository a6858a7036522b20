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

function indexOf(names: readonly string[]): NameIndex {
  const targets = names.map((host) => ({
    kind: 'host' as const,
    name: host,
    table: 'stellarhosts' as const,
    host: null,
    letter: null,
  }))
  return new NameIndex(new Uint8Array(encodeNames(targets, [])))
}

/** The names near a key, nearest first, with their distances. */
function nearNames(names: readonly string[], key: string): (readonly [string, number])[] {
  const index = indexOf(names)
  return nearEntries(index, key, () => true)
    .map(({ entry, distance: at }) => [index.text(entry), at] as const)
    .toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
}

test('exactly the keys within so many edits are found, as by comparing with each', () => {
  const wanted = name.map(spellingKey).filter((key) => key !== '')
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 60 }), wanted, fc.integer({ min: 0, max: 3 }), (names, key, most) => {
      const index = indexOf(names)
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
  const index = indexOf([0, 1, 11, 12, 13].map((more) => `abcdef${'x'.repeat(more)}`))
  const longer = nearEntries(index, 'abcdef', (entry) => index.text(entry).length > 9)
  expect(new Set(longer.map(({ entry }) => index.text(entry).length - 6))).toEqual(new Set([11, 12]))
})

test('a longer name is the nearer the fewer letters it has more; a word in a name comes after it', () => {
  expect(nearNames(['abcdx', 'abcdxx', 'zzzzzz abcd', 'zzzzzz abcdxx', 'zzzzzzabcd'], 'abcd')).toEqual([
    ['abcdx', 0.55],
    ['abcdxx', 0.6],
    ['zzzzzz abcd', 1],
    ['zzzzzz abcdxx', 1.1],
    ['abcdx', 1.5],
  ])
  expect(
    nearNames(
      [12, 13].map((more) => `zzzzzz abcd${'x'.repeat(more)}`),
      'abcd',
    ),
  ).toEqual([[`zzzzzz abcd${'x'.repeat(12)}`, 1.6]])
})

test('a part of a name is looked for from three bytes on', () => {
  expect(nearNames(['abcd'], 'abc')[0]).toEqual(['abcd', 0.55])
  expect(nearNames(['abc', 'zz ab'], 'ab')).toEqual([])
})

test('up to a third of the letters may differ, and three at most; fewer differences end the search', () => {
  expect(nearNames(['abxy'], 'abcd')).toEqual([])
  expect(nearNames(['abcdxy'], 'abcdef')).toEqual([['abcdxy', 2.5]])
  expect(nearNames(['abcdxy', 'abcdex'], 'abcdef')).toEqual([['abcdex', 1.5]])
  expect(nearNames(['abcdefghixyz'], 'abcdefghijkl')).toEqual([['abcdefghixyz', 3.5]])
  expect(nearNames(['abcdefghwxyz'], 'abcdefghijkl')).toEqual([])
})

test('texts of up to 120 bytes can be names', () => {
  const long = 'x'.repeat(121)
  expect(nearNames([long], 'x'.repeat(120))[0]).toEqual([long, 0.55])
  expect(nearNames([`${long}x`], long)).toEqual([])
})

test('of names that begin alike, and of words that do, four hundred are looked at', () => {
  const numbers = Array.from({ length: 401 }, (_, i) => `abcdefgh${1000 + i}`)
  expect(nearNames(numbers, 'abcdefgh')).toHaveLength(400)
  expect(
    nearNames(
      numbers.map((name) => `zzzzzz ${name}`),
      'abcdefgh',
    ),
  ).toHaveLength(400)
})

test('only related entries are near', () => {
  const index = indexOf(['abcdx', 'abcdy', 'zz abcd', 'abce'])
  for (const key of ['abcd', 'abcf'])
    for (const { entry } of nearEntries(index, key, (one) => index.text(one) === 'abcdy'))
      expect(index.text(entry)).toBe('abcdy')
})
