import { FORMATS } from '../../formats/formats.ts'
import { errorDocument } from '../../formats/votable.ts'
import type { Observe } from '../../observe.ts'
import { toOtherErrorResponse } from '../response/problem.ts'
import { SERVER_HEADER } from './server-header.ts'

const HEADERS = { 'content-type': FORMATS.votable.mediaType, server: SERVER_HEADER }

/** Converts any thrown value into an error VOTable, with the same status as elsewhere. */
export function tapFault(thrown: unknown, request: Request, observe: Observe): Promise<Response> {
  return toOtherErrorResponse(thrown, request, observe, HEADERS, ({ detail }) => errorDocument(detail))
}
