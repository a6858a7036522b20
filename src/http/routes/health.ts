import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /health`: the current snapshot; 503 once the server is shutting down. */
export function healthRoutes({ catalog, sender, isStopping }: HttpContext) {
  return new Elysia().get(
    ENDPOINTS.get_health.path,
    handler((request) => {
      if (isStopping())
        throw new CatalogError('stopping', 'The service is shutting down and accepts no new requests.', {
          retryAfterS: 5,
        })
      return sender.sendUncached(request, catalog().health())
    }),
  )
}

/** `GET /rest/changes`: the changes made by the last refreshes of the data. */
export function changeRoutes({ catalog, sender }: HttpContext) {
  return new Elysia().get(
    ENDPOINTS.list_changes.path,
    handler((request) => {
      rejectParameters(request)
      const current = catalog()
      return sender.send(request, current, current.changes())
    }),
  )
}
