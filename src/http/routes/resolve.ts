import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { integerParameter, parseParameters } from '../../core/parameters.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { MATCH_LIMIT_PARAMETER, RESOLVE_PARAMETERS } from '../request/query-parameters.ts'
import { rawQuery } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** `GET /rest/resolve`: the name under which this catalog lists a planet or star, found by any of its names. */
export function resolveRoutes({ catalog, sender }: HttpContext) {
  return new Elysia().get(
    ENDPOINTS.resolve_name.path,
    handler((request) => {
      const current = catalog()
      const { name, limit } = parseParameters(rawQuery(request.url), RESOLVE_PARAMETERS)
      const most = integerParameter(MATCH_LIMIT_PARAMETER, limit)
      if (name === undefined)
        throw new CatalogError('missing_parameter', 'The parameter "name" is missing: it holds the name to look up.', {
          parameter: 'name',
        })
      return sender.send(request, current, current.resolve(name, most))
    }),
  )
}
