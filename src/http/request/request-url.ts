import { CatalogError } from '../../core/errors.ts'

/**
 * Parts of a request's URL as the client sent them, percent-encoded. `request.url` is parsed by hand: a URL object, or
 * the framework's parsed query, costs a cold page a third of its rate.
 */

/** Index of the path's first slash; the URL is absolute, or a bare path if the client sent no usable Host. */
export function pathStart(url: string): number {
  return url.charCodeAt(0) === 47 ? 0 : url.indexOf('/', url.indexOf('://') + 3)
}

/** The query string without `?`; empty if there is none. */
export function rawQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** The path, encoded as sent. */
export function rawPath(url: string): string {
  const mark = url.indexOf('?')
  return url.slice(pathStart(url), mark < 0 ? undefined : mark)
}

/** Decodes the percent-encoding of a path segment; `+` is a plus sign here. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw new CatalogError(
      'invalid_path',
      'The path is not valid percent-encoded UTF-8; write %25 for a literal percent sign.',
      {},
      { cause },
    )
  }
}
