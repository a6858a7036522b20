import type { InsightDefinition } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import {
  countPlanets,
  isChosen,
  isFlagged,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  within,
} from '../parts/sql-parts.ts'

/**
 * Bins per Earth radius: five, each 0.2 wide. Each edge k/5 as a double, multiplied by 5, is exactly k; divided by 0.2 it often is
 * not.
 */
const BINS_PER_EARTH_RADIUS = 5
/** Maximum radius, Earth radii; it belongs to the last bin. */
const MAX_RADIUS_EARTH = 6
const BINS = MAX_RADIUS_EARTH * BINS_PER_EARTH_RADIUS
/** Maximum orbital period, days: beyond it, transit surveys detect too few planets. */
const MAX_PERIOD_DAYS = 100

export const radiusValley: InsightDefinition = {
  slug: 'radius-valley',
  title: 'Radius distribution of small planets (the radius valley)',
  category: 'population',
  kind: 'histogram',
  description:
    'Number of transiting planets with periods below 100 days per radius bin of 0.2 Earth radii, up to 6 Earth radii; in large samples, few have radii near 1.8.',
  limit: BINS,
  rank: ['rade_bin_lo'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_name', 'tran_flag', 'pl_orbper', 'pl_rade'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim', 'pl_radelim', ...radiusOrigin('tran_flag')] },
  columns: [
    { name: 'rade_bin_lo', type: 'real', unit: 'Rearth', description: 'Lower edge of the bin, included' },
    { name: 'rade_bin_hi', type: 'real', unit: 'Rearth', description: 'Upper edge of the bin' },
    { name: 'planets', type: 'integer', description: 'Number of planets in the bin' },
  ],
  rules: (archive) => [
    isChosen(archive),
    ...isFlagged('tran_flag'),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_orbper'),
    isNoLimit(archive, 'pl_orbper'),
    within(`pl_orbper < ${MAX_PERIOD_DAYS}`),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
    within(`pl_rade <= ${MAX_RADIUS_EARTH}`),
  ],
  sql: (archive, rows) => `WITH binned AS (
  SELECT pl_name, MIN(CAST(pl_rade * ${BINS_PER_EARTH_RADIUS} AS INTEGER), ${BINS - 1}) AS bin
  FROM exoplanets${rows}
)
SELECT bin / ${BINS_PER_EARTH_RADIUS}.0 AS rade_bin_lo, (bin + 1) / ${BINS_PER_EARTH_RADIUS}.0 AS rade_bin_hi, ${countPlanets(archive)} AS planets
FROM binned
GROUP BY bin
ORDER BY bin ASC`,
  caveats: ({ data }) => [
    'Each bin includes its lower edge; the last bin includes both edges. Not corrected for detection bias; the radii are of mixed quality, so the gap is shallower than in uniform samples.',
    data.length < BINS ? 'Bins without planets are left out.' : undefined,
  ],
  whenEmpty: 'no transiting planet has a period below 100 days and a radius up to 6 Earth radii',
}
