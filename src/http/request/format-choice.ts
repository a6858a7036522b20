import { FORMATS, type FormatName } from '../../formats/formats.ts'
import { rememberHeaders } from '../../negotiation/known-headers.ts'
import { preferredType } from '../../negotiation/media-type.ts'
import { askedHeaders } from './asked-headers.ts'
import { HTML, JSON_TYPE } from './media-types.ts'

const FORMAT_OF_TYPE: ReadonlyMap<string, FormatName> = new Map(
  (Object.keys(FORMATS) as FormatName[]).flatMap((name) => FORMATS[name].accepts.map((type) => [type, name] as const)),
)

/** A client that prefers HTML is a browser: it also lists XML, but expects a page. */
const OFFERED = [...FORMAT_OF_TYPE.keys(), HTML]

const formatOf = rememberHeaders(
  (header): FormatName => FORMAT_OF_TYPE.get(preferredType(header, OFFERED, JSON_TYPE)) ?? 'json',
)

/**
 * The format chosen by the `Accept` header of a request. A client that names none of the formats, or prefers HTML, gets
 * JSON.
 */
export function acceptedFormat(request: Request): FormatName {
  const header = askedHeaders(request).accept
  if (header === null || header === '*/*' || header === JSON_TYPE) return 'json'
  return formatOf(header)
}

/** True for a raw query string in which `format` has a value, so that `Accept` is ignored. */
export function namesFormat(query: string): boolean {
  return query.includes('format') && /(?:^|&)format=[^&]/.test(query)
}
