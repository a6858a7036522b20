import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputed, measured, showMeasured, where } from '../parts/sql-parts.ts'

export const directlyImagedPlanets: InsightDefinition = {
  slug: 'directly-imaged-planets',
  title: 'Directly imaged planets',
  category: 'exoplanets',
  kind: 'list',
  description: 'Planets that have been seen in images, the widest on the sky first.',
  limit: 100,
  caveats:
    'The separation is semi-major axis over distance and only a rough one: the true projected separation changes along the orbit. Masses depend on models. Planets without semi-major axis or distance come last; a value that is only a limit is left empty.',
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
  sql: (archive) => `SELECT pl_name, hostname,
  ${showMeasured(archive, 'pl_orbsmax')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov, sy_dist,
  ROUND(1.0 * ${measured(archive, 'pl_orbsmax')} / sy_dist, 3) AS projected_separation_arcsec,
  disc_facility, disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'ima_flag = 1')}
ORDER BY projected_separation_arcsec DESC NULLS LAST, pl_name ASC, rowid ASC`,
}
