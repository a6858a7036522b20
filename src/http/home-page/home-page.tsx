/** @jsxImportSource preact */
import type { Catalog } from '../../core/catalog/catalog.ts'
import { HomePage, type HomePageProps } from '../../pages/home/home-page.tsx'
import { isLink, listedEndpoints, shownPath } from '../endpoints/endpoints.ts'
import { examplesFor } from '../endpoints/examples.ts'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { galleryOf } from '../plot-pages/gallery-pages.tsx'
import type { RequestHandler } from '../request/handler.ts'
import { perCatalog } from '../response/text-answer.ts'

/** The most informative plots; if the archive lacks one, the next plot of the gallery replaces it. */
const PLOT_SLUGS = ['mass-period', 'mass-radius', 'discoveries']
const MAX_PLOTS = 3

function shownPlots(gallery: HomePageProps['plots']): HomePageProps['plots'] {
  const weight = ({ meta }: HomePageProps['plots'][number]): number => {
    const at = PLOT_SLUGS.indexOf(meta.slug)
    return at < 0 ? PLOT_SLUGS.length : at
  }
  return gallery.toSorted((a, b) => weight(a) - weight(b)).slice(0, MAX_PLOTS)
}

const NEWEST_SLUG = 'recently-added-planets'

function newestOf(catalog: Catalog): HomePageProps['newest'] {
  if (catalog.manifest.files.insights[NEWEST_SLUG] === undefined) return []
  return readJson<{ data: HomePageProps['newest'] }>(catalog.insight(NEWEST_SLUG)).data
}

/** `GET /` for browsers: search, counts, newest planets, entry points, citation. */
export function homePage({ page, responder, hasMcp }: PageContext): RequestHandler {
  const endpoints = listedEndpoints(hasMcp).map((endpoint) => ({
    shown: `${endpoint.method ?? 'GET'} ${shownPath(endpoint)}`,
    description: endpoint.description,
    path: isLink(endpoint) ? endpoint.path : undefined,
  }))
  const propsOf = perCatalog((catalog): HomePageProps => {
    const { names, requests } = examplesFor(catalog)
    return {
      planet: names.exoplanets,
      host: names.stellarhosts,
      examples: requests,
      endpoints,
      newest: newestOf(catalog),
      plots: shownPlots(galleryOf(catalog)),
    }
  })
  return page({
    json: () => '/',
    answer: (visit) => responder.send(visit, { key: 'home', render: () => <HomePage {...propsOf(visit.catalog)} /> }),
  })
}
