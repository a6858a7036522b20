/** @jsxImportSource preact */
import { Elysia } from 'elysia'
import type { PlotDescriptor, PlotResult } from '../../core/answers/insight.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { GALLERY_PATH, type GalleryEntry, GalleryPage } from '../../pages/gallery/gallery-page.tsx'
import { PlotPage } from '../../pages/gallery/plot-page.tsx'
import type { GalleryChart } from '../../plots/charts/chart.ts'
import { PICTURE_FORMATS, sendPicture } from '../page-routes/pictures.ts'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import { perCatalog } from '../response/text-answer.ts'

const FILES = [...PICTURE_FORMATS, 'csv', 'json'] as const

const decoder = new TextDecoder()

function chartOf(catalog: Catalog, slug: string): GalleryChart {
  return JSON.parse(decoder.decode(catalog.plotChart(slug)))
}

/** All plots of the gallery, each with a small picture. */
export const galleryOf: (catalog: Catalog) => readonly GalleryEntry[] = perCatalog((catalog) =>
  readJson<readonly PlotDescriptor[]>(catalog.plotList()).map((meta) => {
    const { thumbnail, width, height } = chartOf(catalog, meta.slug)
    return { meta, thumbnail, size: { width, height } }
  }),
)

/** `GET /plots`, `GET /plots/{slug}`, and the same as `.svg`, `.png`, `.csv` and `.json`. */
export function galleryPages({ page, responder, catalog, sender, settings: { baseUrl } }: PageContext) {
  const file = (request: Request, slug: string, format: (typeof FILES)[number]) => {
    rejectParameters(request)
    const current = catalog()
    if (format === 'csv' || format === 'json') return sender.send(request, current, current.plot(slug, format))
    const stored = current.plotChart(slug)
    return sendPicture(sender, request, current, {
      format,
      key: `plot-picture|${slug}|${baseUrl ?? ''}`,
      svg() {
        const { svg }: GalleryChart = JSON.parse(decoder.decode(stored))
        // If the public address is known, links in pictures are absolute, so that they work in saved copies.
        return baseUrl === undefined ? svg : svg.replaceAll(' href="../', ` href="${baseUrl}/`)
      },
    })
  }
  const showPlot = page({
    json: ({ path }) => `${path}.json`,
    answer(visit) {
      rejectParameters(visit.request)
      const slug = decodeSegment(visit.path.slice(GALLERY_PATH.length + 1).replace(/\/$/, ''))
      const answer = visit.catalog.plot(slug)
      return responder.send(visit, {
        key: `plot|${slug}`,
        render: () => <PlotPage result={readJson<PlotResult>(answer)} chart={chartOf(visit.catalog, slug)} />,
      })
    },
  })
  return new Elysia()
    .get(
      GALLERY_PATH,
      handler(
        page({
          json: () => `${GALLERY_PATH}/{slug}.json`,
          answer(visit) {
            rejectParameters(visit.request)
            return responder.send(visit, {
              key: 'plots',
              render: () => <GalleryPage entries={galleryOf(visit.catalog)} />,
            })
          },
        }),
      ),
    )
    .get(
      `${GALLERY_PATH}/:slug`,
      handler((request) => {
        const name = decodeSegment(rawPath(request.url).slice(GALLERY_PATH.length + 1))
        const format = FILES.find((ending) => name.endsWith(`.${ending}`))
        return format === undefined ? showPlot(request) : file(request, name.slice(0, -format.length - 1), format)
      }),
    )
}
