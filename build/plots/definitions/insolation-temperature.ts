import type { ArchiveColumns } from '../../insights/parts/archive-columns.ts'
import { counted, ifAny, rowsWith } from '../../insights/parts/caveats.ts'
import { SOLAR_TEMPERATURE_K } from '../../insights/parts/constants.ts'
import { shown } from '../../insights/parts/definition.ts'
import { radiusOrigin } from '../../insights/parts/radius-origin.ts'
import {
  isChosen,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  measured,
  measuredIfPresent,
  type Rule,
  showMeasured,
} from '../../insights/parts/sql-parts.ts'
import { ALL_OBJECTS, type PlotDefinition } from '../definition.ts'

/** Values of the column that names the source of each insolation. */
const PUBLISHED = 'pl_insol'
const FROM_LUMINOSITY = 'st_lum, pl_orbsmax'
const FROM_STAR = 'st_rad, st_teff, pl_orbsmax'

/**
 * The insolation of a row: the published value, otherwise the luminosity over the square of the semi-major axis; the luminosity is
 * the published one, otherwise that of a star of the published radius and temperature.
 */
function insolation(archive: ArchiveColumns): string {
  const [logLuminosity, radius, axis] = ['st_lum', 'st_rad', 'pl_orbsmax'].map((name) =>
    measuredIfPresent(archive, name),
  )
  const ofStar = `power(${radius}, 2) * power(st_teff / ${SOLAR_TEMPERATURE_K}, 4)`
  const computed = `COALESCE(power(10, ${logLuminosity}), ${ofStar}) / NULLIF(power(${axis}, 2), 0)`
  return `COALESCE(${measured(archive, 'pl_insol')}, ROUND(${computed}, 6))`
}

function hasInsolation(archive: ArchiveColumns): Rule {
  return {
    condition: `${insolation(archive)} > 0`,
    reason: 'no value (pl_insol, or pl_orbsmax with st_lum or with st_rad and st_teff)',
  }
}

/** Planets by insolation and stellar temperature. */
export const insolationTemperature: PlotDefinition = {
  slug: 'insolation-temperature',
  title: 'Insolation and temperature of the star',
  description:
    "Planets by insolation (in units of Earth's) and temperature of their star, with the habitable zone of Kopparapu et al. (2014) for planets of one Earth mass, colored by radius.",
  limit: ALL_OBJECTS,
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_insollim',
      'st_tefflim',
      'st_lum',
      'st_lumlim',
      'st_rad',
      'st_radlim',
      'pl_orbsmax',
      'pl_orbsmaxlim',
      'pl_radelim',
      ...radiusOrigin(),
    ],
  },
  columns: [
    ...shown('exoplanets', 'pl_name', 'pl_insol', 'st_teff', 'pl_rade'),
    {
      name: 'insolation',
      type: 'real',
      unit: 'Searth',
      description:
        'Insolation: pl_insol, else the luminosity over the square of the semi-major axis; the luminosity is st_lum, else that of a star of st_rad and st_teff',
    },
    { name: 'insolation_from', type: 'text', description: 'Columns that the insolation comes from' },
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('st_teff'),
    isNoLimit(archive, 'st_teff'),
    hasInsolation(archive),
  ],
  sql: (
    archive,
    rows,
  ) => `SELECT pl_name, ${showMeasured(archive, 'pl_insol')}, st_teff, ${showMeasured(archive, 'pl_rade')},
  ${insolation(archive)} AS insolation,
  CASE WHEN ${measured(archive, 'pl_insol')} IS NOT NULL THEN '${PUBLISHED}' WHEN ${measuredIfPresent(archive, 'st_lum')} IS NOT NULL THEN '${FROM_LUMINOSITY}' ELSE '${FROM_STAR}' END AS insolation_from
FROM exoplanets${rows}
ORDER BY pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The zone is where a planet like Earth could keep liquid water; no planet in it is known to be habitable.',
    ifAny(
      rowsWith(facts, ({ insolation_from }) => insolation_from !== PUBLISHED),
      (count) =>
        `The insolation of ${counted(count, 'planet')} is computed from the luminosity of the star, for a circular orbit; insolation_from names the columns.`,
    ),
    ifAny(
      rowsWith(facts, ({ pl_rade }) => pl_rade === null),
      (count) => `${counted(count, 'planet')} without a radius ${count === 1 ? 'is' : 'are'} gray.`,
    ),
  ],
  whenEmpty: 'no planet has an insolation and a temperature of its star',
  recipe: {
    kind: 'scatter',
    name: { column: 'pl_name', kind: 'planet' },
    x: { column: 'insolation', title: 'Insolation', scale: 'log', isReversed: true },
    y: { column: 'st_teff', title: 'Temperature of the star', scale: 'linear', domain: [2000, 10_500] },
    color: { column: 'pl_rade', title: 'Radius', scale: 'log' },
    guides: ['habitable-zone'],
  },
}
