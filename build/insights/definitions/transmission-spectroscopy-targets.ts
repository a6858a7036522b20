import { AU_PER_SOLAR_RADIUS, TSM_SCALE_FACTORS } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, measured, measuredIfPresent, where } from '../parts/sql-parts.ts'

/** The metric is calibrated below this radius, Earth radii. */
const MAX_RADIUS_EARTH = 10

const SCALE_FACTOR = TSM_SCALE_FACTORS.map(
  ({ belowRadiusEarth, factor }) => `WHEN pl_rade < ${belowRadiusEarth} THEN ${factor}`,
).join(' ')

export const transmissionSpectroscopyTargets: InsightDefinition = {
  slug: 'transmission-spectroscopy-targets',
  title: 'Best transmission-spectroscopy targets (TSM)',
  category: 'exoplanets',
  kind: 'ranking',
  description:
    'Transiting planets below 10 Earth radii with a true mass, by the transmission spectroscopy metric: how well a large telescope can see their atmospheres in transit.',
  limit: 50,
  caveats:
    'TSM after Kempton et al. 2018, calibrated for radii below 10 Earth radii. The temperature is that of zero albedo and full redistribution of heat, from star and orbit, or the published equilibrium temperature where these are not known. The J magnitude is of the whole system, so blended binaries are over-bright.',
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
      description: 'Equilibrium temperature for zero albedo and full redistribution of heat, else the published one',
    },
    ...shown('exoplanets', 'sy_jmag'),
  ],
  sql: (archive) => `WITH measured AS (
  SELECT rowid AS row_number, pl_name, hostname, pl_rade, pl_bmasse, st_rad, sy_jmag,
    ${measured(archive, 'pl_eqt')} AS published_teq,
    ${measuredIfPresent(archive, 'st_teff')} AS star_teff,
    ${measuredIfPresent(archive, 'pl_orbsmax')} AS semi_major_axis
  FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'tran_flag = 1',
    `pl_rade > 0 AND pl_rade < ${MAX_RADIUS_EARTH}`,
    isNoLimit(archive, 'pl_rade'),
    "pl_bmasse > 0 AND pl_bmassprov = 'Mass'",
    isNoLimit(archive, 'pl_bmasse'),
    'st_rad > 0',
    isNoLimit(archive, 'st_rad'),
    'sy_jmag IS NOT NULL',
  )}
), heated AS (
  SELECT *, COALESCE(CASE WHEN star_teff > 0 AND semi_major_axis > 0 THEN star_teff * sqrt(st_rad * ${AU_PER_SOLAR_RADIUS} / semi_major_axis) * power(0.25, 0.25) END, published_teq) AS teq_k
  FROM measured
)
SELECT pl_name, hostname,
  ROUND(CASE ${SCALE_FACTOR} END * pl_rade * pl_rade * pl_rade * teq_k / (pl_bmasse * st_rad * st_rad) * power(10, -sy_jmag / 5.0), 1) AS tsm,
  pl_rade, pl_bmasse, ROUND(teq_k, 0) AS teq, sy_jmag
FROM heated
WHERE teq_k IS NOT NULL
ORDER BY tsm DESC, pl_name ASC, row_number ASC`,
}
