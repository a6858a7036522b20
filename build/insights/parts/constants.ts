/**
 * Constants in the SQL of insights. The nominal solar and terrestrial values are exact by IAU 2015 Resolution B3
 * (arXiv:1510.07674); the astronomical unit is exact by IAU 2012 Resolution B2; G is CODATA 2018.
 */

/** Nominal solar radius, km. */
const SOLAR_RADIUS_KM = 695_700
/** Nominal terrestrial equatorial radius, km, which is the archive's Rearth (its Rjupiter is 11.209 Rearth). */
const EARTH_RADIUS_KM = 6_378.1
/** Nominal terrestrial mass parameter GM, m3/s2. */
const EARTH_MASS_PARAMETER = 3.986004e14
/** Newtonian constant of gravitation, m3/(kg s2). */
const GRAVITATION = 6.6743e-11
/** Astronomical unit, km. */
const ASTRONOMICAL_UNIT_KM = 149_597_870.7

/** A constant in SQL: 7 significant digits, more than any value with which it is multiplied. */
function sqlNumber(value: number): string {
  return String(Number(value.toPrecision(7)))
}

/** Earth radii in a solar radius, 109.0764. */
export const EARTH_RADII_PER_SOLAR_RADIUS = sqlNumber(SOLAR_RADIUS_KM / EARTH_RADIUS_KM)

/** Astronomical units in a solar radius, 0.004650467. */
export const AU_PER_SOLAR_RADIUS = sqlNumber(SOLAR_RADIUS_KM / ASTRONOMICAL_UNIT_KM)

/**
 * Density of a sphere of one Earth mass and one nominal Earth radius, 5.495022 g/cm3. It differs from Earth's mean density of 5.513
 * g/cm3, which is based on the volumetric radius of 6371.0 km; planet radii are given in equatorial Earth radii.
 */
export const EARTH_DENSITY_G_CM3 = sqlNumber(
  EARTH_MASS_PARAMETER / GRAVITATION / ((4 / 3) * Math.PI * (EARTH_RADIUS_KM * 1_000) ** 3) / 1_000,
)

/** Nominal solar effective temperature, K (IAU 2015 Resolution B3). */
export const SOLAR_TEMPERATURE_K = '5772.0'

/** Hours in a day. */
export const HOURS_PER_DAY = '24'

/** Scale factors of the transmission spectroscopy metric by planet radius (Kempton et al. 2018, PASP 130, 114401, table 1). */
export const TSM_SCALE_FACTORS = [
  { belowRadiusEarth: 1.5, factor: '0.190' },
  { belowRadiusEarth: 2.75, factor: '1.26' },
  { belowRadiusEarth: 4, factor: '1.28' },
  { belowRadiusEarth: 10, factor: '1.15' },
] as const
