import { describe, expect, test } from 'bun:test'
import { EARTH_DENSITY_G_CM3 } from '../../../src/units/nominal.ts'
import { JUPITER_RADIUS, solarPlanets } from '../../../src/units/solar-system.ts'
import { groupedDigits, numberDigits, roundedDigits, superscript } from '../../../src/units/typeset-numbers.ts'
import { ucdOf } from '../../../src/units/ucds.ts'

/** A factor times a power of ten, with narrow spaces. */
const times = (factor: string, power: string) => `${factor}\u202f×\u202f10${power}`

test.each([
  [0, '0'],
  [1.5, '1.5'],
  [-5, '−5'],
  [-0.25, '−0.25'],
  [123_456, '123456'],
  [6e-7, '0.0000006'],
  [-1.5e-7, '−0.00000015'],
  [1e-9, '0.000000001'],
  [1.25e-9, '0.00000000125'],
  [1e-10, times('1', '⁻¹⁰')],
  [8.4e-12, times('8.4', '⁻¹²')],
  [-8.4e-12, times('−8.4', '⁻¹²')],
  [1e21, times('1', '²¹')],
  [-1.25e300, times('−1.25', '³⁰⁰')],
])('%p is typeset with all its digits', (value, text) => {
  expect(numberDigits(value)).toBe(text)
})

test('computed numbers are rounded to five digits', () => {
  expect([1.234567, 123_456, 0.1 + 0.2, -2 / 3].map(roundedDigits)).toEqual(['1.2346', '123460', '0.3', '−0.66667'])
})

test('integers have groups of three digits, and exponents are small and high', () => {
  expect([0, 999, 1_000, 99_999, 1_234_567].map(groupedDigits)).toEqual(['0', '999', '1,000', '99,999', '1,234,567'])
  expect([0, 1_234_567_890, -7].map(superscript)).toEqual(['⁰', '¹²³⁴⁵⁶⁷⁸⁹⁰', '⁻⁷'])
})

test('the solar system is in the units of the archive', () => {
  expect(JUPITER_RADIUS).toBe(11.209)
  expect(solarPlanets('Mars', 'Earth').map(({ name, radius }) => [name, radius])).toEqual([
    ['Mars', 0.532],
    ['Earth', 1],
  ])
  expect(EARTH_DENSITY_G_CM3).toBeCloseTo(5.495022, 6)
})

describe('the meaning of a column', () => {
  test.each([
    ['ps', 'pl_name', 'meta.id;meta.main'],
    ['ps', 'hostname', 'meta.id.parent'],
    ['stellarhosts', 'hostname', 'meta.id;meta.main'],
    ['other', 'hostname', undefined],
    ['other', 'ra', 'pos.eq.ra;meta.main'],
    ['toi', 'toi', 'meta.id;meta.main'],
    ['ps', 'pl_rade', 'phys.size.radius'],
    ['ps', 'pl_radeerr1', 'stat.error;phys.size.radius'],
    ['ps', 'pl_radeerr2', 'stat.error;phys.size.radius'],
    ['ps', 'pl_radeerr3', undefined],
    ['ps', 'pl_radelim', 'meta.code.error;phys.size.radius'],
    ['cumulative', 'koi_period_err1', 'stat.error;time.period.revolution'],
    ['ps', 'raerr1', 'stat.error;pos.eq.ra'],
    // Identifiers and codes have no uncertainty.
    ['ps', 'tic_iderr1', undefined],
    ['ps', 'discoverymethodlim', undefined],
    ['ps', 'default_flag', 'meta.code'],
    ['ps', 'tran_flag', 'meta.code'],
    ['cumulative', 'koi_fpflag_nt', 'meta.code'],
    ['ps', 'Tran_flag', undefined],
    ['ps', 'unknown', undefined],
    ['ps', 'toString', undefined],
    ['constructor', 'name', undefined],
  ])('%s.%s: %p', (table, column, ucd) => {
    expect(ucdOf(table, column)).toBe(ucd)
  })
})
