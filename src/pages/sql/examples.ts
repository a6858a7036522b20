import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'

/** A query with which users can begin. */
export interface SqlExample {
  readonly title: string
  readonly sql: string
}

interface Template extends SqlExample {
  /** The example is omitted if one of these columns is missing. */
  readonly needs: Partial<Readonly<Record<TableName, readonly string[]>>>
}

/** `{chosen}` is replaced by the condition that selects one row per planet. */
const TEMPLATES: readonly Template[] = [
  {
    title: 'The smallest planets within 10 pc',
    needs: { exoplanets: ['pl_rade', 'sy_dist'] },
    sql: `SELECT pl_name, hostname, pl_rade, sy_dist
FROM exoplanets
WHERE {chosen} AND sy_dist <= 10 AND pl_rade IS NOT NULL
ORDER BY pl_rade
LIMIT 20`,
  },
  {
    title: 'Mean eccentricity by discovery method',
    needs: { exoplanets: ['discoverymethod', 'pl_orbeccen'] },
    sql: `SELECT discoverymethod, count(pl_orbeccen) AS planets,
  round_to(avg(pl_orbeccen), 3) AS mean_eccentricity,
  median(pl_orbeccen) AS median_eccentricity
FROM exoplanets
WHERE {chosen}
GROUP BY discoverymethod
ORDER BY planets DESC`,
  },
  {
    title: 'Period against radius of transiting planets',
    needs: { exoplanets: ['discoverymethod', 'pl_orbper', 'pl_rade'] },
    sql: `SELECT pl_name, pl_orbper, pl_rade
FROM exoplanets
WHERE {chosen} AND discoverymethod = 'Transit'
  AND pl_orbper IS NOT NULL AND pl_rade IS NOT NULL
ORDER BY pl_orbper`,
  },
  {
    title: 'Discoveries by year and method',
    needs: { exoplanets: ['disc_year', 'discoverymethod'] },
    sql: `SELECT disc_year, discoverymethod, count(*) AS planets
FROM exoplanets
WHERE {chosen}
GROUP BY disc_year, discoverymethod
ORDER BY disc_year DESC, planets DESC`,
  },
  {
    title: 'Stars with the most planets, by the median distance of their references',
    needs: { stellarhosts: ['sy_pnum', 'sy_dist'] },
    sql: `SELECT hostname, max(sy_pnum) AS planets, median(sy_dist) AS distance_pc
FROM stellarhosts
GROUP BY hostname
ORDER BY planets DESC, distance_pc
LIMIT 20`,
  },
  {
    title: 'All references of one planet',
    needs: { exoplanets: ['pl_refname', 'pl_orbper', 'pl_bmasse'] },
    sql: `SELECT pl_refname, pl_orbper, pl_bmasse
FROM exoplanets
WHERE pl_name = '51 Peg b'
ORDER BY pl_refname`,
  },
]

/** The examples whose columns the loaded archive has. */
export function sqlExamples(manifest: Pick<Manifest, 'tables'>): readonly SqlExample[] {
  const chosen = hasDefaultFlag(manifest) ? 'default_flag = 1' : '1'
  const columns = (table: TableName) => new Set(manifest.tables[table].columns.map(({ name }) => name))
  const known = { exoplanets: columns('exoplanets'), stellarhosts: columns('stellarhosts') }
  return TEMPLATES.filter(({ needs }) =>
    (Object.keys(known) as TableName[]).every((table) => (needs[table] ?? []).every((name) => known[table].has(name))),
  ).map(({ title, sql }) => ({ title, sql: sql.replaceAll('{chosen}', chosen) }))
}
