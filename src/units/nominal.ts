/**
 * Nominal solar and planetary values, exact by IAU 2015 Resolution B3 (arXiv:1510.07674). The astronomical unit is exact by IAU 2012
 * Resolution B2; G is CODATA 2018.
 */

/** Solar radius, m. */
export const SOLAR_RADIUS_M = 695_700_000
/** Equatorial radius of Earth, m, which is the archive's Rearth. */
export const EARTH_RADIUS_M = 6_378_100
/** Equatorial radius of Jupiter, m, which is the archive's Rjupiter. */
export const JUPITER_RADIUS_M = 71_492_000
/** Astronomical unit, m. */
export const ASTRONOMICAL_UNIT_M = 149_597_870_700
/** Effective temperature of the Sun, K. */
export const SOLAR_TEMPERATURE_K = 5772

/** Mass parameter GM of Earth, m3/s2. */
const EARTH_MASS_PARAMETER = 3.986004e14
/** Newtonian constant of gravitation, m3/(kg s2). */
const GRAVITATION = 6.6743e-11

/**
 * Density of a sphere of one Earth mass and one nominal Earth radius, 5.495022 g/cm3. It differs from Earth's mean density of 5.513
 * g/cm3, which is based on the volumetric radius of 6371.0 km; planet radii are given in equatorial Earth radii.
 */
export const EARTH_DENSITY_G_CM3 =
  EARTH_MASS_PARAMETER / GRAVITATION / ((4 / 3) * Math.PI * EARTH_RADIUS_M ** 3) / 1_000
