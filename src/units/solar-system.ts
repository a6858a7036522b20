import { EARTH_RADIUS_M, JUPITER_RADIUS_M } from './nominal.ts'

/** A planet of the solar system in the units of the archive. */
export interface SolarPlanet {
  readonly name: string
  /** Semi-major axis, au. */
  readonly distance: number
  /** Orbital period, days. */
  readonly period: number
  /** Equatorial radius in Earth radii, like the archive's radii. */
  readonly radius: number
  /** Mass in Earth masses. */
  readonly mass: number
}

/** Jupiter's equatorial radius in Earth radii, with the digits of the archive's conversion: 11.209. */
export const JUPITER_RADIUS = Number((JUPITER_RADIUS_M / EARTH_RADIUS_M).toFixed(3))

/** The planets from the Sun outward (NASA Planetary Fact Sheet). */
export const SOLAR_PLANETS: readonly SolarPlanet[] = [
  { name: 'Mercury', distance: 0.387, period: 87.969, radius: 0.383, mass: 0.0553 },
  { name: 'Venus', distance: 0.723, period: 224.701, radius: 0.949, mass: 0.815 },
  { name: 'Earth', distance: 1, period: 365.26, radius: 1, mass: 1 },
  { name: 'Mars', distance: 1.524, period: 686.98, radius: 0.532, mass: 0.107 },
  { name: 'Jupiter', distance: 5.204, period: 4332.6, radius: JUPITER_RADIUS, mass: 317.8 },
  { name: 'Saturn', distance: 9.573, period: 10_759, radius: 9.45, mass: 95.16 },
  { name: 'Uranus', distance: 19.17, period: 30_685, radius: 4.01, mass: 14.54 },
  { name: 'Neptune', distance: 30.18, period: 60_189, radius: 3.88, mass: 17.15 },
]

/** Planets of the solar system by name, in the given order. */
export function solarPlanets(...names: readonly string[]): readonly SolarPlanet[] {
  return names.map((name) => SOLAR_PLANETS.find((planet) => planet.name === name)!)
}
