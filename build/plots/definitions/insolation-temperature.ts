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

const PUBLISHED = 'pl_insol'
const COMPUTED = 'st_rad, st_teff, pl_orbsmax'

/** The insolation of a row: the published value, otherwise computed from the star's radius and temperature and the distance. */
function insolation(archive: ArchiveColumns): string {
  const published = measured(archive, 'pl_insol')
  const [radius, axis] = [measuredIfPresent(archive, 'st_rad'), measuredIfPresent(archive, 'pl_orbsmax')]
  return `COALESCE(${published}, ROUND(power(${radius} / NULLIF(${axis}, 0), 2) * power(st_teff / ${SOLAR_TEMPERATURE_K}, 4), 6))`
}

function hasInsolation(archive: ArchiveColumns): Rule {
  return {
    condition: `${insolation(archive)} > 0`,
    reason: `no value (pl_insol, or ${COMPUTED})`,
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
      description: 'Insolation: pl_insol, else from st_rad, st_teff and pl_orbsmax',
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
  CASE WHEN ${measured(archive, 'pl_insol')} IS NOT NULL THEN '${PUBLISHED}' ELSE '${COMPUTED}' END AS insolation_from
FROM exoplanets${rows}
ORDER BY pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The zone is where a planet like Earth could keep liquid water; no planet in it is known to be habitable.',
    ifAny(
      rowsWith(facts, ({ insolation_from }) => insolation_from === COMPUTED),
      (count) =>
        `The insolation of ${counted(count, 'planet')} is computed for a star of the published radius and temperature and a circular orbit.`,
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
