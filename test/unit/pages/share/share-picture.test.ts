import { expect, test } from 'bun:test'
import { sharePicture } from '../../../../src/pages/share/share-picture.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

const PLANET = { name: 'A b', subtitle: 'Planet of A', values: [], radius: undefined, source: 'NASA Exoplanet Archive' }
const circles = (radius: number | undefined) =>
  readSvg(sharePicture({ ...PLANET, radius }))
    .filter(({ name }) => name === 'circle')
    .map(({ attributes }) => Number(attributes.r))

test('a planet is drawn to scale with Jupiter and Earth', () => {
  const [jupiter, planet, earth] = circles(4)
  expect(planet! / earth!).toBeCloseTo(4, 1)
  expect(jupiter! / earth!).toBeCloseTo(11.2, 1)
  // One that is larger than Jupiter is as large as the picture allows.
  const [smaller, larger] = circles(22.4)
  expect(larger).toBeCloseTo(jupiter!, 0)
  expect(smaller! / larger!).toBeCloseTo(0.5, 1)
})

test('a planet without a size is not drawn', () => {
  for (const radius of [undefined, 0, -1, Number.NaN]) expect(circles(radius)).toEqual([])
})

test('a text is as large as it fits into 700 pixels, at least half its size, and is cut beyond', () => {
  const nameOf = (name: string) => {
    const [shown] = readSvg(sharePicture({ ...PLANET, name })).filter((element) => element.name === 'text')
    return [shown!.text, Number(shown!.attributes['font-size'])] as const
  }
  // A letter of 84 pixels is 50.4 wide: 13 fit.
  expect(nameOf('x'.repeat(13))).toEqual(['x'.repeat(13), 84])
  expect(nameOf('x'.repeat(14))).toEqual(['x'.repeat(14), 83.33])
  // A letter of 42 pixels is 25.2 wide: 27 fit.
  expect(nameOf('x'.repeat(27))).toEqual(['x'.repeat(27), 43.21])
  expect(nameOf('x'.repeat(28))).toEqual([`${'x'.repeat(26)}…`, 42])
})
