import { expect, test } from 'bun:test'
import { CONSTELLATIONS } from '../../../src/names/constellations.ts'
import { abbreviatedKey, isGreekLetter, spellingKey } from '../../../src/names/spelling.ts'

/** Spellings of one name in each row. */
const SAME: readonly (readonly string[])[] = [
  ['HD 209458 b', 'HD209458b', 'hd-209458 B', 'HD_209458.b', ' hd  209458b '],
  ['GJ 581', 'Gl 581', 'Gliese 581', 'gj581', 'GL-581', 'gliese581'],
  ['alf Cen', 'alpha Cen', 'Alpha-Cen', 'α Cen', 'ALF CEN', 'alphaCen', 'αCen'],
  ['bet Pic b', 'β Pic b', 'beta Pic b', 'BetaPic b'],
  ['pi1 Gru', 'π1 Gru', 'pi¹ Gru', 'Pi 1 Gru'],
  ['ksi Aql', 'xi Aql', 'ξ Aql'],
  ['tet Dra', 'theta Dra', 'θ Dra'],
  ['TRAPPIST-1 e', 'TRAPPIST-1e', 'trappist 1 e', 'TRAPPIST‑1 e', 'TRAPPIST–1e'],
  ["Teegarden's Star", 'Teegarden’s star'],
]
const DIFFERENT: readonly (readonly [string, string])[] = [
  ['BD+20 594', 'BD-20 594'],
  ['Kepler-11 b', 'Kepler-11 c'],
  ['HD 1', 'HIP 1'],
  ['mu Ara', 'nu Ara'],
  ['Gliese b', 'GJ b'],
  ['Kepler-34(AB)', 'Kepler-34 AB'],
]

test('all spellings of a name have one key', () => {
  for (const spellings of SAME) {
    const keys = spellings.map((name) => [name, spellingKey(name)])
    expect(keys).toEqual(spellings.map((name) => [name, spellingKey(spellings[0]!)]))
  }
})

test('different names have different keys', () => {
  for (const [a, b] of DIFFERENT) expect([a, spellingKey(a)]).not.toEqual([a, spellingKey(b)])
})

test('constellations are abbreviated in the second key only', () => {
  expect(abbreviatedKey('Epsilon Eridani b')).toBe(spellingKey('eps Eri b'))
  expect(abbreviatedKey('51 Pegasi b')).toBe(spellingKey('51 Peg b'))
  expect(spellingKey('51 Pegasi b')).not.toBe(spellingKey('51 Peg b'))
})

test('a Greek letter is one in any spelling and case, and no other word is', () => {
  for (const word of ['alpha', 'ALF', 'Beta', 'β', 'Ω', 'xi', 'Ksi', 'MU'])
    expect([word, isGreekLetter(word)]).toEqual([word, true])
  for (const word of ['', 'a', 'alphab', 'cen', 'alpha cen']) expect([word, isGreekLetter(word)]).toEqual([word, false])
})

test('a Greek letter is abbreviated only before a word of three letters, with one digit between at most', () => {
  expect(spellingKey('alpha Cen')).toBe('alfcen')
  expect(spellingKey('alpha1 Cen')).toBe('alf1cen')
  expect(spellingKey('alpha Ab')).toBe('alphaab')
  expect(spellingKey('alpha 12 Cen')).toBe('alpha12cen')
  expect(spellingKey('alpha')).toBe('alpha')
  expect(spellingKey('Gliese 581')).toBe('gj581')
  expect(spellingKey('Gliese x')).toBe('gliesex')
})

test('all 88 constellations have an abbreviation of their own, and at least one genitive', () => {
  const abbreviations = CONSTELLATIONS.map(([abbreviation]) => abbreviation)
  expect(new Set(abbreviations).size).toBe(88)
  for (const [abbreviation, ...genitives] of CONSTELLATIONS) {
    expect(abbreviation).toMatch(/^[a-z]{3}$/)
    expect(genitives.length).toBeGreaterThan(0)
    for (const genitive of genitives) expect(abbreviatedKey(`5 ${genitive}`)).toBe(`5${abbreviation}`)
  }
})
