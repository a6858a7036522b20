import type { Settings } from '../../settings.ts'

/** How an answer may be kept by clients, and what it may do there. */
export interface Caching {
  readonly cacheControl: string
  /** What a page may load (Content-Security-Policy). */
  readonly securityPolicy?: string
  /** Request headers that choose the representation, beside Accept-Encoding. */
  readonly vary?: string
  /** True for files: a download that was cut short can be continued. */
  readonly hasRanges?: boolean
}

/** Of answers that a snapshot determines: those that are put together here, and files to download. */
export interface Lifetimes {
  readonly page: Caching
  /** As `page`, for answers whose format the `Accept` header chooses. */
  readonly negotiated: Caching
  readonly export: Caching
}

function lifetime(maxAgeS: number): Caching {
  return { cacheControl: `public, max-age=${maxAgeS}, stale-while-revalidate=86400` }
}

/** The lifetimes that the settings give. */
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
