import { INSIGHT_RECIPES } from '../../../src/plots/recipes/insight-recipes.ts'
import { discoveriesByYearAndMethod } from '../../insights/definitions/discoveries-by-year-and-method.ts'
import { radiusValley } from '../../insights/definitions/radius-valley.ts'
import type { InsightDefinition } from '../../insights/parts/definition.ts'
import type { PlotDefinition } from '../definition.ts'
import { hosts } from './hosts.ts'
import { insolationTemperature } from './insolation-temperature.ts'
import { planetPlot } from './planets.ts'

const planet = { column: 'pl_name', kind: 'planet' } as const
const METHOD = { column: 'discoverymethod', title: 'Discovery method' } as const
const period = { column: 'pl_orbper', title: 'Orbital period', scale: 'log' } as const
const radius = { column: 'pl_rade', title: 'Radius', scale: 'log' } as const
const mass = { column: 'pl_bmasse', title: 'Mass or minimum mass', scale: 'log' } as const

/** A plot of an insight's rows, with a separate slug and title. */
function ofInsight(insight: InsightDefinition, slug: string, title: string): PlotDefinition {
  const { category: _category, kind: _kind, ...query } = insight
  return { ...query, slug, title, recipe: INSIGHT_RECIPES[insight.slug]! }
}

/** The plots of the gallery, in display order. */
export const PLOTS: readonly PlotDefinition[] = [
  planetPlot({
    slug: 'mass-period',
    title: 'Mass and orbital period',
    description:
      'Planets by mass (or minimum mass) and orbital period, by discovery method: hot Jupiters at the upper left, cold giants at the upper right, small planets below.',
    positive: ['pl_orbper', 'pl_bmasse'],
    also: ['pl_bmassprov', 'discoverymethod'],
    recipe: { kind: 'scatter', name: planet, x: period, y: mass, color: METHOD, guides: ['solar-system-mass-period'] },
    whenEmpty: 'no planet has a mass and an orbital period',
  }),
  planetPlot({
    slug: 'radius-period',
    title: 'Radius and orbital period',
    description:
      'Planets by radius and orbital period, by discovery method: the desert of hot Neptunes, and the gap between super-Earths and sub-Neptunes.',
    positive: ['pl_orbper', 'pl_rade'],
    also: ['discoverymethod'],
    recipe: {
      kind: 'scatter',
      name: planet,
      x: period,
      y: radius,
      color: METHOD,
      guides: ['solar-system-radius-period'],
    },
    whenEmpty: 'no planet has a radius and an orbital period',
  }),
  planetPlot({
    slug: 'mass-radius',
    title: 'Mass and radius',
    description:
      'Planets with a true mass and a radius, colored by equilibrium temperature, with lines of equal mean density.',
    positive: ['pl_bmasse', 'pl_rade'],
    also: ['pl_eqt', 'pl_bmassprov'],
    more: () => [
      { condition: "pl_bmassprov = 'Mass'", reason: 'not stated to be a true mass (pl_bmassprov is not Mass)' },
    ],
    recipe: {
      kind: 'scatter',
      name: planet,
      x: { ...mass, title: 'Mass' },
      y: radius,
      color: { column: 'pl_eqt', title: 'Equilibrium temperature', scale: 'log' },
      guides: ['densities', 'solar-system-mass-radius'],
    },
    whenEmpty: 'no planet has a true mass and a radius',
  }),
  ofInsight(discoveriesByYearAndMethod, 'discoveries', 'Discoveries by year and method'),
  planetPlot({
    slug: 'sky-map',
    title: 'Planets on the sky',
    description:
      'Positions of planets on the whole sky, by discovery method: the field of the Kepler mission in Cygnus, the fields of K2 along the ecliptic, microlensing towards the center of the Milky Way.',
    positive: [],
    others: ['ra', 'dec'],
    also: ['discoverymethod'],
    recipe: { kind: 'sky', name: planet, color: METHOD },
    whenEmpty: 'no planet has a position',
  }),
  ofInsight(radiusValley, 'radius-valley', 'The radius valley'),
  hosts,
  insolationTemperature,
  planetPlot({
    slug: 'eccentricity-period',
    title: 'Eccentricity and orbital period',
    description: 'Planets by eccentricity and orbital period: tides make the orbits of close planets circular.',
    positive: ['pl_orbper'],
    others: ['pl_orbeccen'],
    also: ['discoverymethod'],
    note: 'An eccentricity of exactly 0 is often assumed rather than measured.',
    recipe: {
      kind: 'scatter',
      name: planet,
      x: period,
      y: { column: 'pl_orbeccen', title: 'Eccentricity', scale: 'linear' },
      color: METHOD,
    },
    whenEmpty: 'no planet has an eccentricity and an orbital period',
  }),
  planetPlot({
    slug: 'distance',
    title: 'Distance and year of discovery',
    description: 'Planets by distance from the Sun and year of announcement, by discovery method.',
    positive: ['sy_dist'],
    others: ['disc_year'],
    also: ['discoverymethod'],
    recipe: {
      kind: 'scatter',
      name: planet,
      x: { column: 'disc_year', title: 'Discovery year', scale: 'linear', style: 'year' },
      y: { column: 'sy_dist', title: 'Distance', scale: 'log' },
      color: METHOD,
    },
    whenEmpty: 'no planet has a distance and a year of discovery',
  }),
]
