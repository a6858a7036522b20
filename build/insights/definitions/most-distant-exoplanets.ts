import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputed, where } from '../parts/sql-parts.ts'

export const mostDistantExoplanets: InsightDefinition = {
  slug: 'most-distant-exoplanets',
  title: 'Most distant exoplanets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets farthest from the Sun, with the errors of their distance.',
  limit: 10,
  caveats:
    'Distances of microlensing planets, some kiloparsecs, carry large errors: the order within the ten is not significant.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'sy_dist',
    'sy_disterr1',
    'sy_disterr2',
    'discoverymethod',
    'disc_year',
  ),
  sql: (archive) => `SELECT pl_name, hostname, sy_dist, sy_disterr1, sy_disterr2, discoverymethod, disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'sy_dist IS NOT NULL')}
ORDER BY sy_dist DESC, pl_name ASC, rowid ASC`,
}
