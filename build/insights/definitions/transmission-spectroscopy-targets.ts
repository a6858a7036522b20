import { ifAny, rowsWith } from '../parts/caveats.ts'
import { AU_PER_SOLAR_RADIUS, TSM_SCALE_FACTORS } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import {
  HAS_TRUE_MASS,
  hasValue,
  isChosen,
  isFlagged,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  measured,
  measuredIfPresent,
  within,
} from '../parts/sql-parts.ts'

/** The metric is calibrated below this radius, Earth radii. */
const MAX_RADIUS_EARTH = 10

const SCALE_FACTOR = TSM_SCALE_FACTORS.map(
  ({ belowRadiusEarth, factor }) => `WHEN pl_rade < ${belowRadiusEarth} THEN ${factor}`,
).join(' ')

/** Values of the column that names the source of each temperature. */
const FROM_STAR = 'st_teff, st_rad, pl_orbsmax'
const PUBLISHED = 'pl_eqt'

export const transmissionSpectroscopyTargets: InsightDefinition = {
  slug: 'transmission-spectroscopy-targets',
  title: 'Best transmission-spectroscopy targets (TSM)',
  category: 'exoplanets',
  kind: 'ranking',
  description:
    'Transiting planets below 10 Earth radii with a true mass, ranked by the transmission spectroscopy metric (TSM), which indicates how well a large telescope can observe their atmospheres in transit.',
  limit: 50,
  rank: ['tsm'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['tran_flag', 'pl_bmassprov', 'pl_eqt', 'st_rad'] },
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_bmasselim',
      'pl_eqtlim',
      'st_radlim',
      'st_teff',
      'st_tefflim',
      'pl_orbsmax',
      'pl_orbsmaxlim',
      ...radiusOrigin('tran_flag'),
    ],
  },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    { name: 'tsm', type: 'real', description: 'Transmission spectroscopy metric' },
    ...shown('exoplanets', 'pl_rade', 'pl_bmasse'),
    {
      name: 'teq',
      type: 'real',
      unit: 'K',
      description: 'Equilibrium temperature for zero albedo and full heat redistribution, else the published one',
    },
    { name: 'teq_from', type: 'text', description: 'Columns that the temperature comes from' },
    ...shown('exoplanets', 'sy_jmag'),
  ],
  rules: (archive) => [
    isChosen(archive),
    ...isFlagged('tran_flag'),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
    within(`pl_rade < ${MAX_RADIUS_EARTH}`),
    isPositive('pl_bmasse'),
    HAS_TRUE_MASS,
    isNoLimit(archive, 'pl_bmasse'),
    isPositive('st_rad'),
    isNoLimit(archive, 'st_rad'),
    hasValue('sy_jmag'),
    {
      condition: `(${measured(archive, 'pl_eqt')} IS NOT NULL OR (${measuredIfPresent(archive, 'st_teff')} > 0 AND ${measuredIfPresent(archive, 'pl_orbsmax')} > 0))`,
      reason: 'no value (pl_eqt, or st_teff and pl_orbsmax)',
    },
  ],
  sql: (archive, rows) => `WITH measured AS (
  SELECT rowid AS row_number, pl_name, hostname, pl_rade, pl_bmasse, st_rad, sy_jmag,
    ${measured(archive, 'pl_eqt')} AS published_teq,
    ${measuredIfPresent(archive, 'st_teff')} AS star_teff,
    ${measuredIfPresent(archive, 'pl_orbsmax')} AS semi_major_axis
  FROM exoplanets${rows}
), heated AS (
  SELECT *, COALESCE(CASE WHEN star_teff > 0 AND semi_major_axis > 0 THEN star_teff * sqrt(st_rad * ${AU_PER_SOLAR_RADIUS} / semi_major_axis) * power(0.25, 0.25) END, published_teq) AS teq_k,
    CASE WHEN star_teff > 0 AND semi_major_axis > 0 THEN '${FROM_STAR}' ELSE '${PUBLISHED}' END AS teq_from
  FROM measured
)
SELECT pl_name, hostname,
  ROUND(CASE ${SCALE_FACTOR} END * pl_rade * pl_rade * pl_rade * teq_k / (pl_bmasse * st_rad * st_rad) * power(10, -sy_jmag / 5.0), 1) AS tsm,
  pl_rade, pl_bmasse, ROUND(teq_k, 0) AS teq, teq_from, sy_jmag
FROM heated
ORDER BY tsm DESC, pl_name ASC, row_number ASC`,
  caveats: (facts) => [
    'TSM after Kempton et al. 2018, calibrated for radii below 10 Earth radii. The equilibrium temperature assumes zero albedo and full heat redistribution. The J magnitude is that of the whole system, so blended binaries appear too bright.',
    ifAny(
      rowsWith(facts, ({ teq_from }) => teq_from === PUBLISHED),
      (count) =>
        `${count} of the ${facts.data.length} temperatures shown ${count === 1 ? 'is' : 'are'} the published equilibrium temperature, since star or orbit is not known.`,
    ),
  ],
  whenEmpty: 'no transiting planet below 10 Earth radii has all values that the metric needs',
}
