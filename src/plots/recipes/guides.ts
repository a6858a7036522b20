import type { Overlay } from '../charts/overlays.ts'
import { ZONE_TEMPERATURES, zoneInsolation } from '../habitable-zone.ts'
import type { Guide } from './recipe.ts'

/** Masses and equatorial radii in units of Earth's, periods in days (NASA Planetary Fact Sheet). */
const SOLAR_PLANETS = [
  { name: 'Earth', mass: 1, radius: 1, period: 365.26 },
  { name: 'Jupiter', mass: 317.8, radius: 11.21, period: 4332.6 },
  { name: 'Saturn', mass: 95.16, radius: 9.45, period: 10_759 },
  { name: 'Neptune', mass: 17.15, radius: 3.88, period: 60_189 },
] as const

type Property = Exclude<keyof (typeof SOLAR_PLANETS)[number], 'name'>

const planets = (x: Property, y: Property): readonly Overlay[] =>
  SOLAR_PLANETS.map((planet) => ({
    kind: 'marker',
    at: [planet[x], planet[y]],
    label: planet.name,
    isInFront: true,
  }))

/** The density of one Earth mass in one nominal Earth radius, g/cm³ (IAU 2015 Resolution B3). */
const EARTH_DENSITY = 5.495

/** The line of masses and radii of one mean density. */
function density(value: number): Overlay {
  const radius = (mass: number) => Math.cbrt((mass * EARTH_DENSITY) / value)
  const masses = [0.01, 100_000]
  return {
    kind: 'line',
    places: masses.map((mass) => [mass, radius(mass)] as const),
    label: `${value} g/cm³`,
    labelAt: [0.12, radius(0.12)],
  }
}

/** Steps of the curves of the zone, K. */
const STEP = 100

function habitableZone(): Overlay {
  const temperatures: number[] = []
  for (let t = ZONE_TEMPERATURES.min as number; t <= ZONE_TEMPERATURES.max; t += STEP) temperatures.push(t)
  const edge = (name: 'inner' | 'outer') => temperatures.map((t) => [zoneInsolation(t)![name], t] as const)
  return {
    kind: 'band',
    places: [...edge('inner'), ...edge('outer').reverse()],
    label: 'habitable zone',
    labelAt: [0.9, 6800],
  }
}

/** What a guide draws. */
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
