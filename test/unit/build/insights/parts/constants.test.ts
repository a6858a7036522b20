import { expect, test } from 'bun:test'
import {
  AU_PER_SOLAR_RADIUS,
  EARTH_DENSITY_G_CM3,
  EARTH_RADII_PER_JUPITER_RADIUS,
  EARTH_RADII_PER_SOLAR_RADIUS,
  HOURS_PER_DAY,
  MAX_SPREAD,
  SOLAR_TEMPERATURE_K,
  TSM_SCALE_FACTORS,
} from '../../../../../build/insights/parts/constants.ts'

test('constants agree with the published ones to the digits that the SQL shows', () => {
  expect(EARTH_RADII_PER_SOLAR_RADIUS).toBe('109.0764')
  expect(AU_PER_SOLAR_RADIUS).toBe('0.004650467')
  expect(EARTH_DENSITY_G_CM3).toBe('5.495022')
})

test('the scale factors of transmission spectroscopy are those of table 1 of Kempton et al. (2018)', () => {
  expect(TSM_SCALE_FACTORS.map(({ belowRadiusEarth, factor }) => [belowRadiusEarth, Number(factor)])).toEqual([
    [1.5, 0.19],
    [2.75, 1.26],
    [4, 1.28],
    [10, 1.15],
  ])
})

test('units and limits are those that the descriptions name', () => {
  expect([SOLAR_TEMPERATURE_K, HOURS_PER_DAY, EARTH_RADII_PER_JUPITER_RADIUS, MAX_SPREAD]).toEqual([
    '5772.0',
    '24',
    11.209,
    1.5,
  ])
})
