import { describe, expect, test } from 'bun:test'
import { SOLAR_PLANETS, solarPlanets } from '../../../src/units/solar-system.ts'
import { numberDigits, roundedDigits, superscript } from '../../../src/units/typeset-numbers.ts'
import { typesetUnit, unitText } from '../../../src/units/typeset-units.ts'

describe('units', () => {
  test.each([
    ['Rearth', 'R⊕', 'Earth radii'],
    [' Rearth ', 'R⊕', 'Earth radii'],
    ['Mjupiter', 'M_J', 'Jupiter masses'],
    ['Solar mass', 'M☉', 'solar masses'],
    ['days', 'd', 'days'],
    ['\tkm/s', 'km s⁻¹', 'kilometers per second'],
    ['furlong', 'furlong', 'furlong'],
    [' furlong ', 'furlong', 'furlong'],
    ['constructor', 'constructor', 'constructor'],
  ])('%p is written %p and read %p', (archiveUnit, text, words) => {
    expect(unitText(archiveUnit)).toBe(text)
    expect(typesetUnit(archiveUnit)!.words).toBe(words)
  })

  test.each([undefined, '', ' ', 'hhmmss', ' sexagesimal '])('%p is none', (archiveUnit) => {
    expect(typesetUnit(archiveUnit)).toBeUndefined()
    expect(unitText(archiveUnit)).toBe('')
  })
})

describe('numbers', () => {
  test.each([
    [0, '0'],
    [-1.5, '−1.5'],
    [1234567.25, '1234567.25'],
    [6e-7, '0.0000006'],
    [-1.25e-9, '−0.00000000125'],
    [9.5e-10, '9.5\u202f×\u202f10⁻¹⁰'],
    [-8.4e-12, '−8.4\u202f×\u202f10⁻¹²'],
    [1e21, '1\u202f×\u202f10²¹'],
  ])('%p is written %p', (value, text) => {
    expect(numberDigits(value)).toBe(text)
  })

  test('one that was computed has five digits, and no digit more than it needs', () => {
    expect([1 / 3, 2 / 3, 12_345.678, 0.5, 1e-12 / 3].map(roundedDigits)).toEqual([
      '0.33333',
      '0.66667',
      '12346',
      '0.5',
      '3.3333\u202f×\u202f10⁻¹³',
    ])
  })

  test('an exponent has every digit and sign', () => {
    expect([superscript(-1_234_567_890), superscript(0)]).toEqual(['⁻¹²³⁴⁵⁶⁷⁸⁹⁰', '⁰'])
  })
})

describe('the solar system', () => {
  test('its planets go round as their distances say (the third law of Kepler)', () => {
    expect(SOLAR_PLANETS.map(({ name }) => name)).toHaveLength(8)
    for (const { name, distance, period } of SOLAR_PLANETS)
      expect([name, Math.abs((period / 365.25) ** 2 / distance ** 3 - 1) < 0.03]).toEqual([name, true])
  })

  test('their densities lie between those of Saturn and the Earth', () => {
    for (const { name, mass, radius } of SOLAR_PLANETS)
      expect([name, mass / radius ** 3 > 0.11 && mass / radius ** 3 <= 1]).toEqual([name, true])
  })

  test('they are found by name, in the order asked', () => {
    expect(solarPlanets('Neptune', 'Mercury').map(({ name }) => name)).toEqual(['Neptune', 'Mercury'])
  })
})
