import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const largestExoplanetsRadius: InsightDefinition = {
  slug: 'largest-exoplanets-radius',
  title: 'Largest measured planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets with the largest radii, in Earth and Jupiter radii, with their errors.',
  limit: 10,
  caveats:
    'Radii of imaged young planets come from models of their evolution, not from measurements, and may fill the top rows beside inflated hot Jupiters. The archive takes companions of up to 30 Jupiter masses for planets. Radii that are only limits are left out, other values that are only limits are left empty.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'pl_radjlim', 'pl_bmassjlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'pl_rade',
    'pl_radj',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_bmassj',
    'discoverymethod',
    'disc_year',
  ),
  sql: (archive) => `SELECT pl_name, hostname, pl_rade,
  ${showMeasured(archive, 'pl_radj')},
  pl_radeerr1, pl_radeerr2,
  ${showMeasured(archive, 'pl_bmassj')},
  discoverymethod, disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'pl_rade > 0', isNoLimit(archive, 'pl_rade'))}
ORDER BY pl_rade DESC, pl_name ASC, rowid ASC`,
}
