import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import {
  isChosen,
  isNamed,
  isNoLimit,
  isUndisputed,
  measuredIfPresent,
  showMeasured,
  where,
} from '../parts/sql-parts.ts'

/** The largest radius of a planet that may be rocky, Earth radii. */
const MAX_RADIUS_EARTH = '1.8'
/** The same for planets without a radius, as a mass in Earth masses. */
const MAX_MASS_EARTH = '5'
/** Insolation bounds, in the Earth's. */
const MIN_INSOLATION = '0.25'
const MAX_INSOLATION = '1.75'

/** A condition of SQL that holds for measured values only. */
function measuredAtMost(column: string, bound: string, noLimit: string | undefined): string {
  return noLimit === undefined ? `${column} <= ${bound}` : `(${column} <= ${bound} AND ${noLimit})`
}

export const habitableZoneCandidates: InsightDefinition = {
  slug: 'habitable-zone-candidates',
  title: 'Small planets with Earth-like insolation',
  category: 'exoplanets',
  kind: 'ranking',
  description:
    'Planets up to 1.8 Earth radii (or 5 Earth masses where no radius is known) that get 0.25 to 1.75 times the light the Earth gets, the most Earth-like insolation first.',
  limit: 50,
  caveats:
    'Insolation is the published one, else L/a^2 from luminosity and semi-major axis, which ignores eccentricity. The bounds are a simple rule and no climate model: none of these planets is known to be habitable. Planets found by radial velocity have no radius and a minimum mass. A value that is only a limit is left empty.',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_bmasselim',
      'pl_insollim',
      'pl_eqtlim',
      'st_tefflim',
      'st_lum',
      'st_lumlim',
      'pl_orbsmax',
      'pl_orbsmaxlim',
    ],
  },
  columns: [
    ...shown(
      'exoplanets',
      'pl_name',
      'hostname',
      'pl_rade',
      'pl_bmasse',
      'pl_bmassprov',
      'pl_insol',
      'pl_eqt',
      'st_teff',
      'sy_dist',
    ),
    {
      name: 'insolation',
      type: 'real',
      unit: 'Searth',
      description: 'Insolation: pl_insol, else the luminosity over the square of the semi-major axis',
    },
  ],
  sql: (archive) => `WITH measured AS (
  SELECT rowid AS row_number, pl_name, hostname, pl_rade,
    ${showMeasured(archive, 'pl_bmasse')},
    pl_bmassprov,
    ${showMeasured(archive, 'pl_insol')},
    ${showMeasured(archive, 'pl_eqt')},
    ${showMeasured(archive, 'st_teff')},
    sy_dist,
    ${measuredIfPresent(archive, 'st_lum')} AS log_luminosity,
    ${measuredIfPresent(archive, 'pl_orbsmax')} AS semi_major_axis
  FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    `(pl_rade IS NULL OR ${measuredAtMost('pl_rade', MAX_RADIUS_EARTH, isNoLimit(archive, 'pl_rade'))})`,
    `(pl_rade IS NOT NULL OR ${measuredAtMost('pl_bmasse', MAX_MASS_EARTH, isNoLimit(archive, 'pl_bmasse'))})`,
  )}
), lit AS (
  SELECT *, ROUND(COALESCE(pl_insol, CASE WHEN semi_major_axis > 0 THEN power(10, log_luminosity) / (semi_major_axis * semi_major_axis) END), 6) AS insolation
  FROM measured
)
SELECT pl_name, hostname, pl_rade, pl_bmasse, pl_bmassprov, pl_insol, pl_eqt, st_teff, sy_dist, insolation
FROM lit
WHERE insolation BETWEEN ${MIN_INSOLATION} AND ${MAX_INSOLATION}
ORDER BY ABS(insolation - 1.0) ASC, pl_name ASC, row_number ASC`,
}
