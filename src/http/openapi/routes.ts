import { Elysia } from 'elysia'
import { checkFreeFiles } from '../../files/free-files.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { JSON_TYPE } from '../request/media-types.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'

/** `GET /rest/openapi.json`: the description of every endpoint, generated once per snapshot. */
export function openapiRoutes({ catalog, settings, address, hasMcp, sender }: HttpContext) {
  const made = perCatalog(async (current) => {
    checkFreeFiles()
    // Loaded by the first request for it: schemas and plugin took 60 % of the load time of the HTTP code (measured).
    const { describeApi } = await import('./document.ts')
    const options = { catalog: current, settings, address: settings.baseUrl ?? address(), hasMcp }
    return textAnswer(current.manifest, 'openapi', JSON_TYPE, await describeApi(options))
  })
  return new Elysia().get(
    ENDPOINTS.get_openapi.path,
    handler(async (request) => {
      rejectParameters(request)
      const current = catalog()
      return sender.send(request, current, await made(current))
    }),
  )
}
