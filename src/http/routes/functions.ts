import { Elysia } from 'elysia'
import type { FunctionList } from '../../core/answers/service.ts'
import { SQL_FUNCTIONS } from '../../core/functions/sql-functions.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { JSON_TYPE } from '../request/media-types.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'

/** `GET /rest/functions`: all SQL functions that queries can use. */
export function functionRoutes({ catalog, sender }: HttpContext) {
  const json = JSON.stringify({ functions: SQL_FUNCTIONS } satisfies FunctionList)
  const answer = perCatalog(({ manifest }) => textAnswer(manifest, 'functions', JSON_TYPE, json))
  return new Elysia().get(
    ENDPOINTS.list_functions.path,
    handler((request) => {
      rejectParameters(request)
      const current = catalog()
      return sender.send(request, current, answer(current))
    }),
  )
}
