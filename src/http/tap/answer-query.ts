import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { voKey } from '../../core/catalog/select-answer.ts'
import { encodeNoRows } from '../../formats/vo/no-rows.ts'
import { VO_FORMATS, type VoOutput } from '../../formats/vo/vo-output.ts'
import { type ByteQueue, createByteQueue } from '../delivery/byte-queue.ts'
import { standsFor } from '../request/handler.ts'
import { rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'
import { SERVER_HEADER } from './server-header.ts'
import type { TapQuery } from './tap-request.ts'
import { ofQuery, outputOf, storedTable, type Translate } from './translations.ts'

/** A longer response is sent while it is generated, and not cached. */
const MAX_WHOLE_BYTES = 16 * 1_048_576

/** Answers a request for a synchronous query. */
export type AnswerQuery = (current: Catalog, request: Request, asked: TapQuery) => Promise<Response>

/** Creates the handler of synchronous queries; forms are treated as the equivalent URLs. */
export function createAnswerQuery({ sender, clientOf }: HttpContext, translated: Translate): AnswerQuery {
  return async (current, request, asked) => {
    const { maxRows } = asked
    const sent = request.method === 'POST' ? asGet(request, asked) : request
    const key = { snapshotId: current.manifest.snapshotId, key: voKey(maxRows, asked) }
    const kept = sender.sendFromCache(sent, current, key)
    if (kept !== undefined) return kept
    const query = translated(current, asked.query)
    const wholeTable = storedTable(current, query)
    const output = outputOf(current, asked, query)
    if (maxRows === 0) return sender.render(sent, current, withServer(emptyAnswer(key, output)))
    if (wholeTable !== undefined)
      return sender.render(sent, current, withServer(current.wholeTable(wholeTable, output, maxRows)))
    const queue = createByteQueue(MAX_WHOLE_BYTES)
    const answering = current
      .select(
        { sql: query.sql, maxRows, vo: output, client: clientOf(sent), stream: queue.stream },
        AbortSignal.any([sent.signal, queue.signal]),
      )
      .catch((error: unknown) => {
        throw ofQuery(error)
      })
    const answer = await Promise.race([answering, queue.begun])
    if (answer === undefined) {
      finishLater(answering, queue)
      return sender.sendQueue(sent, queue, {
        mediaType: VO_FORMATS[output.format].mediaType,
        headers: { server: SERVER_HEADER },
      })
    }
    return answer.isDeterministic && !query.usesClock
      ? sender.render(sent, current, withServer(answer))
      : sender.sendUncached(sent, withServer(answer))
  }
}

/** Finishes a response that has been partly sent. */
function finishLater(answering: Promise<Answer>, queue: ByteQueue): void {
  answering.then(
    ({ pieces, body }) => queue.end(pieces ?? [body()].filter(({ length }) => length > 0)),
    () => queue.fail(),
  )
}

/** Only the columns of a result. */
function emptyAnswer(key: Pick<Answer, 'snapshotId' | 'key'>, output: VoOutput): Answer {
  return { ...key, mediaType: VO_FORMATS[output.format].mediaType, body: () => encodeNoRows(output) }
}

function withServer(answer: Answer): Answer {
  return { ...answer, headers: () => ({ ...answer.headers?.(), server: SERVER_HEADER }) }
}

/** The equivalent GET, so that both share one response. */
function asGet(request: Request, { query, format, maxRows }: TapQuery): Request {
  const { origin } = new URL(request.url)
  const search = new URLSearchParams({ query, format, maxrec: String(maxRows) })
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding', 'range', 'if-none-match'])
    headers.delete(name)
  const { signal } = request
  return standsFor(new Request(`${origin}${rawPath(request.url)}?${search}`, { headers, signal }), request)
}
