import { SOLAR_TEMPERATURE_K } from '../units/nominal.ts'

/**
 * The habitable zone of Kopparapu et al. (2014, ApJ 787, L29, table 1, for a planet of one Earth mass): the insolation, in
 * units of Earth's, at which water is lost (runaway greenhouse) and at which carbon dioxide no longer warms (maximum
 * greenhouse), as a polynomial of the star's effective temperature.
 */
const RUNAWAY_GREENHOUSE = [1.107, 1.332e-4, 1.58e-8, -8.308e-12, -1.931e-15] as const
const MAXIMUM_GREENHOUSE = [0.356, 6.171e-5, 1.698e-9, -3.198e-12, -5.575e-16] as const

/** The temperature range in which the polynomials are valid, K. */
export const ZONE_TEMPERATURES = { min: 2600, max: 7200 } as const

/** Cooler stars, down to this temperature (K), get the edges for the lowest temperature at which the polynomials are valid. */
export const COOLEST_STAR = 2300

/** The Sun's temperature in the polynomials, K. */
const SUN_TEMPERATURE = 5780

/** Both edges of the zone as insolation in units of Earth's; the inner edge is the larger number. */
export interface InsolationRange {
  readonly inner: number
  readonly outer: number
}

/** The edges of the zone for a star of this temperature, or undefined if the star is cooler or hotter than the limits above. */
export function zoneInsolation(temperature: number): InsolationRange | undefined {
  if (!(temperature >= COOLEST_STAR && temperature <= ZONE_TEMPERATURES.max)) return undefined
  const offset = Math.max(temperature, ZONE_TEMPERATURES.min) - SUN_TEMPERATURE
  const at = (terms: readonly number[]) => terms.reduceRight((sum, term) => sum * offset + term, 0)
  return { inner: at(RUNAWAY_GREENHOUSE), outer: at(MAXIMUM_GREENHOUSE) }
}

/** The properties of a star; unknown numbers are null. */
export interface StarFacts {
  /** Effective temperature, K. */
  readonly temperature: number | null
  /** Decimal logarithm of the luminosity in units of the Sun's, as the archive's `st_lum`. */
  readonly logLuminosity: number | null
  /** Radius in units of the Sun's. */
  readonly radius: number | null
}

/** The luminosity in units of the Sun's: the published one, otherwise computed from radius and temperature. */
export function luminosityOf({ temperature, logLuminosity, radius }: StarFacts): number | undefined {
  if (logLuminosity !== null) return 10 ** logLuminosity
  if (temperature === null || radius === null || !(temperature > 0) || !(radius > 0)) return undefined
  return radius ** 2 * (temperature / SOLAR_TEMPERATURE_K) ** 4
}

/** The zone as distances from the star, au; undefined if the temperature or the luminosity is unknown or out of range. */
export function zoneDistances(star: StarFacts): { readonly inner: number; readonly outer: number } | undefined {
  const range = star.temperature === null ? undefined : zoneInsolation(star.temperature)
  const luminosity = luminosityOf(star)
  if (range === undefined || luminosity === undefined) return undefined
  const at = (insolation: number) => Math.sqrt(luminosity / insolation)
  const [inner, outer] = [at(range.inner), at(range.outer)]
  return Number.isFinite(outer) && inner > 0 ? { inner, outer } : undefined
}
