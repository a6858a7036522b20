import { parseParameters } from '../../core/parameters.ts'
import {
  DOWNLOAD_PARAMETER,
  downloadParameter,
  FORMAT_PARAMETER,
  formatParameter,
} from '../../core/table-query/format-parameters.ts'
import type { FormatName } from '../../formats/formats.ts'
import { acceptedFormat } from './format-choice.ts'
import { rawQuery } from './request-url.ts'

/** The parameters of an endpoint that has no others than those of its format. */
export const FORMAT_PARAMETERS = [FORMAT_PARAMETER, DOWNLOAD_PARAMETER] as const

/** What a request to such an endpoint asks for. `isNamed`: the parameter says it, so that `Accept` is not looked at. */
export interface FormatRequest {
  readonly format: FormatName
  readonly isNamed: boolean
  /** True: JSON is to be an attachment too. */
  readonly isDownload: boolean
}

/** Reads a request that may hold `format` and `download` and nothing else. */
export function formatRequest(request: Request): FormatRequest {
  const { format, download } = parseParameters(rawQuery(request.url), FORMAT_PARAMETERS)
  const named = formatParameter(format)
  return {
    format: named ?? acceptedFormat(request),
    isNamed: named !== undefined,
    isDownload: downloadParameter(download),
  }
}
