import { counted, ifAny, massProvenance, rowsWith } from '../parts/caveats.ts'
import { HOURS_PER_DAY } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showMeasured, within } from '../parts/sql-parts.ts'

export const ultraShortPeriodPlanets: InsightDefinition = {
  slug: 'ultra-short-period-planets',
  title: 'Planets with years shorter than one day',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with orbital periods of less than one day, shortest first.',
  limit: 50,
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim', 'pl_radelim', 'pl_bmasselim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_orbper'),
    { name: 'period_hours', type: 'real', unit: 'h', description: 'Orbital period in hours' },
    ...shown('exoplanets', 'pl_rade', 'pl_bmasse', 'pl_bmassprov'),
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_orbper'),
    isNoLimit(archive, 'pl_orbper'),
    within('pl_orbper < 1'),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_orbper, ROUND(pl_orbper * ${HOURS_PER_DAY}, 3) AS period_hours,
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmasse')},
  pl_bmassprov
FROM exoplanets${rows}
ORDER BY pl_orbper ASC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    ifAny(
      rowsWith(facts, ({ hostname }) => /^PSR /.test(String(hostname))),
      (count) => `${counted(count, 'companion')} of pulsars ${count === 1 ? 'is' : 'are'} included.`,
    ),
    massProvenance(facts, 'pl_bmasse'),
  ],
  whenEmpty: 'no planet has a period of less than one day',
}
