import { expect, test } from 'bun:test'
import { quantityMarkup, quantityText, withUnit } from '../../../../src/plots/svg/label.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

test('units are typeset', () => {
  expect(quantityText({ title: 'Radius', unit: 'Rearth' })).toBe('Radius (R⊕)')
  expect(quantityText({ title: 'Mass', unit: 'Mjupiter' })).toBe('Mass (M_J)')
  expect(quantityText({ title: 'Period', unit: 'day' })).toBe('Period (d)')
  expect(quantityText({ title: 'Density', unit: 'g/cm**3' })).toBe('Density (g cm⁻³)')
  expect(quantityText({ title: 'Metallicity', unit: 'dex' })).toBe('Metallicity (dex)')
  expect(quantityText({ title: 'Planets' })).toBe('Planets')
  expect([withUnit('1.6', 'Rearth'), withUnit('88', 'deg'), withUnit('12', '%')]).toEqual(['1.6 R⊕', '88°', '12%'])
})

test('a subscript returns to the line', () => {
  const spans = readSvg(`<text>${quantityMarkup({ title: 'Radius <', unit: 'Rearth' })}</text>`)
  expect(spans.map(({ text }) => text)).toEqual(['Radius < (R', '⊕', ')'])
  const [, below, back] = spans
  const size = Number.parseFloat(below!.attributes['font-size']!)
  expect(Number.parseFloat(below!.attributes.dy!) * size + Number.parseFloat(back!.attributes.dy!)).toBeCloseTo(0, 2)
})
