import { CatalogError } from '../core/errors.ts'
import { nearestNames } from '../core/text/nearest.ts'
import { truncate } from '../core/text/quote-for-message.ts'
import { routeExpression } from '../core/text/route-pattern.ts'
import { rawPath } from './request/request-url.ts'
import { preflightResponse, READ_METHODS } from './response/common-headers.ts'
import { methodNotAllowed } from './response/method-not-allowed.ts'

/** A regular expression for the paths of a pattern, including those with a trailing slash. */
function shapeOf(pattern: string): RegExp {
  return new RegExp(`^${routeExpression(pattern)}${pattern.endsWith('*') ? '' : '/?'}$`, 's')
}

/**
 * Responds to requests that match no route: OPTIONS on any path, other methods on existing paths, and unknown paths.
 * `patterns` are the paths of the GET routes; a last segment `*` matches any text, `:name` any text without a slash.
 */
export function createFallback(patterns: readonly string[]): (request: Request) => Response {
  const exact = new Set(patterns.filter((pattern) => !/[*:]/.test(pattern)))
  const shapes = patterns.filter((pattern) => /[*:]/.test(pattern)).map(shapeOf)
  const isKnown = (path: string): boolean => {
    const bare = path.replace(/\/$/, '')
    return exact.has(path) || exact.has(bare) || shapes.some((shape) => shape.test(path))
  }
  return (request) => {
    if (request.method === 'OPTIONS') return preflightResponse(READ_METHODS)
    const path = rawPath(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD' && isKnown(path))
      throw methodNotAllowed(request, READ_METHODS)
    const suggestions = nearestNames(path, [...exact])
    const shown = truncate(path, 100)
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : ' GET / lists the endpoints.'
    throw new CatalogError('unknown_path', `There is nothing at "${shown}".${hint}`, { suggestions })
  }
}
