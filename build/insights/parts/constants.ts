import {
  ASTRONOMICAL_UNIT_M,
  EARTH_DENSITY_G_CM3 as EARTH_DENSITY,
  EARTH_RADIUS_M,
  SOLAR_RADIUS_M,
  SOLAR_TEMPERATURE_K as SOLAR_TEMPERATURE,
} from '../../../src/units/nominal.ts'

/** Constants as the SQL of insights writes them. */

/** A constant in SQL: 7 significant digits, more than any value with which it is multiplied. */
function sqlNumber(value: number): string {
  return String(Number(value.toPrecision(7)))
}

/** Earth radii in a solar radius, 109.0764. */
export const EARTH_RADII_PER_SOLAR_RADIUS = sqlNumber(SOLAR_RADIUS_M / EARTH_RADIUS_M)

/** Astronomical units in a solar radius, 0.004650467. */
export const AU_PER_SOLAR_RADIUS = sqlNumber(SOLAR_RADIUS_M / ASTRONOMICAL_UNIT_M)

/** Density of a sphere of one Earth mass and one nominal Earth radius, 5.495022 g/cm3. */
export const EARTH_DENSITY_G_CM3 = sqlNumber(EARTH_DENSITY)

/** Nominal effective temperature of the Sun, K. */
export const SOLAR_TEMPERATURE_K = SOLAR_TEMPERATURE.toFixed(1)

/** Factor above which published values are unlikely to describe the same star. */
export const MAX_SPREAD = 1.5

/** Hours in a day. */
export const HOURS_PER_DAY = '24'

/** Scale factors of the transmission spectroscopy metric by planet radius (Kempton et al. 2018, PASP 130, 114401, table 1). */
export const TSM_SCALE_FACTORS = [
  { belowRadiusEarth: 1.5, factor: '0.190' },
  { belowRadiusEarth: 2.75, factor: '1.26' },
  { belowRadiusEarth: 4, factor: '1.28' },
  { belowRadiusEarth: 10, factor: '1.15' },
] as const

/** Earth radii in a Jupiter radius, as the archive converts them. */
export { JUPITER_RADIUS as EARTH_RADII_PER_JUPITER_RADIUS } from '../../../src/units/solar-system.ts'
