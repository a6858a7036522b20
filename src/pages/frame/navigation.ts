import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'

/** What the head of every page leads to, in its order. */
export interface NavigationEntry {
  readonly name: string
  /** From the root of the service. */
  readonly path: string
}

export const PLANETS_PATH = '/exoplanets'

export const NAVIGATION: readonly NavigationEntry[] = [
  { name: 'Planets', path: PLANETS_PATH },
  { name: 'Hosts', path: '/stellarhosts' },
  { name: 'Plots', path: '/plots' },
  { name: 'Insights', path: '/insights' },
  { name: 'Compare', path: '/compare' },
  { name: 'SQL', path: '/sql' },
  { name: 'API', path: '/swagger-ui' },
]

/** What the foot of every page leads to, in its order. */
export const FOOT_NAVIGATION: readonly NavigationEntry[] = [
  { name: 'About', path: '/about' },
  { name: 'Data files', path: '/data/' },
  { name: 'Columns', path: '/columns/exoplanets' },
  { name: 'Changes', path: '/changes' },
]

/** The table of planets with one row for each: where the archive marks rows, the marked ones. */
export function planetListPath(manifest: Pick<Manifest, 'tables'>): string {
  return hasDefaultFlag(manifest) ? `${PLANETS_PATH}?default_flag=1` : PLANETS_PATH
}
