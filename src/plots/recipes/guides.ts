import { EARTH_DENSITY_G_CM3 } from '../../units/nominal.ts'
import { type SolarPlanet, solarPlanets } from '../../units/solar-system.ts'
import type { Overlay } from '../charts/overlays.ts'
import { ZONE_TEMPERATURES, zoneInsolation } from '../habitable-zone.ts'
import type { Guide } from './recipe.ts'

const MARKED_PLANETS = solarPlanets('Earth', 'Jupiter', 'Saturn', 'Neptune')

type Property = Exclude<keyof SolarPlanet, 'name'>

const planets = (x: Property, y: Property): readonly Overlay[] =>
  MARKED_PLANETS.map((planet) => ({
    kind: 'marker',
    at: [planet[x], planet[y]],
    label: planet.name,
    isInFront: true,
  }))

/** Masses at which the label of a density can begin: small ones first, where there are few planets. */
const LABELED_MASSES = [0.02, 0.05, 0.12, 0.3, 0.7, 2, 5, 20, 70, 200, 700, 2000] as const

/** The line of masses and radii with the same mean density. */
function density(value: number): Overlay {
  const radius = (mass: number) => Math.cbrt((mass * EARTH_DENSITY_G_CM3) / value)
  const masses = [0.01, 100_000]
  return {
    kind: 'line',
    places: masses.map((mass) => [mass, radius(mass)] as const),
    label: `${value} g/cm³`,
    labelAt: LABELED_MASSES.map((mass) => [mass, radius(mass)] as const),
  }
}

/** Step between the points of the zone's curves, K. */
const STEP = 100

function habitableZone(): Overlay {
  const temperatures: number[] = []
  for (let t = ZONE_TEMPERATURES.min as number; t <= ZONE_TEMPERATURES.max; t += STEP) temperatures.push(t)
  const edge = (name: 'inner' | 'outer') => temperatures.map((t) => [zoneInsolation(t)![name], t] as const)
  return {
    kind: 'band',
    places: [...edge('inner'), ...edge('outer').reverse()],
    label: 'habitable zone',
    labelAt: [
      [0.9, 6800],
      [0.9, 4700],
    ],
  }
}

/** The overlays of a guide. */
export function guideOverlays(guide: Guide): readonly Overlay[] {
  switch (guide) {
    case 'solar-system-mass-period':
      return planets('period', 'mass')
    case 'solar-system-radius-period':
      return planets('period', 'radius')
    case 'solar-system-mass-radius':
      return planets('mass', 'radius')
    case 'densities':
      return [1, 3, 10].map(density)
    case 'habitable-zone':
      return [habitableZone()]
  }
}
