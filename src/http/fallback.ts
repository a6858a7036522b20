import { CatalogError } from '../core/errors.ts'
import { nearestNames } from '../core/text/nearest.ts'
import { truncate } from '../core/text/quote-for-message.ts'
import { routeExpression } from '../core/text/route-pattern.ts'
import { rawPath } from './request/request-url.ts'
import { preflightResponse, READ_METHODS } from './response/common-headers.ts'
import { methodNotAllowed } from './response/method-not-allowed.ts'

/** A path that names a table: `/rest/toi`, `/rest/ps/schema`, `/rest/tables/toi`. */
const TABLE_PATH = /^\/rest\/(?:tables\/)?(\w+)(|\/schema|\/columns(?:\/\w+)?)\/?$/

/** A regular expression for the paths of a pattern, including those with a trailing slash. */
function shapeOf(pattern: string): RegExp {
  return new RegExp(`^${routeExpression(pattern)}${pattern.endsWith('*') ? '' : '/?'}$`, 's')
}

/**
 * Responds to requests that match no route: OPTIONS on any path, other methods on existing paths, and unknown paths.
 * `patterns` are the paths of the GET routes; a last segment `*` matches any text, `:name` any text without a slash.
 * `findTable` returns the table with a name or an alias.
 */
export function createFallback(
  patterns: readonly string[],
  findTable: (name: string) => string | undefined = () => undefined,
): (request: Request) => Response {
  const exact = new Set(patterns.filter((pattern) => !/[*:]/.test(pattern)))
  const shapes = patterns.filter((pattern) => /[*:]/.test(pattern)).map(shapeOf)
  const isKnown = (path: string): boolean => {
    const bare = path.replace(/\/$/, '')
    return exact.has(path) || exact.has(bare) || shapes.some((shape) => shape.test(path))
  }
  /** The path of a table that has no path of this form: `/rest/ps` for `/rest/exoplanets`. */
  const tablePath = (path: string): string | undefined => {
    const [, name = '', rest = ''] = TABLE_PATH.exec(path) ?? []
    const table = name === '' ? undefined : findTable(name)
    if (table === undefined) return undefined
    if (exact.has(`/rest/${table}`) && rest !== '/columns' && !path.startsWith('/rest/tables/'))
      return `/rest/${table}${rest}`
    return `/rest/tables/${table}${rest.startsWith('/columns/') ? rest : '/schema'}`
  }
  return (request) => {
    if (request.method === 'OPTIONS') return preflightResponse(READ_METHODS)
    const path = rawPath(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD' && isKnown(path))
      throw methodNotAllowed(request, READ_METHODS)
    const ofTable = tablePath(path)
    const suggestions = ofTable === undefined ? nearestNames(path, [...exact]) : [ofTable]
    const shown = truncate(path, 100)
    const isOfRows = ofTable?.startsWith('/rest/tables/') && !/\/(?:schema|columns)\b/.test(path)
    const rows = isOfRows ? ' Its rows can be read with /rest/query.' : ''
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : ' GET / lists the endpoints.'
    throw new CatalogError('unknown_path', `There is nothing at "${shown}".${hint}${rows}`, { suggestions })
  }
}
