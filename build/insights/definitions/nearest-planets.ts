import { massProvenance } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isPositive, isUndisputed, showMeasured } from '../parts/sql-parts.ts'

export const nearestPlanets: InsightDefinition = {
  slug: 'nearest-planets',
  title: 'Nearest confirmed planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Confirmed planets closest to the Sun, by the distance of their system.',
  limit: 25,
  rank: ['sy_dist'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_bmasselim', 'pl_orbperlim', 'pl_eqtlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'sy_dist',
    'pl_bmasse',
    'pl_bmassprov',
    'pl_orbper',
    'pl_eqt',
    'discoverymethod',
    'disc_year',
  ),
  rules: (archive) => [isChosen(archive), isNamed('pl_name'), isUndisputed(archive), isPositive('sy_dist')],
  sql: (archive, rows) => `SELECT pl_name, hostname, sy_dist,
  ${showMeasured(archive, 'pl_bmasse')},
  pl_bmassprov,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_eqt')},
  discoverymethod, disc_year
FROM exoplanets${rows}
ORDER BY sy_dist ASC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'A system has one row per planet, and uncertainties of the distance are not shown.',
    massProvenance(facts, 'pl_bmasse'),
  ],
  whenEmpty: 'no planet has a distance',
}
