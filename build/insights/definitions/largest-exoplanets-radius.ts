import { counted, ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showErrors, showMeasured } from '../parts/sql-parts.ts'

export const largestExoplanetsRadius: InsightDefinition = {
  slug: 'largest-exoplanets-radius',
  title: 'Largest measured planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the largest radii, in Earth and Jupiter radii, with uncertainties.',
  limit: 10,
  reads: 'exoplanets',
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
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_rade,
  ${showMeasured(archive, 'pl_radj')},
  ${showErrors(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmassj')},
  discoverymethod, disc_year
FROM exoplanets${rows}
ORDER BY pl_rade DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The archive lists companions of up to 30 Jupiter masses as planets. Look at the uncertainties before quoting a rank.',
    ifAny(
      rowsWith(facts, ({ discoverymethod }) => discoverymethod === 'Imaging'),
      (count) =>
        `${counted(count, 'imaged planet')} ${count === 1 ? 'has a radius' : 'have radii'} from evolutionary models, not from measurements.`,
    ),
  ],
  whenEmpty: 'no planet has a measured radius',
}
