import type { VNode } from 'preact'
import type { Resolution } from '../../core/answers/names.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { nameInAddress } from '../../core/text/name-in-address.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { TABLE_OF_KIND, type TargetKind } from '../../format/name-index.ts'
import { objectPath } from '../../pages/components/addresses.ts'
import type { PageHandler } from '../page-routes/page-handler.tsx'
import type { PageResponder, Visit } from '../page-routes/page-responder.ts'
import { readJson } from '../page-routes/read-json.ts'
import { redirect } from '../page-routes/redirect.ts'
import { namesNear } from '../page-routes/unknown-page.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment } from '../request/request-url.ts'

/** Number of matches that are checked for the intended object. */
const MAX_MATCHES = 10

/** Renders the page of an object; undefined if no object has exactly this name. */
export type MakeObjectPage = (catalog: Catalog, name: string) => (() => VNode) | undefined

/**
 * The page of a planet or host by its name. Another spelling of a name redirects to the right URL if it matches exactly
 * one object of that kind.
 */
export function objectPage(
  kind: TargetKind,
  page: PageHandler,
  responder: PageResponder,
  make: MakeObjectPage,
  jsonOf: (catalog: Catalog, name: string, path: string) => string = (_catalog, _name, path) => `${path}.json`,
) {
  const folder = `/${TABLE_OF_KIND[kind]}/`
  const nameOf = (path: string): string => decodeSegment(path.slice(folder.length))

  const matchesOf = ({ catalog }: Visit, name: string) =>
    readJson<Resolution>(catalog.resolve(name, MAX_MATCHES)).matches.filter((match) => match.kind === kind)

  const otherSpelling = (visit: Visit, name: string): Response => {
    const matches = matchesOf(visit, name)
    const same = matches.filter(({ match }) => match === 'exact' || match === 'spelling')
    const [only] = same
    if (only !== undefined && same.length === 1 && only.name !== name)
      return redirect(308, visit.site.href(objectPath(kind, only.name)))
    const meant = matches.length === 0 ? nameInAddress(name) : undefined
    const near = meant === undefined ? matches : matchesOf(visit, meant)
    const suggestions = near.map((match) => match.name)
    throw new CatalogError('unknown_name', `No ${kind} of the archive has the name ${quoteForMessage(name)}.`, {
      suggestions: suggestions.slice(0, 3),
      see: { kind: 'names', table: TABLE_OF_KIND[kind] },
    })
  }

  return page({
    json: ({ catalog, path }) => jsonOf(catalog, nameOf(path), path),
    onFault: namesNear,
    answer(visit) {
      rejectParameters(visit.request)
      const name = nameOf(visit.path)
      const key = `${kind}|${name}`
      const kept = responder.sendFromCache(visit, key)
      if (kept !== undefined) return kept
      const render = make(visit.catalog, name)
      return render === undefined ? otherSpelling(visit, name) : responder.send(visit, { key, render })
    },
  })
}
