import { CatalogError } from '../../core/errors.ts'
import { accepts, preferredType } from '../../negotiation/media-type.ts'
import { HTML, JSON_TYPE } from './media-types.ts'

/** True if a client prefers HTML to JSON, as browsers do. A client that accepts anything gets JSON. */
export function prefersHtml(request: Request): boolean {
  const header = request.headers.get('accept')
  if (header === null || header === '*/*') return false
  return preferredType(header, [HTML, JSON_TYPE], JSON_TYPE) === HTML
}

/** True if a client accepts HTML, even if it prefers another type. */
export function takesHtml(request: Request): boolean {
  return accepts(request.headers.get('accept'), HTML)
}

/** The error of a page for a client that does not accept HTML; `json` is the URL of the JSON equivalent. */
export function notAcceptable(json: string | undefined): CatalogError {
  const other = json === undefined ? 'GET / lists the URLs that return JSON.' : `JSON is at ${json}.`
  return new CatalogError('not_acceptable', `This URL is a page, available only as HTML (text/html). ${other}`)
}
