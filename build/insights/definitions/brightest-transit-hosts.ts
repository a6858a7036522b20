import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputed, where } from '../parts/sql-parts.ts'

export const brightestTransitHosts: InsightDefinition = {
  slug: 'brightest-transit-hosts',
  title: 'Brightest stars with transiting planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The stars with transiting planets that are brightest in V, with the names of these planets.',
  limit: 25,
  caveats: 'The V magnitude is of the whole system. Where the rows of a host differ, the brightest and nearest count.',
  alsoNeeds: { exoplanets: ['pl_name', 'tran_flag'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'hostname', 'sy_vmag'),
    { name: 'transiting_planets', type: 'integer', description: 'Number of transiting planets of the host' },
    ...shown('exoplanets', 'sy_dist'),
    { name: 'planets', type: 'text', description: 'Names of these planets, separated by comma and space' },
  ],
  sql: (archive) => `WITH planet AS (
  SELECT hostname, pl_name, MIN(sy_vmag) AS sy_vmag, MIN(sy_dist) AS sy_dist
  FROM exoplanets${where(
    isNamed('hostname', 'pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'tran_flag = 1',
    'sy_vmag IS NOT NULL',
  )}
  GROUP BY hostname, pl_name
)
SELECT hostname, MIN(sy_vmag) AS sy_vmag, COUNT(*) AS transiting_planets, MIN(sy_dist) AS sy_dist,
  group_concat(pl_name, ', ' ORDER BY pl_name ASC) AS planets
FROM planet
GROUP BY hostname
ORDER BY sy_vmag ASC, hostname ASC`,
}
