import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Manifest } from '../../format/manifest.ts'

/** Context shared by all parts of a page: the snapshot, and how links are written. */
export interface Site {
  readonly manifest: Manifest
  /** Relative path from the page to the root of the service: `./`, `../`, `../../`. */
  readonly root: string
  /** Public URL of the service without a slash at the end; undefined if none is configured. */
  readonly baseUrl: string | undefined
  /**
   * Service URL for code and citations, without a slash at the end: the public URL, otherwise the listening address, which a
   * browser replaces with its own URL of the service.
   */
  readonly base: string
  /** True if `/mcp` is served. */
  readonly hasMcp: boolean
  /**
   * The link to a path of the service. `path` is encoded and begins with a slash; the link is relative to the page, so that it
   * works under any prefix at which the service is published.
   */
  href(path: string): string
  /** The URL for use outside the page: absolute if the public URL is known, otherwise as `href`. */
  address(path: string): string
}

export interface SiteOptions extends Pick<Site, 'manifest' | 'baseUrl' | 'hasMcp'> {
  /** The requested path of the page, encoded. */
  readonly path: string
  /** The URL at which the service listens, without a slash at the end. */
  readonly ownAddress: string
}

/** Relative path from a page to the root: one step up for each slash of its path except the first. */
export function rootFrom(path: string): string {
  const steps = path.split('/').length - 2
  return steps <= 0 ? './' : '../'.repeat(steps)
}

export function createSite({ path, manifest, baseUrl, ownAddress, hasMcp }: SiteOptions): Site {
  const root = rootFrom(path)
  const href = (to: string): string => (to === '/' ? root : `${root}${to.slice(1)}`)
  return {
    manifest,
    root,
    baseUrl,
    base: baseUrl ?? ownAddress,
    hasMcp,
    href,
    address: (to) => (baseUrl === undefined ? href(to) : `${baseUrl}${to}`),
  }
}

const SiteContext = createContext<Site | undefined>(undefined)
export const SiteProvider = SiteContext.Provider

/** The site of the page that is being rendered. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (site === undefined) throw new Error('A part of a page was rendered outside of a page.')
  return site
}
