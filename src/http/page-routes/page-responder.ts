import type { VNode } from 'preact'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { renderDocument } from '../../pages/frame/render.ts'
import { createSite, type Site } from '../../pages/frame/site.ts'
import { STYLE } from '../../pages/frame/style.ts'
import { HTML_TYPE } from '../request/media-types.ts'
import { rawPath, rawQuery } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** A request for a page. */
export interface Visit {
  readonly request: Request
  readonly catalog: Catalog
  readonly site: Site
  /** As sent by the client, encoded, relative to the root of the service. */
  readonly path: string
  /** The query string as sent by the client, without `?`. */
  readonly query: string
}

/** A page before rendering. Snapshot, version and `key` together determine its bytes. */
export interface PageAnswer {
  /** The canonical request, for example `planet|51 Peg b`. */
  readonly key: string
  readonly render: () => VNode
}

/** Sends pages as every other response is sent: compressed, with validators, and from the cache if available. */
export interface PageResponder {
  visit(request: Request): Visit
  /** A page that depends only on the snapshot. */
  send(visit: Visit, page: PageAnswer): Response | Promise<Response>
  /** The cached page with this key, or a 304 if the client has it; undefined if there is neither. */
  sendFromCache(visit: Visit, key: string): Response | undefined
  /** A page that must not be cached: its content varies, or it reports invalid parameters. */
  sendUncached(visit: Visit, page: () => VNode, status?: number): Promise<Response>
}

/** Restrictions for a page: load only from this host, and run no inline scripts. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The address of a service that is not reachable, as in tests. */
const NO_ADDRESS = 'http://localhost'

const encoder = new TextEncoder()

export function createPageResponder(
  context: Pick<HttpContext, 'catalog' | 'settings' | 'sender' | 'hasMcp' | 'address'>,
): PageResponder {
  const { catalog, settings, sender, hasMcp, address } = context
  const caching = { ...sender.lifetimes.negotiated, securityPolicy: PAGE_SECURITY_POLICY }

  /**
   * A page's bytes depend on its depth, since links are relative, on the static files that it names, and on the address
   * in its HTML.
   */
  const identity = ({ catalog, site }: Visit, key: string) => ({
    snapshotId: catalog.manifest.snapshotId,
    key: `html|${STYLE.path}|${site.root}|${site.base}|${key}`,
    isUndated: true,
  })
  const answer = (visit: Visit, key: string, render: () => VNode) => ({
    ...identity(visit, key),
    mediaType: HTML_TYPE,
    body: () => encoder.encode(renderDocument(visit.site, render())),
  })

  return {
    visit(request) {
      const current = catalog()
      const path = rawPath(request.url)
      const { manifest } = current
      const site = createSite({
        path,
        manifest,
        baseUrl: settings.baseUrl,
        ownAddress: address() ?? NO_ADDRESS,
        hasMcp,
      })
      return { request, catalog: current, site, path, query: rawQuery(request.url) }
    },
    send: (visit, { key, render }) => sender.send(visit.request, visit.catalog, answer(visit, key, render), caching),
    sendFromCache: (visit, key) => sender.sendFromCache(visit.request, visit.catalog, identity(visit, key), caching),
    sendUncached: (visit, page, status) => sender.sendUncached(visit.request, answer(visit, '', page), caching, status),
  }
}
