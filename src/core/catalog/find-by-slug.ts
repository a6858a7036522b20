import type { Manifest } from '../../format/manifest.ts'
import { CatalogError, type ErrorCode, type ErrorHelp } from '../errors.ts'
import { createNearestFinder } from '../text/nearest.ts'
import { didYouMean, quoteForMessage } from '../text/quote-for-message.ts'

/** How to report that there is no insight, or plot, with a slug. */
export interface SlugFault {
  /** What the slug names, such as `insight`. */
  readonly kind: string
  readonly code: ErrorCode
  /** Where to find the slugs: for the interface to add, or a sentence with a leading space. */
  readonly help?: ErrorHelp
  readonly listedAt?: string
}

/** Creates a function that returns the stored result with a slug. It throws a CatalogError for unknown and omitted ones. */
export function createSlugFinder<Stored>(
  stored: ReadonlyMap<string, Stored>,
  omitted: Manifest['files']['insightList']['omitted'],
  { kind, code, help = {}, listedAt = '' }: SlugFault,
): (slug: string) => Stored {
  const nearest = createNearestFinder([...stored.keys()])
  return (slug) => {
    const found = stored.get(slug)
    if (found !== undefined) return found
    const left = omitted.find((other) => other.slug === slug)
    if (left !== undefined)
      throw new CatalogError(
        code,
        `The ${kind} "${slug}" is not available for this archive: ${left.reasons.join(', ')}.`,
        help,
      )
    const suggestions = nearest(slug)
    const message = `Unknown ${kind} ${quoteForMessage(slug)}.${didYouMean(suggestions)}${listedAt}`
    throw new CatalogError(code, message, { ...help, suggestions })
  }
}
