import { ifAny, type ResultFacts } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showErrors, showMeasured } from '../parts/sql-parts.ts'

/** The number of neighbors in the ranking that could change places within the uncertainties of their radii. */
function overlaps({ data }: ResultFacts): number {
  const pairs = data.slice(1).map((larger, index) => ({ smaller: data[index]!, larger }))
  return pairs.filter(
    ({ smaller, larger }) =>
      smaller.pl_radeerr1 !== null &&
      larger.pl_radeerr2 !== null &&
      Number(smaller.pl_rade) + Math.abs(Number(smaller.pl_radeerr1)) >=
        Number(larger.pl_rade) - Math.abs(Number(larger.pl_radeerr2)),
  ).length
}

export const smallestExoplanetsRadius: InsightDefinition = {
  slug: 'smallest-exoplanets-radius',
  title: 'Smallest measured planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the smallest measured radii, with uncertainties.',
  limit: 10,
  rank: ['pl_rade'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_orbperlim',
      ...radiusOrigin('pl_radeerr1', 'pl_radeerr2'),
    ],
  },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'pl_rade',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_orbper',
    'disc_year',
  ),
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_rade,
  ${showErrors(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_orbper')},
  disc_year
FROM exoplanets${rows}
ORDER BY pl_rade ASC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    ifAny(
      overlaps(facts),
      (count) =>
        `The radii of ${count} of the ${facts.data.length - 1} neighboring pairs agree within their uncertainties: their order is not certain.`,
    ),
  ],
  whenEmpty: 'no planet has a measured radius',
}
