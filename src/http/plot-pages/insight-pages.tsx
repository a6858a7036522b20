/** @jsxImportSource preact */
import { Elysia } from 'elysia'
import type { InsightDescriptor, InsightResult } from '../../core/answers/insight.ts'
import { CatalogError } from '../../core/errors.ts'
import { insightChart } from '../../pages/insights/insight-chart.ts'
import { InsightPage } from '../../pages/insights/insight-page.tsx'
import { INSIGHTS_PATH, InsightsPage } from '../../pages/insights/insights-page.tsx'
import { PICTURE_FORMATS, sendPicture } from '../page-routes/pictures.ts'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'

/** `GET /insights`, `GET /insights/{slug}`, and its chart as `.svg` and `.png`. */
export function insightPages({ page, responder, catalog, sender, settings: { baseUrl } }: PageContext) {
  const picture = (request: Request, slug: string, format: (typeof PICTURE_FORMATS)[number]) => {
    rejectParameters(request)
    const current = catalog()
    const chart = insightChart(readJson<InsightResult>(current.insight(slug)), `${baseUrl ?? '..'}/`)
    if (chart === undefined) throw new CatalogError('unknown_path', `The insight ${slug} has no chart.`)
    const key = `insight-picture|${slug}|${baseUrl ?? ''}`
    return sendPicture(sender, request, current, { format, key, svg: () => chart.svg })
  }
  const slugOf = (path: string) => decodeSegment(path.slice(INSIGHTS_PATH.length + 1).replace(/\/$/, ''))
  const showInsight = page({
    json: ({ path }) => `/rest${path}`,
    answer(visit) {
      rejectParameters(visit.request)
      const slug = slugOf(visit.path)
      const answer = visit.catalog.insight(slug)
      return responder.send(visit, {
        key: `insight|${slug}`,
        render: () => <InsightPage result={readJson<InsightResult>(answer)} />,
      })
    },
  })
  return new Elysia()
    .get(
      INSIGHTS_PATH,
      handler(
        page({
          json: () => '/rest/insights',
          answer(visit) {
            rejectParameters(visit.request)
            const list = () => readJson<readonly InsightDescriptor[]>(visit.catalog.insightList())
            return responder.send(visit, { key: 'insights', render: () => <InsightsPage list={list()} /> })
          },
        }),
      ),
    )
    .get(
      `${INSIGHTS_PATH}/:slug`,
      handler((request) => {
        const name = decodeSegment(rawPath(request.url).slice(INSIGHTS_PATH.length + 1))
        const format = PICTURE_FORMATS.find((ending) => name.endsWith(`.${ending}`))
        return format === undefined ? showInsight(request) : picture(request, name.slice(0, -format.length - 1), format)
      }),
    )
}
