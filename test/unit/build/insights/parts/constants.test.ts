import { expect, test } from 'bun:test'
import {
  AU_PER_SOLAR_RADIUS,
  EARTH_DENSITY_G_CM3,
  EARTH_RADII_PER_SOLAR_RADIUS,
} from '../../../../../build/insights/parts/constants.ts'

test('constants agree with the published ones to the digits that the SQL shows', () => {
  expect(EARTH_RADII_PER_SOLAR_RADIUS).toBe('109.0764')
  expect(AU_PER_SOLAR_RADIUS).toBe('0.004650467')
  expect(EARTH_DENSITY_G_CM3).toBe('5.495022')
})
