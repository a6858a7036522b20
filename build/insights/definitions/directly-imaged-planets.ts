import { counted, ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isFlagged, isNamed, isUndisputed, measured, showMeasured } from '../parts/sql-parts.ts'

export const directlyImagedPlanets: InsightDefinition = {
  slug: 'directly-imaged-planets',
  title: 'Directly imaged planets',
  category: 'exoplanets',
  kind: 'list',
  description: 'Directly imaged planets, by angular separation, largest first.',
  limit: 100,
  rank: ['projected_separation_arcsec'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['ima_flag'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbsmaxlim', 'pl_bmassjlim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_orbsmax', 'pl_bmassj', 'pl_bmassprov', 'sy_dist'),
    {
      name: 'projected_separation_arcsec',
      type: 'real',
      unit: 'arcsec',
      description: 'Semi-major axis over distance',
    },
    ...shown('exoplanets', 'disc_facility', 'disc_year'),
  ],
  rules: (archive) => [isChosen(archive), ...isFlagged('ima_flag'), isNamed('pl_name'), isUndisputed(archive)],
  sql: (archive, rows) => `SELECT pl_name, hostname,
  ${showMeasured(archive, 'pl_orbsmax')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov, sy_dist,
  ROUND(1.0 * ${measured(archive, 'pl_orbsmax')} / sy_dist, 3) AS projected_separation_arcsec,
  disc_facility, disc_year
FROM exoplanets${rows}
ORDER BY projected_separation_arcsec DESC NULLS LAST, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The separation is the semi-major axis divided by the distance and is only approximate: the projected separation changes along the orbit.',
    ifAny(
      rowsWith(facts, ({ pl_bmassj }) => pl_bmassj !== null),
      () => 'Masses of imaged planets are usually derived from their brightness with evolutionary models.',
    ),
    ifAny(
      rowsWith(facts, ({ projected_separation_arcsec }) => projected_separation_arcsec === null),
      (count) =>
        `${counted(count, 'planet')} without a semi-major axis or a distance ${count === 1 ? 'comes' : 'come'} last.`,
    ),
  ],
  whenEmpty: 'no planet is flagged as imaged (ima_flag = 1)',
}
