import { ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { DENSITY, DENSITY_SOURCE, densityCaveat, densityColumns } from '../parts/density.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import {
  HAS_TRUE_MASS,
  hasErrors,
  isChosen,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  within,
} from '../parts/sql-parts.ts'

/** Radius below which a planet is small, Earth radii. */
const MAX_RADIUS_EARTH = '2.5'
/** Bound for the relative uncertainty of the mass, in both directions. */
const MAX_MASS_ERROR = '0.3'

/**
 * Density, g/cm3, above which a value is not credible without further evidence: the densest well-measured planets have about 13.
 */
const MAX_CREDIBLE_DENSITY = 20

export const densestSmallPlanets: InsightDefinition = {
  slug: 'densest-small-planets',
  title: 'Densest small planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets below 2.5 Earth radii with a true mass known to 30 %, densest first.',
  limit: 25,
  rank: ['density_g_cm3'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_bmassprov'] },
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_bmasselim',
      'pl_dens',
      'pl_denslim',
      ...radiusOrigin(),
    ],
  },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'),
    DENSITY,
    DENSITY_SOURCE,
    ...shown('exoplanets', 'pl_bmasseerr1', 'pl_bmasseerr2'),
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
    within(`pl_rade < ${MAX_RADIUS_EARTH}`),
    isPositive('pl_bmasse'),
    HAS_TRUE_MASS,
    isNoLimit(archive, 'pl_bmasse'),
    hasErrors('pl_bmasse'),
    within(`MAX(ABS(pl_bmasseerr1), ABS(pl_bmasseerr2)) < ${MAX_MASS_ERROR} * pl_bmasse`),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_rade, pl_bmasse,
  ${densityColumns(archive)},
  pl_bmasseerr1, pl_bmasseerr2
FROM exoplanets${rows}
ORDER BY density_g_cm3 DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The mass must have an uncertainty on both sides, each below 30 % of it. Relative radius uncertainties enter the density threefold; they are not used as a criterion.',
    densityCaveat(facts),
    ifAny(
      rowsWith(facts, ({ density_g_cm3 }) => Number(density_g_cm3) > MAX_CREDIBLE_DENSITY),
      (count) =>
        `${count} of the ${facts.data.length} densities shown ${count === 1 ? 'is' : 'are'} above ${MAX_CREDIBLE_DENSITY} g/cm3, hardly that of a planet: the mass or the radius is probably wrong.`,
    ),
  ],
  whenEmpty: 'no planet below 2.5 Earth radii has a true mass known to 30 %',
}
