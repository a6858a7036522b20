import type { Catalog } from '../../core/catalog/catalog.ts'
import { renderPng } from '../../plots/png/render-png.ts'
import type { Sender } from '../response/sender.ts'

export const PICTURE_FORMATS = ['svg', 'png'] as const

/** Restrictions for a stand-alone picture: it can only be displayed. Its links lead to pages. */
const SECURITY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const encoder = new TextEncoder()

export interface Picture {
  readonly format: (typeof PICTURE_FORMATS)[number]
  /** Determines the drawing, together with the snapshot. */
  readonly key: string
  svg(): string
  /** False for a drawing that varies and must not be cached; true if absent. */
  readonly isKept?: boolean
}

/** Sends a drawing, from the cache if available. */
export function sendPicture(
  sender: Sender,
  request: Request,
  current: Catalog,
  { format, key, svg, isKept = true }: Picture,
): Response | Promise<Response> {
  const caching = { ...sender.lifetimes.page, securityPolicy: SECURITY_POLICY }
  const known = { snapshotId: current.manifest.snapshotId, key: `${key}|${format}`, isUndated: true }
  if (format === 'svg') {
    const answer = { ...known, mediaType: 'image/svg+xml', body: () => encoder.encode(svg()) }
    return isKept ? sender.send(request, current, answer, caching) : sender.sendUncached(request, answer, caching)
  }
  const kept = !isKept ? undefined : sender.sendFromCache(request, current, known, caching)
  if (kept !== undefined) return kept
  return renderPng(svg()).then((bytes) => {
    const answer = { ...known, mediaType: 'image/png', body: () => bytes }
    return isKept ? sender.render(request, current, answer, caching) : sender.sendUncached(request, answer, caching)
  })
}
