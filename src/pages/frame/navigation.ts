import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'

/** A link in the header of every page, in display order. */
export interface NavigationEntry {
  readonly name: string
  /** Path from the root of the service. */
  readonly path: string
}

export const PLANETS_PATH = '/exoplanets'

export const NAVIGATION: readonly NavigationEntry[] = [
  { name: 'Planets', path: PLANETS_PATH },
  { name: 'Host stars', path: '/stellarhosts' },
  { name: 'Plots', path: '/plots' },
  { name: 'Insights', path: '/insights' },
  { name: 'Compare', path: '/compare' },
  { name: 'SQL', path: '/sql' },
  { name: 'API', path: '/swagger-ui' },
]

/** The links in the footer of every page, in display order. */
export const FOOT_NAVIGATION: readonly NavigationEntry[] = [
  { name: 'About', path: '/about' },
  { name: 'Data files', path: '/data/' },
  { name: 'Columns', path: '/columns/exoplanets' },
  { name: 'Changes', path: '/changes' },
]

/** The table of planets with one row per planet: the archive's default rows, if it marks them. */
export function planetListPath(manifest: Pick<Manifest, 'tables'>): string {
  return hasDefaultFlag(manifest) ? `${PLANETS_PATH}?default_flag=1` : PLANETS_PATH
}
