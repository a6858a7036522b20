/** Semi-major axes in au and radii in those of the Earth. */
export const SOLAR_SYSTEM = [
  { name: 'Mercury', au: 0.387, radius: 0.383 },
  { name: 'Venus', au: 0.723, radius: 0.95 },
  { name: 'Earth', au: 1, radius: 1 },
  { name: 'Mars', au: 1.524, radius: 0.532 },
  { name: 'Jupiter', au: 5.203, radius: 11.21 },
  { name: 'Saturn', au: 9.582, radius: 9.45 },
  { name: 'Uranus', au: 19.19, radius: 4.01 },
  { name: 'Neptune', au: 30.07, radius: 3.88 },
] as const

export const JUPITER_RADIUS = 11.21

/** The radius of the Sun in au. */
export const SUN_RADIUS_AU = 0.00465047

/** Effective temperature of the Sun in kelvins. */
const SUN_TEMPERATURE = 5772

/** Insolation at the edges of the habitable zone, in that of the Earth: those of the insight `habitable-zone-candidates`. */
export const HABITABLE_INSOLATION = { most: 1.75, least: 0.25 } as const

/** What a luminosity is made from. */
export interface LuminosityFacts {
  /** Logarithm of solar luminosities. */
  readonly st_lum?: number | undefined
  readonly st_rad?: number | undefined
  readonly st_teff?: number | undefined
}

/** The luminosity of a star in that of the Sun, and the columns that it comes from. */
export function luminosity({
  st_lum,
  st_rad,
  st_teff,
}: LuminosityFacts): { readonly value: number; readonly from: string } | undefined {
  if (st_lum !== undefined) return { value: 10 ** st_lum, from: 'st_lum' }
  if (st_rad === undefined || st_teff === undefined || st_rad <= 0) return undefined
  return { value: st_rad ** 2 * (st_teff / SUN_TEMPERATURE) ** 4, from: 'st_rad and st_teff' }
}

/** The habitable zone of a star of this luminosity, in au. */
export function habitableZone(luminosity: number): { readonly inner: number; readonly outer: number } {
  const { most, least } = HABITABLE_INSOLATION
  return { inner: Math.sqrt(luminosity / most), outer: Math.sqrt(luminosity / least) }
}

/** The semi-major axis in au of an orbit of `days` around `mass` solar masses, by Kepler's third law. */
export function axisFromPeriod(days: number, mass: number): number {
  return Math.cbrt((days / 365.25) ** 2 * mass)
}
