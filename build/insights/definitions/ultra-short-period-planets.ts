import { HOURS_PER_DAY } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const ultraShortPeriodPlanets: InsightDefinition = {
  slug: 'ultra-short-period-planets',
  title: 'Planets with years shorter than one day',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets that go round their star in less than a day, the shortest period first.',
  limit: 50,
  caveats:
    'Companions of pulsars and debris around white dwarfs may appear. A value that is only a limit is left empty; a mass with provenance "Msini" is a minimum.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim', 'pl_radelim', 'pl_bmasselim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_orbper'),
    { name: 'period_hours', type: 'real', unit: 'h', description: 'Orbital period in hours' },
    ...shown('exoplanets', 'pl_rade', 'pl_bmasse', 'pl_bmassprov'),
  ],
  sql: (archive) => `SELECT pl_name, hostname, pl_orbper, ROUND(pl_orbper * ${HOURS_PER_DAY}, 3) AS period_hours,
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmasse')},
  pl_bmassprov
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'pl_orbper > 0 AND pl_orbper < 1',
    isNoLimit(archive, 'pl_orbper'),
  )}
ORDER BY pl_orbper ASC, pl_name ASC, rowid ASC`,
}
