import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Manifest } from '../../format/manifest.ts'

/** What all parts of a page know: the snapshot that it is made of, and how links are written. */
export interface Site {
  readonly manifest: Manifest
  /** Leads from the page to the root of the service: `./`, `../`, `../../`. */
  readonly root: string
  /** Public address of the service without a slash at the end; undefined where nobody set it. */
  readonly baseUrl: string | undefined
  /**
   * Address of the service for code and citations, without a slash at the end: the public one, else the one that it listens on,
   * in whose place a browser puts its own.
   */
  readonly base: string
  /** True where `/mcp` is served. */
  readonly hasMcp: boolean
  /**
   * The link to an address of the service. `path` is encoded and begins with a slash; the link is relative to the page, so
   * that it is right under whatever prefix the service is published.
   */
  href(path: string): string
  /** The address for a reader elsewhere: whole where the public address is known, else as `href`. */
  address(path: string): string
}

export interface SiteOptions extends Pick<Site, 'manifest' | 'baseUrl' | 'hasMcp'> {
  /** The path of the page as it was asked for, encoded. */
  readonly path: string
  /** The address that the service listens on, without a slash at the end. */
  readonly ownAddress: string
}

/** Leads from a page to the root: one step up for each slash of its path but the first. */
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
