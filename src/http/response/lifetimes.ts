import type { Settings } from '../../settings.ts'

/** How clients can cache a response, and what it can do there. */
export interface Caching {
  readonly cacheControl: string
  /** The sources that a page can load from (Content-Security-Policy). */
  readonly securityPolicy?: string
  /** Request headers that choose the representation, in addition to Accept-Encoding. */
  readonly vary?: string
  /** True for files: an interrupted download can be continued. */
  readonly hasRanges?: boolean
}

/** Cache policies of responses that depend only on the snapshot: generated pages, and files to download. */
export interface Lifetimes {
  readonly page: Caching
  /** As `page`, for responses whose format depends on the `Accept` header. */
  readonly negotiated: Caching
  readonly export: Caching
}

function lifetime(maxAgeS: number): Caching {
  return { cacheControl: `public, max-age=${maxAgeS}, stale-while-revalidate=86400` }
}

/** The lifetimes that follow from the settings. */
export function lifetimesOf({
  cacheMaxAgeS,
  exportMaxAgeS,
}: Pick<Settings, 'cacheMaxAgeS' | 'exportMaxAgeS'>): Lifetimes {
  const page = lifetime(cacheMaxAgeS)
  return {
    page,
    negotiated: { ...page, vary: 'Accept' },
    export: { ...lifetime(exportMaxAgeS), hasRanges: true },
  }
}
