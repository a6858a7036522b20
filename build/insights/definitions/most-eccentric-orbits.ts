import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, measured, showMeasured, where } from '../parts/sql-parts.ts'

export const mostEccentricOrbits: InsightDefinition = {
  slug: 'most-eccentric-orbits',
  title: 'Most eccentric orbits',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets with the most elongated orbits, with their least and greatest distance from the star.',
  limit: 25,
  caveats:
    'Eccentricities from weak radial-velocity signals are biased high (Lucy & Sweeney 1971): look at the errors. Only bound orbits count (below 1). A value that is only a limit is left empty.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbeccenlim', 'pl_orbsmaxlim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_orbeccen', 'pl_orbeccenerr1', 'pl_orbeccenerr2', 'pl_orbsmax'),
    { name: 'periastron_au', type: 'real', unit: 'au', description: 'Least distance from the star, a(1-e)' },
    { name: 'apastron_au', type: 'real', unit: 'au', description: 'Greatest distance from the star, a(1+e)' },
  ],
  sql: (archive) => `SELECT pl_name, hostname, pl_orbeccen, pl_orbeccenerr1, pl_orbeccenerr2,
  ${showMeasured(archive, 'pl_orbsmax')},
  ROUND(${measured(archive, 'pl_orbsmax')} * (1 - pl_orbeccen), 6) AS periastron_au,
  ROUND(${measured(archive, 'pl_orbsmax')} * (1 + pl_orbeccen), 6) AS apastron_au
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'pl_orbeccen >= 0 AND pl_orbeccen < 1',
    isNoLimit(archive, 'pl_orbeccen'),
  )}
ORDER BY pl_orbeccen DESC, pl_name ASC, rowid ASC`,
}
