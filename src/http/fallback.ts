import { CatalogError } from '../core/errors.ts'
import { nearestNames } from '../core/text/nearest.ts'
import { rawPath } from './request/request-url.ts'
import { preflightResponse, READ_METHODS } from './response/common-headers.ts'

/**
 * Answers what no route took: OPTIONS anywhere, other methods on paths that exist, and paths that do not.
 * `patterns` are the paths of the GET routes; a last segment of `*` stands for any text, one of `:name` for any without slash.
 */
export function createFallback(patterns: readonly string[]): (request: Request) => Response {
  const exact = new Set(patterns.filter((pattern) => !/[*:]/.test(pattern)))
  const folders = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1))
  const parents = patterns.filter((pattern) => pattern.includes(':')).map((pattern) => pattern.replace(/:.*$/, ''))
  const isKnown = (path: string): boolean => {
    const bare = path.replace(/\/$/, '')
    if (exact.has(path) || exact.has(bare)) return true
    if (folders.some((folder) => path.startsWith(folder))) return true
    return parents.some((parent) => path.startsWith(parent) && /^[^/]+$/.test(bare.slice(parent.length)))
  }
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
