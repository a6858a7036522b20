import type { Catalog } from '../../core/catalog/catalog.ts'
import { renderPng } from '../../plots/png/render-png.ts'
import type { Sender } from '../response/sender.ts'

export const PICTURE_FORMATS = ['svg', 'png'] as const

/** What a picture of its own may do: nothing but be seen. Its links lead to pages. */
const SECURITY_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const encoder = new TextEncoder()

export interface Picture {
  readonly format: (typeof PICTURE_FORMATS)[number]
  /** With the snapshot, it determines the drawing. */
  readonly key: string
  svg(): string
  /** False for a drawing that differs each time, which nobody may keep; true if absent. */
  readonly isKept?: boolean
}

/** Sends a drawing, from the cache where it is at hand. */
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
