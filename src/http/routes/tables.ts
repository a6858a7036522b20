import { Elysia } from 'elysia'
import { TABLE_NAMES } from '../../format/table.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { acceptedFormat, namesFormat } from '../request/format-choice.ts'
import { handler } from '../request/handler.ts'
import { rawQuery } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /rest/exoplanets` and `GET /rest/stellarhosts`: a page of rows. */
export function tableRoutes({ catalog, sender }: HttpContext) {
  const app = new Elysia()
  for (const table of TABLE_NAMES)
    app.get(
      ENDPOINTS[`get_${table}`].path,
      handler((request) => {
        const current = catalog()
        const query = rawQuery(request.url)
        if (namesFormat(query)) return sender.send(request, current, current.page(table, query))
        const answer = current.page(table, query, acceptedFormat(request))
        return sender.send(request, current, answer, sender.lifetimes.negotiated)
      }),
    )
  return app
}
