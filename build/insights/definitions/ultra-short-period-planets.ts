import { counted, ifAny, massProvenance, type ResultFacts, sqlText } from '../parts/caveats.ts'
import { HOURS_PER_DAY } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { radiusOrigin } from '../parts/radius-origin.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showMeasured, within } from '../parts/sql-parts.ts'

/** The number of shown planets that orbit a pulsar, according to the host name or the discovery method. */
function aroundPulsars({ archive, data, count }: ResultFacts): number {
  const names = data.map(({ pl_name }) => sqlText(pl_name)).join(', ')
  const method = archive.has('exoplanets', 'discoverymethod') ? " OR discoverymethod = 'Pulsar Timing'" : ''
  return count(
    `SELECT COUNT(DISTINCT pl_name) FROM exoplanets WHERE pl_name IN (${names}) AND (hostname LIKE 'PSR %'${method})`,
  )
}

export const ultraShortPeriodPlanets: InsightDefinition = {
  slug: 'ultra-short-period-planets',
  title: 'Planets with years shorter than one day',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with orbital periods of less than one day, shortest first.',
  limit: 50,
  rank: ['pl_orbper'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim', 'pl_radelim', 'pl_bmasselim', ...radiusOrigin()],
  },
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
      aroundPulsars(facts),
      (count) => `${counted(count, 'companion')} of pulsars ${count === 1 ? 'is' : 'are'} included.`,
    ),
    massProvenance(facts, 'pl_bmasse'),
  ],
  whenEmpty: 'no planet has a period of less than one day',
}
