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

/** The parameters of an endpoint that has only those of its format. */
export const FORMAT_PARAMETERS = [FORMAT_PARAMETER, DOWNLOAD_PARAMETER] as const

/** A parsed request to such an endpoint. `isNamed`: the parameter names the format, so `Accept` is ignored. */
export interface FormatRequest {
  readonly format: FormatName
  readonly isNamed: boolean
  /** True if JSON is also sent as an attachment. */
  readonly isDownload: boolean
}

/** Reads a request that can contain only `format` and `download`. */
export function formatRequest(request: Request): FormatRequest {
  const { format, download } = parseParameters(rawQuery(request.url), FORMAT_PARAMETERS)
  const named = formatParameter(format)
  return {
    format: named ?? acceptedFormat(request),
    isNamed: named !== undefined,
    isDownload: downloadParameter(download),
  }
}
