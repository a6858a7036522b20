import { CatalogError } from '../errors.ts'
import type { Snapshot, StoredPlot } from '../ports.ts'
import { createNearestFinder } from '../text/nearest.ts'
import { didYouMean, quoteForMessage } from '../text/quote-for-message.ts'

/** The plots of a snapshot. */
export interface Gallery {
  /** The files of a plot; throws a CatalogError if the slug is unknown. */
  stored(slug: string): StoredPlot
}

export function createGallery({ plots, manifest }: Pick<Snapshot, 'plots' | 'manifest'>): Gallery {
  const nearest = createNearestFinder([...plots.keys()])
  return {
    stored(slug) {
      const stored = plots.get(slug)
      if (stored !== undefined) return stored
      const omitted = manifest.files.plotList.omitted.find((other) => other.slug === slug)
      if (omitted !== undefined)
        throw new CatalogError(
          'unknown_path',
          `The plot "${slug}" is not available for this archive: ${omitted.reasons.join(', ')}.`,
        )
      const suggestions = nearest(slug)
      throw new CatalogError(
        'unknown_path',
        `Unknown plot ${quoteForMessage(slug)}.${didYouMean(suggestions)} /plots lists all plots.`,
        { suggestions },
      )
    },
  }
}
