import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { HAS_TRUE_MASS, isNamed, isNoLimit, isPositive, isUndisputedInAllRows } from '../parts/sql-parts.ts'

/** Minimum number of values for a mass to be treated as disputed. */
const MIN_VALUES = 3

export const mostDisputedMasses: InsightDefinition = {
  slug: 'most-disputed-masses',
  title: 'Planets whose published masses disagree most',
  category: 'provenance',
  kind: 'ranking',
  description: 'Planets with three or more published true masses, by the ratio of the largest to the smallest.',
  limit: 25,
  rank: ['max_over_min'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_bmasse', 'pl_bmassprov'] },
  uses: { exoplanets: ['pl_controv_flag', 'pl_bmasselim', 'pl_refname'] },
  columns: [
    ...shown('exoplanets', 'pl_name'),
    { name: 'published_values', type: 'integer', description: 'Number of published true masses' },
    { name: 'min_mass', type: 'real', unit: 'Mearth', description: 'Smallest published true mass' },
    { name: 'max_mass', type: 'real', unit: 'Mearth', description: 'Largest published true mass' },
    { name: 'max_over_min', type: 'real', description: 'Largest mass over smallest' },
  ],
  rules: (archive) => [
    isNamed('pl_name'),
    isUndisputedInAllRows(archive),
    isPositive('pl_bmasse'),
    HAS_TRUE_MASS,
    isNoLimit(archive, 'pl_bmasse'),
  ],
  sql: (archive, rows) => `WITH published AS (
  SELECT DISTINCT pl_name, ${archive.has('exoplanets', 'pl_refname') ? 'pl_refname, ' : ''}pl_bmasse
  FROM exoplanets${rows}
)
SELECT pl_name, COUNT(*) AS published_values, MIN(pl_bmasse) AS min_mass, MAX(pl_bmasse) AS max_mass,
  ROUND(MAX(pl_bmasse) * 1.0 / MIN(pl_bmasse), 2) AS max_over_min
FROM published
GROUP BY pl_name
HAVING COUNT(*) >= ${MIN_VALUES}
ORDER BY max_over_min DESC, pl_name ASC`,
  caveats: () => [
    'Reads all references on purpose, not only the default one. True masses only, no limits; a reference counts once for each value it gives. References that analyze the same data again are not independent and count separately.',
  ],
  whenEmpty: `no planet has ${MIN_VALUES} or more published values that are stated to be true masses`,
}
