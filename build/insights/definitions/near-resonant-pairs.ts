import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed } from '../parts/sql-parts.ts'

/** Maximum relative deviation from the exact ratio for a pair to be near-resonant. */
const MAX_OFFSET = '0.02'

export const nearResonantPairs: InsightDefinition = {
  slug: 'near-resonant-pairs',
  title: 'Neighboring planets near 2:1 or 3:2 period ratios',
  category: 'systems',
  kind: 'relationship',
  description:
    'Pairs of neighboring planets of one star whose period ratio is within 2 % of 2:1 or 3:2, closest first.',
  limit: 100,
  rank: ['offset_percent'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_name', 'pl_orbper'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim'] },
  columns: [
    ...shown('exoplanets', 'hostname'),
    { name: 'inner_planet', type: 'text', description: 'Name of the planet with the shorter period' },
    { name: 'outer_planet', type: 'text', description: 'Name of the planet with the longer period' },
    { name: 'period_ratio', type: 'real', description: 'Longer period over shorter' },
    { name: 'resonance', type: 'text', description: 'The nearer of the two ratios' },
    { name: 'offset_percent', type: 'real', unit: '%', description: 'Distance from that ratio, relative to it' },
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('hostname', 'pl_name'),
    isUndisputed(archive),
    isPositive('pl_orbper'),
    isNoLimit(archive, 'pl_orbper'),
  ],
  sql: (_archive, rows) => `WITH ordered AS (
  SELECT rowid AS row_number, hostname, pl_name AS outer_planet, LAG(pl_name) OVER neighbors AS inner_planet,
    pl_orbper * 1.0 / LAG(pl_orbper) OVER neighbors AS ratio
  FROM exoplanets${rows}
  WINDOW neighbors AS (PARTITION BY hostname ORDER BY pl_orbper ASC, pl_name ASC, rowid ASC)
), compared AS (
  SELECT *, ABS(ratio - 1.5) / 1.5 AS offset_3_2, ABS(ratio - 2.0) / 2.0 AS offset_2_1
  FROM ordered
  WHERE ratio IS NOT NULL AND inner_planet IS NOT outer_planet
)
SELECT hostname, inner_planet, outer_planet, ROUND(ratio, 4) AS period_ratio,
  CASE WHEN offset_3_2 < offset_2_1 THEN '3:2' ELSE '2:1' END AS resonance,
  ROUND(MIN(offset_3_2, offset_2_1) * 100, 3) AS offset_percent
FROM compared
WHERE MIN(offset_3_2, offset_2_1) < ${MAX_OFFSET}
ORDER BY offset_percent ASC, hostname ASC, outer_planet ASC, row_number ASC`,
  caveats: () => [
    'A period ratio near 3:2 or 2:1 does not prove that the planets librate in resonance. Neighbors are adjacent known planets: an undetected planet, or one left out here, makes a false pair.',
  ],
  whenEmpty: 'no two neighboring planets have periods near these ratios',
}
