/** What the head of every page leads to, in its order. */
export interface NavigationEntry {
  readonly name: string
  /** From the root of the service. */
  readonly path: string
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { name: 'Planets', path: '/exoplanets' },
  { name: 'Hosts', path: '/stellarhosts' },
  { name: 'Plots', path: '/plots' },
  { name: 'Insights', path: '/insights' },
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
