import { FORMAT_NAMES, type FormatName, isFormatName } from '../../formats/formats.ts'
import { invalidValue, type TextParameter } from '../parameters.ts'
import { intendedFlag } from '../text/intended-number.ts'
import { nearestNames } from '../text/nearest.ts'
import { alternatives } from '../text/quote-for-message.ts'

/** The response format, on every endpoint that supports several. */
export const FORMAT_PARAMETER = {
  name: 'format',
  type: 'string',
  default: null,
  enum: FORMAT_NAMES,
  description:
    'Format of the rows: json, csv, tsv, ndjson or votable. Without it, the `Accept` header chooses among the same formats; ' +
    'otherwise the response is JSON.',
  example: 'csv',
} as const satisfies TextParameter<'format'>

/** Whether a JSON response is an attachment; the other formats always are. */
export const DOWNLOAD_PARAMETER = {
  name: 'download',
  type: 'string',
  default: null,
  enum: ['0', '1'],
  description: '1 sends JSON as an attachment too, with a file name. The other formats are always attachments.',
  example: '1',
} as const satisfies TextParameter<'download'>

/** The format in a parameter, in lower case only; undefined if it is absent. */
export function formatParameter(text: string | undefined): FormatName | undefined {
  if (text === undefined || isFormatName(text)) return text
  throw invalidValue(FORMAT_PARAMETER.name, alternatives(FORMAT_NAMES), text, nearestNames(text, FORMAT_NAMES))
}

/** Whether `download` requests an attachment. */
export function downloadParameter(text: string | undefined): boolean {
  if (text === undefined || text === '0') return false
  if (text === '1') return true
  const intended = intendedFlag(text)
  throw invalidValue(DOWNLOAD_PARAMETER.name, '1 or 0', text, intended === undefined ? [] : [intended])
}
