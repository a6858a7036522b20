import { CatalogError } from '../../core/errors.ts'
import { accepts, preferredType } from '../../negotiation/media-type.ts'

export const HTML = 'text/html'
const JSON_TYPE = 'application/json'

/** True where a client likes HTML better than JSON, as browsers do. One that takes anything gets JSON. */
export function prefersHtml(request: Request): boolean {
  const header = request.headers.get('accept')
  if (header === null || header === '*/*') return false
  return preferredType(header, [HTML, JSON_TYPE], JSON_TYPE) === HTML
}

/** True where a client takes HTML, though it may like something else better. */
export function takesHtml(request: Request): boolean {
  return accepts(request.headers.get('accept'), HTML)
}

/** The refusal of a page to a client that takes no HTML; `json` is the address of the same as JSON. */
export function notAcceptable(json: string | undefined): CatalogError {
  const other = json === undefined ? 'GET / lists the addresses that answer with JSON.' : `${json} is the same as JSON.`
  return new CatalogError('not_acceptable', `This address is a page, which is HTML (text/html) alone. ${other}`)
}
