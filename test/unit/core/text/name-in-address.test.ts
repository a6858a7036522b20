import { expect, test } from 'bun:test'
import { nameInAddress } from '../../../../src/core/text/name-in-address.ts'

test.each([
  ['Kepler-22%20b', 'Kepler-22 b'],
  ['Kepler-22 b.JSON', 'Kepler-22 b'],
  ['Kepler-22 b.xml', 'Kepler-22 b'],
  ['Kepler-22 b.json/', 'Kepler-22 b'],
  ['Kepler-22 b//', 'Kepler-22 b'],
  ['Barnard%27s%20star.csv', "Barnard's star"],
  ['50% b.json', '50% b'],
])('%p contains the name %p', (text, name) => {
  expect(nameInAddress(text)).toBe(name)
})

test.each(['Kepler-22 b', 'KOI-87.01', '50% b', '%ZZ', '', '.json', '/', 'a/b c', 'x'.repeat(4096)])(
  '%p is no name with something around it',
  (text) => {
    expect(nameInAddress(text)).toBeUndefined()
  },
)
