import type { Problem } from '../../core/answers/service.ts'
import { errorDocument } from '../../formats/votable.ts'
import type { Observe } from '../../observe.ts'
import { toErrorResponse } from '../response/problem.ts'
import { SERVER_HEADER } from './server-header.ts'

/** Converts any thrown value into an error VOTable, with the same status as elsewhere. */
export async function tapFault(thrown: unknown, request: Request, observe: Observe): Promise<Response> {
  const problem = toErrorResponse(thrown, request, observe)
  if (problem.body === null) return problem
  const { detail } = (await problem.json()) as Problem
  const headers = new Headers(problem.headers)
  headers.set('content-type', 'application/x-votable+xml')
  headers.set('server', SERVER_HEADER)
  return new Response(errorDocument(detail), { status: problem.status, headers })
}
