import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { handler } from '../request/handler.ts'
import { JSON_TYPE, TEXT_TYPE } from '../request/media-types.ts'
import { rawQuery } from '../request/request-url.ts'
import { preflightResponse, READ_METHODS } from '../response/common-headers.ts'
import type { HttpContext } from '../response/context.ts'
import { methodNotAllowed } from '../response/method-not-allowed.ts'
import { toOtherErrorResponse } from '../response/problem.ts'
import { textAnswer } from '../response/text-answer.ts'
import { readParameters, requestParameters } from '../tap/parameters.ts'
import type { Queries } from '../tap/queries.ts'
import { aliasDocument, lookUp } from './alias-lookup.ts'
import { oldApiQuery, placedInParameter } from './old-api.ts'

export const OLD_API = '/cgi-bin/nstedAPI/nph-nstedAPI'
export const ALIAS_LOOKUP = '/cgi-bin/Lookup/nph-aliaslookup.py'

/** An error in the format of the former API, which its clients expect. */
function oldFault(thrown: unknown, request: Request, observe: HttpContext['observe']): Promise<Response> {
  const headers = { 'content-type': TEXT_TYPE }
  return toOtherErrorResponse(thrown, request, observe, headers, ({ detail, status }) => {
    const type = status < 500 ? 'UserError' : 'SystemError'
    return `ERROR\nError Type: ${type}\nMessage: ${detail.replaceAll(/\s+/g, ' ')}\n`
  })
}

/** Services of the archive other than table access, at the archive's paths. */
export function archiveRoutes({ catalog, observe, onReceived, sender }: HttpContext, { answer }: Queries) {
  const query = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return preflightResponse([...READ_METHODS, 'POST'])
    if (request.method !== 'GET' && request.method !== 'POST')
      throw methodNotAllowed(request, [...READ_METHODS, 'POST'])
    const parameters = await requestParameters(request)
    if (request.method === 'POST') onReceived?.(request)
    const composed = oldApiQuery(parameters)
    try {
      return await answer(catalog(), request, composed)
    } catch (error) {
      throw placedInParameter(error, composed)
    }
  }
  const aliases = (request: Request): Response | Promise<Response> => {
    const raw = rawQuery(request.url)
    const spelled = [raw.replaceAll('+', '%2B'), raw].map(
      (text) => readParameters(text).get('OBJNAME')?.[0]?.trim() ?? '',
    )
    const [, name = ''] = spelled
    if (name === '')
      throw new CatalogError('missing_parameter', 'The parameter "objname" is missing: it holds the name to look up.', {
        parameter: 'objname',
      })
    const current = catalog()
    const text = JSON.stringify(aliasDocument(name, lookUp(current, spelled)))
    return sender.send(request, current, textAnswer(current.manifest, 'aliases', JSON_TYPE, text))
  }
  return new Elysia()
    .all(
      OLD_API,
      handler((request) => query(request).catch((thrown) => oldFault(thrown, request, observe))),
      { parse: 'none' },
    )
    .get(ALIAS_LOOKUP, handler(aliases))
}
