import { counted, ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isPositive, isUndisputed, showErrors } from '../parts/sql-parts.ts'

export const mostDistantExoplanets: InsightDefinition = {
  slug: 'most-distant-exoplanets',
  title: 'Most distant exoplanets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets farthest from the Sun, with the uncertainties of their distance.',
  limit: 10,
  rank: ['sy_dist'],
  reads: 'exoplanets',
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
  rules: (archive) => [isChosen(archive), isNamed('pl_name'), isUndisputed(archive), isPositive('sy_dist')],
  sql: (archive, rows) => `SELECT pl_name, hostname, sy_dist,
  ${showErrors(archive, 'sy_dist')},
  discoverymethod, disc_year
FROM exoplanets${rows}
ORDER BY sy_dist DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    ifAny(
      rowsWith(facts, ({ discoverymethod }) => discoverymethod === 'Microlensing'),
      (count) =>
        `${count} of the ${counted(facts.data.length, 'planet')} shown ${count === 1 ? 'was' : 'were'} found by microlensing: such distances carry large uncertainties, so the order is not significant.`,
    ),
    ifAny(
      rowsWith(facts, ({ sy_disterr1 }) => sy_disterr1 === null),
      (count) => `${counted(count, 'distance')} ${count === 1 ? 'has' : 'have'} no uncertainty.`,
    ),
  ],
  whenEmpty: 'no planet has a distance',
}
