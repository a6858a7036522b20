import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /health`: which snapshot is being served; 503 once the server is on its way out. */
export function healthRoutes({ catalog, sender, isStopping }: HttpContext) {
  return new Elysia().get(
    ENDPOINTS.get_health.path,
    handler((request) => {
      if (isStopping())
        throw new CatalogError('stopping', 'This server is stopping and takes no new work.', { retryAfterS: 5 })
      return sender.sendUncached(request, catalog().health())
    }),
  )
}
