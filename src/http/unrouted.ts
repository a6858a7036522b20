import { CatalogError } from '../core/errors.ts'
import { nearestNames } from '../core/nearest.ts'
import { preflightResponse, READ_METHODS } from './common-headers.ts'
import { rawPath } from './request-url.ts'

/**
 * Answers what no route took: OPTIONS anywhere, other methods on paths that exist, and paths that do not.
 * `patterns` are the paths of the GET routes; a last segment of `*` or `:name` stands for any text.
 */
export function createUnrouted(patterns: readonly string[]): (request: Request) => Response {
  const exact = new Set(patterns.filter((pattern) => !/[*:]/.test(pattern)))
  const folders = patterns.filter((pattern) => /[*:]/.test(pattern)).map((pattern) => pattern.replace(/[*:].*$/, ''))
  const isKnown = (path: string): boolean =>
    exact.has(path) || exact.has(path.replace(/\/$/, '')) || folders.some((folder) => path.startsWith(folder))
  return (request) => {
    if (request.method === 'OPTIONS') return preflightResponse(READ_METHODS)
    const path = rawPath(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD' && isKnown(path))
      throw new CatalogError('method_not_allowed', `${request.method} is not possible here; this service only reads.`, {
        allow: READ_METHODS,
      })
    const suggestions = nearestNames(path, [...exact])
    const shown = path.length > 100 ? `${path.slice(0, 100)}…` : path
    const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(' or ')}?` : ' GET / lists the endpoints.'
    throw new CatalogError('unknown_path', `There is nothing at "${shown}".${hint}`, { suggestions })
  }
}
