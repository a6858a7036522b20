import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { asDownload } from '../../core/catalog/tabular-answer.ts'
import type { FormatName } from '../../formats/formats.ts'
import { formatRequest } from '../request/format-query.ts'
import type { Sender } from '../response/sender.ts'

/** Sends a list with only the parameters `format` and `download`; `name` is the file name of a JSON attachment. */
export function sendListing(
  sender: Sender,
  request: Request,
  current: Catalog,
  name: string,
  answerIn: (format: FormatName) => Answer,
): Response | Promise<Response> {
  const { format, isNamed, isDownload } = formatRequest(request)
  const answer = answerIn(format)
  const whole = isDownload && format === 'json' ? asDownload(answer, name) : answer
  return sender.send(request, current, whole, isNamed ? sender.lifetimes.page : sender.lifetimes.negotiated)
}
