import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { hasValue, isChosen, isFlagged, isNamed, isUndisputed } from '../parts/sql-parts.ts'

export const brightestTransitHosts: InsightDefinition = {
  slug: 'brightest-transit-hosts',
  title: 'Brightest stars with transiting planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Stars with transiting planets that are brightest in V, with the names of their transiting planets.',
  limit: 25,
  rank: ['sy_vmag'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_name', 'tran_flag'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'hostname', 'sy_vmag'),
    { name: 'transiting_planets', type: 'integer', description: 'Number of transiting planets of the host' },
    ...shown('exoplanets', 'sy_dist'),
    { name: 'planets', type: 'text', description: 'Names of these planets, separated by comma and space' },
  ],
  rules: (archive) => [
    isChosen(archive),
    ...isFlagged('tran_flag'),
    isNamed('hostname', 'pl_name'),
    isUndisputed(archive),
    hasValue('sy_vmag'),
  ],
  sql: (_archive, rows) => `WITH planet AS (
  SELECT hostname, pl_name, MIN(sy_vmag) AS sy_vmag, MIN(sy_dist) AS sy_dist
  FROM exoplanets${rows}
  GROUP BY hostname, pl_name
)
SELECT hostname, MIN(sy_vmag) AS sy_vmag, COUNT(*) AS transiting_planets, MIN(sy_dist) AS sy_dist,
  group_concat(pl_name, ', ' ORDER BY pl_name ASC) AS planets
FROM planet
GROUP BY hostname
ORDER BY sy_vmag ASC, hostname ASC`,
  caveats: () => [
    'The V magnitude is that of the whole system. If the rows of a host differ, the brightest magnitude and the smallest distance are used.',
  ],
  whenEmpty: 'no host of a transiting planet has a V magnitude',
}
