import type { Manifest } from '../../../src/format/manifest.ts'
import { seededRandom } from './seeded-random.ts'

/** Distinct requests of the random workloads. */
const DISTINCT = 5000

export interface Workload {
  readonly name: string
  readonly paths: readonly string[]
  /** False: each request finds its page in the cache. True: none does. */
  readonly isCold: boolean
  /** True: the obvious implementation has nothing of the kind. */
  readonly isOwn?: boolean
}

/** The workloads over a snapshot's planets; the same snapshot gives the same requests. */
export function pageWorkloads({ tables }: Manifest): readonly Workload[] {
  const random = seededRandom(1)
  const { columns, rows } = tables.exoplanets
  const names = columns.map(({ name }) => name)
  const below = (bound: number): number => Math.floor(random() * bound)
  const column = (): string => names[below(names.length)]!
  const sorted = (limit: number): string =>
    `sort_by=${column()}&order=${below(2) === 0 ? 'asc' : 'desc'}&page=${1 + below(Math.ceil(rows / limit))}`
  const some = (most: number): string => [...new Set(Array.from({ length: 1 + below(most) }, column))].join(',')
  const filters = ['kepler', 'b', 'wasp-1', 'hd 1', 'TOI', 'k2-', '22', 'gj ', '-7', 'ogle']
  /** A range of one column, of random width. */
  const range = (name: string, top: number): string => {
    const from = random() * top
    return `${name}__between=${from.toFixed(2)},${(from + random() * (top - from)).toFixed(2)}`
  }
  const catalogs = ['Kepler-', 'hd', 'WASP ', 'TOI-', 'k2-', 'GJ ', 'HAT-P-']
  const objectName = (): string =>
    encodeURIComponent(`${catalogs[below(catalogs.length)]}${below(2000)}${['', ' b', 'c'][below(3)]}`)
  const filtered = (): string =>
    `sort_by=${column()}&order=${below(2) === 0 ? 'asc' : 'desc'}&filter=${filters[below(filters.length)]!.replaceAll(' ', '+')}`
  const many = (make: () => string, count = DISTINCT): string[] =>
    Array.from({ length: count }, () => `/rest/exoplanets?${make()}`)
  return [
    { name: 'hot page', paths: ['/rest/exoplanets'], isCold: false },
    { name: 'random pages, default columns', paths: many(() => sorted(50)), isCold: true },
    { name: 'random pages, 1 to 12 columns', paths: many(() => `${sorted(50)}&columns=${some(12)}`), isCold: true },
    { name: 'filtered and sorted page', paths: many(filtered), isCold: true },
    {
      name: '1000 rows x all columns, cold',
      paths: many(() => `${sorted(1000)}&limit=1000&columns=*`, 50),
      isCold: true,
    },
    { name: '1000 rows x all columns, hot', paths: ['/rest/exoplanets?limit=1000&columns=*'], isCold: false },
    {
      name: 'filter: one range',
      paths: many(() => `${sorted(50)}&${range('pl_rade', 20)}`),
      isCold: true,
      isOwn: true,
    },
    {
      name: 'filter: three conditions',
      paths: many(() => `${sorted(50)}&${range('pl_rade', 20)}&${range('sy_dist', 2000)}&discoverymethod=Transit`),
      isCold: true,
      isOwn: true,
    },
    {
      name: 'filter: cone',
      paths: many(() => `${sorted(50)}&cone=${below(360)},${below(180) - 90},${1 + below(20)}`),
      isCold: true,
      isOwn: true,
    },
    {
      name: 'names: resolver',
      paths: Array.from({ length: DISTINCT }, () => `/rest/resolve?name=${objectName()}`),
      isCold: true,
      isOwn: true,
    },
    { name: 'schema', paths: ['/rest/exoplanets/schema'], isCold: false },
  ]
}
