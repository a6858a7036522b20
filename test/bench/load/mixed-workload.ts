import type { Manifest } from '../../../src/format/manifest.ts'
import { pageWorkloads } from './page-workloads.ts'
import { seededRandom } from './seeded-random.ts'

/** Kinds of request, with their share of a day's traffic in percent. */
export const MIX = {
  'hot page': 35,
  'cold page': 35,
  download: 10,
  insight: 5,
  'repeated SQL': 5,
  'new SQL': 5,
  'wrong request': 5,
} as const
export type MixKind = keyof typeof MIX

/** One request of the mix. */
export interface MixedRequest {
  readonly kind: MixKind
  readonly path: string
}

/** What the downloads are of. */
export interface MixedNames {
  readonly planets: readonly string[]
  readonly hosts: readonly string[]
}

/** What readers ask again and again. */
const HOT_PAGES = [
  '/rest/exoplanets',
  '/rest/stellarhosts',
  '/rest/exoplanets?sort_by=disc_year&order=desc',
  '/rest/exoplanets?sort_by=pl_rade',
  '/rest/exoplanets?sort_by=pl_bmasse&order=desc&limit=100',
  '/rest/exoplanets?filter=Kepler&limit=20',
  '/rest/exoplanets?filter=TRAPPIST-1',
  '/rest/stellarhosts?sort_by=sy_dist',
  '/rest/exoplanets/schema',
  '/rest/insights',
  '/health',
  '/',
]

const WRONG = [
  '/rest/exoplanets?sort_by=pl_radius',
  '/rest/exoplanets?page=0',
  '/rest/exoplanets?columns=nothing',
  '/rest/stellarhosts?limit=ten',
  '/rest/insights/no-such-thing',
  '/exoplanets/Nowhere%20b.json',
  '/stellarhosts/Nowhere.csv',
  '/rest/nothing',
  '/rest/query',
  `/rest/query?sql=${encodeURIComponent('DELETE FROM exoplanets')}`,
  `/rest/query?sql=${encodeURIComponent('SELECT pl_radius FROM exoplanets')}`,
  `/rest/query?sql=${encodeURIComponent('SELECT 1; SELECT 2')}`,
]

const REPEATED_SQL = [
  'SELECT count(*) AS n FROM exoplanets',
  'SELECT disc_year, count(*) AS n FROM exoplanets GROUP BY disc_year ORDER BY disc_year',
  'SELECT discoverymethod, count(DISTINCT pl_name) AS planets FROM exoplanets GROUP BY 1 ORDER BY 2 DESC',
  'SELECT e.pl_name, s.sy_dist FROM exoplanets e JOIN stellarhosts s USING (hostname) ORDER BY s.sy_dist LIMIT 10',
]

/** Whether a status is one that a request of the kind may get when all is well. */
export function isExpectedStatus(kind: MixKind, status: number): boolean {
  return kind === 'wrong request' ? status === 400 || status === 404 : status === 200
}

/** Requests in a random order by a fixed seed, in the shares of MIX; the same snapshot gives the same ones. */
export function mixedRequests(
  manifest: Manifest,
  slugs: readonly string[],
  names: MixedNames,
  count: number,
): MixedRequest[] {
  const random = seededRandom(7)
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  // Only what 1.0.0 answers too, so that versions can be compared.
  const cold = pageWorkloads(manifest)
    .filter(({ isCold, isOwn, name }) => isCold && isOwn !== true && !name.startsWith('1000'))
    .flatMap(({ paths }) => paths)
  const download = (): string => {
    const isPlanet = random() < 0.6
    const name = encodeURIComponent(one(isPlanet ? names.planets : names.hosts))
    return `/${isPlanet ? 'exoplanets' : 'stellarhosts'}/${name}.${one(['json', 'json', 'csv'])}`
  }
  const { rows } = manifest.tables.exoplanets
  // Three in four look something up, one in four goes through the whole table.
  const newSql = (): string => {
    const at = Math.floor(random() * rows)
    const name = one(names.planets).replaceAll("'", "''")
    const sql = one([
      `SELECT pl_name, disc_year, pl_rade FROM exoplanets WHERE rowid BETWEEN ${at} AND ${at + 20}`,
      `SELECT * FROM exoplanets WHERE pl_name = '${name}' AND rowid <> ${at}`,
      `SELECT s.* FROM exoplanets e JOIN stellarhosts s USING (hostname) WHERE e.pl_name = '${name}' LIMIT ${1 + (at % 50)}`,
      `SELECT discoverymethod, count(*) AS n, avg(pl_rade) AS mean FROM exoplanets WHERE rowid > ${at} GROUP BY 1`,
    ])
    return `/rest/query?sql=${encodeURIComponent(sql)}`
  }
  const make: Readonly<Record<MixKind, () => string>> = {
    'hot page': () => one(HOT_PAGES),
    'cold page': () => one(cold),
    download,
    insight: () => `/rest/insights/${one(slugs)}`,
    'repeated SQL': () => `/rest/query?sql=${encodeURIComponent(one(REPEATED_SQL))}`,
    'new SQL': newSql,
    'wrong request': () => one(WRONG),
  }
  const kinds = Object.entries(MIX).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as MixKind))
  return Array.from({ length: count }, () => {
    const kind = one(kinds)
    return { kind, path: make[kind]() }
  })
}
