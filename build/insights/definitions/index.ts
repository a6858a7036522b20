import type { InsightDefinition } from '../parts/definition.ts'
import { binaryStarSystems } from './binary-star-systems.ts'
import { brightestTransitHosts } from './brightest-transit-hosts.ts'
import { circumbinaryPlanets } from './circumbinary-planets.ts'
import { controversialPlanets } from './controversial-planets.ts'
import { densestSmallPlanets } from './densest-small-planets.ts'
import { directlyImagedPlanets } from './directly-imaged-planets.ts'
import { discoveriesByYearAndMethod } from './discoveries-by-year-and-method.ts'
import { discoveryMethods } from './discovery-methods.ts'
import { habitableZoneCandidates } from './habitable-zone-candidates.ts'
import { hottestPlanets } from './hottest-planets.ts'
import { hottestStellarHosts } from './hottest-stellar-hosts.ts'
import { largestExoplanetsRadius } from './largest-exoplanets-radius.ts'
import { largestPlanetToHostRatios } from './largest-planet-to-host-ratios.ts'
import { mostDisputedMasses } from './most-disputed-masses.ts'
import { mostDistantExoplanets } from './most-distant-exoplanets.ts'
import { mostEccentricOrbits } from './most-eccentric-orbits.ts'
import { mostEqualStarPlanetPairs } from './most-equal-star-planet-pairs.ts'
import { nearResonantPairs } from './near-resonant-pairs.ts'
import { nearestMultiPlanetSystems } from './nearest-multi-planet-systems.ts'
import { nearestPlanets } from './nearest-planets.ts'
import { nearestStellarHosts } from './nearest-stellar-hosts.ts'
import { radiusValley } from './radius-valley.ts'
import { recentlyAddedPlanets } from './recently-added-planets.ts'
import { retrogradeAndPolarOrbits } from './retrograde-and-polar-orbits.ts'
import { smallestExoplanetsRadius } from './smallest-exoplanets-radius.ts'
import { superPuffs } from './super-puffs.ts'
import { systemsWithMostPlanets } from './systems-with-most-planets.ts'
import { transmissionSpectroscopyTargets } from './transmission-spectroscopy-targets.ts'
import { ultraShortPeriodPlanets } from './ultra-short-period-planets.ts'

/** All insights, in display order. */
export const INSIGHTS: readonly InsightDefinition[] = [
  nearestPlanets,
  habitableZoneCandidates,
  radiusValley,
  discoveriesByYearAndMethod,
  discoveryMethods,
  transmissionSpectroscopyTargets,
  smallestExoplanetsRadius,
  largestExoplanetsRadius,
  hottestPlanets,
  ultraShortPeriodPlanets,
  systemsWithMostPlanets,
  nearResonantPairs,
  nearestMultiPlanetSystems,
  densestSmallPlanets,
  superPuffs,
  largestPlanetToHostRatios,
  mostEccentricOrbits,
  circumbinaryPlanets,
  directlyImagedPlanets,
  retrogradeAndPolarOrbits,
  hottestStellarHosts,
  brightestTransitHosts,
  mostDisputedMasses,
  controversialPlanets,
  recentlyAddedPlanets,
  mostEqualStarPlanetPairs,
  mostDistantExoplanets,
  nearestStellarHosts,
  binaryStarSystems,
]
