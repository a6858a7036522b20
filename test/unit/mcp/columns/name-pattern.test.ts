import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { namePattern } from '../../../../src/mcp/columns/name-pattern.ts'

test.each([
  ['pl_mass*', 'pl_masse', true],
  ['pl_mass*', 'pl_mas', false],
  ['*', 'anything', true],
  ['*', '', true],
  ['***', 'anything', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'axbxbxc', true],
  ['a*b*c', 'axcxb', false],
  ['a**b', 'ab', true],
  ['a.b', 'axb', false],
  ['a', 'a', true],
  ['', 'a', false],
])('%s and %s: %p', (pattern, name, isFit) => {
  expect(namePattern(pattern)(name)).toBe(isFit)
})

test('a pattern fits what the same regular expression fits', () => {
  const letters = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 })
  fc.assert(
    fc.property(letters('ab*'), letters('ab'), (pattern, name) => {
      expect(namePattern(pattern)(name)).toBe(new RegExp(`^${pattern.replace(/\*+/g, '.*')}$`).test(name))
    }),
  )
})

test('one of a million stars is looked at once, not once for each name', () => {
  const fits = namePattern(`p${'*'.repeat(1_000_000)}z`)
  const names = Array.from({ length: 100_000 }, (_, i) => `p${i}`)
  expect(names.filter(fits)).toEqual([])
})
