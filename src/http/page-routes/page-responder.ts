import type { VNode } from 'preact'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { renderDocument } from '../../pages/frame/render.ts'
import { createSite, type Site } from '../../pages/frame/site.ts'
import { STYLE } from '../../pages/frame/style.ts'
import { rawPath, rawQuery } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'
import { HTML } from './html-choice.ts'

/** A request for a page. */
export interface Visit {
  readonly request: Request
  readonly catalog: Catalog
  readonly site: Site
  /** As the client sent it, encoded, from the root of the service. */
  readonly path: string
  /** The query string as the client sent it, without `?`. */
  readonly query: string
}

/** A page before it is rendered. Snapshot, version and `key` together determine its bytes. */
export interface PageAnswer {
  /** The canonical request, for example `planet|51 Peg b`. */
  readonly key: string
  readonly render: () => VNode
}

/** Sends pages as every other answer is sent: compressed, with validators, from the cache where they are at hand. */
export interface PageResponder {
  visit(request: Request): Visit
  /** A page that the snapshot determines. */
  send(visit: Visit, page: PageAnswer): Response | Promise<Response>
  /** The page of this key where it is at hand, or the word that the client has it. */
  sendFromCache(visit: Visit, key: string): Response | undefined
  /** A page that nobody may keep: one that differs each time, or refuses its parameters. */
  sendUncached(visit: Visit, page: () => VNode, status?: number): Promise<Response>
}

/** What a page may do: load from this host alone, and run nothing that stands in the document itself. */
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

/** The address of a service that nobody can reach, as in tests. */
const NO_ADDRESS = 'http://localhost'

const MEDIA_TYPE = `${HTML}; charset=utf-8`
const encoder = new TextEncoder()

export function createPageResponder(
  context: Pick<HttpContext, 'catalog' | 'settings' | 'sender' | 'hasMcp' | 'address'>,
): PageResponder {
  const { catalog, settings, sender, hasMcp, address } = context
  const caching = { ...sender.lifetimes.negotiated, securityPolicy: PAGE_SECURITY_POLICY }

  /** A page's bytes follow its depth, since links are relative, the static files that it names, and the address in its code. */
  const identity = ({ catalog, site }: Visit, key: string) => ({
    snapshotId: catalog.manifest.snapshotId,
    key: `html|${STYLE.path}|${site.root}|${site.base}|${key}`,
    isUndated: true,
  })
  const answer = (visit: Visit, key: string, render: () => VNode) => ({
    ...identity(visit, key),
    mediaType: MEDIA_TYPE,
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
