import { Elysia } from 'elysia'
import { TABLE_NAMES } from '../../format/table.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { detailOf } from '../openapi/operations.ts'
import { handler } from '../request/handler.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /rest/exoplanets/schema` and `GET /rest/stellarhosts/schema`: the columns of a table. */
export function schemaRoutes({ catalog, sender }: HttpContext) {
  const app = new Elysia()
  for (const table of TABLE_NAMES)
    app.get(
      ENDPOINTS[`get_${table}_schema`].path,
      handler((request) => {
        const current = catalog()
        return sender.send(request, current.manifest, current.schema(table))
      }),
      { detail: detailOf(`get_${table}_schema`) },
    )
  return app
}
