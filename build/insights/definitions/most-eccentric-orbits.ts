import { counted, ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import {
  hasValue,
  isChosen,
  isNamed,
  isNoLimit,
  isUndisputed,
  measured,
  showErrors,
  showMeasured,
  within,
} from '../parts/sql-parts.ts'

export const mostEccentricOrbits: InsightDefinition = {
  slug: 'most-eccentric-orbits',
  title: 'Most eccentric orbits',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the most eccentric orbits, with their periastron and apastron distances.',
  limit: 25,
  rank: ['pl_orbeccen'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbeccenlim', 'pl_orbsmaxlim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_orbeccen', 'pl_orbeccenerr1', 'pl_orbeccenerr2', 'pl_orbsmax'),
    { name: 'periastron_au', type: 'real', unit: 'au', description: 'Periastron distance, a(1-e)' },
    { name: 'apastron_au', type: 'real', unit: 'au', description: 'Apastron distance, a(1+e)' },
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    hasValue('pl_orbeccen'),
    isNoLimit(archive, 'pl_orbeccen'),
    within('pl_orbeccen >= 0 AND pl_orbeccen < 1'),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_orbeccen,
  ${showErrors(archive, 'pl_orbeccen')},
  ${showMeasured(archive, 'pl_orbsmax')},
  ROUND(${measured(archive, 'pl_orbsmax')} * (1 - pl_orbeccen), 6) AS periastron_au,
  ROUND(${measured(archive, 'pl_orbsmax')} * (1 + pl_orbeccen), 6) AS apastron_au
FROM exoplanets${rows}
ORDER BY pl_orbeccen DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'Eccentricities from weak radial-velocity signals are biased high (Lucy & Sweeney 1971): look at the uncertainties. Only bound orbits are included (below 1).',
    ifAny(
      rowsWith(facts, ({ pl_orbeccenerr1 }) => pl_orbeccenerr1 === null),
      (count) =>
        `${count} of the ${counted(facts.data.length, 'row')} shown ${count === 1 ? 'has' : 'have'} no uncertainty of the eccentricity on both sides.`,
    ),
  ],
  whenEmpty: 'no planet has a measured eccentricity',
}
