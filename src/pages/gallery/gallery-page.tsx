/** @jsxImportSource preact */
import type { PlotDescriptor } from '../../core/answers/insight.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { chartPreview } from '../charts/chart-preview.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'

export const GALLERY_PATH = '/plots'

/** A plot of the gallery, as shown in a list. */
export interface GalleryEntry {
  readonly meta: PlotDescriptor
  /** A small picture without links. */
  readonly thumbnail: string
  /** The size of the whole picture. */
  readonly size: Pick<Chart, 'width' | 'height'>
}

/** The path of a plot, encoded. */
export function plotPath(slug: string): string {
  return `${GALLERY_PATH}/${encodeURIComponent(slug)}`
}

/** The picture of a plot, for a page that begins with the plot; no picture if there are no plots. */
export function plotPreview([first]: readonly GalleryEntry[]) {
  return first === undefined ? {} : chartPreview(`${plotPath(first.meta.slug)}.png`, first.size)
}

/** All plots of the gallery. */
export function GalleryPage({ entries }: { readonly entries: readonly GalleryEntry[] }) {
  const { href } = useSite()
  return (
    <Page
      title="Plots"
      description="Plots of the confirmed exoplanets and their host stars, each with its SQL, data and picture."
      path={GALLERY_PATH}
      {...plotPreview(entries)}
    >
      <h1>Plots</h1>
      <p>
        Each plot comes with the SQL of its rows, the rows as CSV and the picture as SVG.{' '}
        <a href={href('/plot')}>Choose your own axes</a> from all numeric columns, or see the{' '}
        <a href={href('/insights')}>insights</a>: common questions with their answers.
      </p>
      {entries.length === 0 ? <p class="message">This archive has no plots, because it lacks their columns.</p> : null}
      <PlotList entries={entries} />
    </Page>
  )
}

/** Plots next to each other, each a link to its page. */
export function PlotList({ entries }: { readonly entries: readonly GalleryEntry[] }) {
  const { href } = useSite()
  return (
    <ul class="gallery">
      {entries.map(({ meta, thumbnail }) => (
        <li key={meta.slug}>
          <a href={href(plotPath(meta.slug))}>
            {/* The markup comes from src/plots, which escapes all text in it; the title describes it. */}
            <span class="drawing" aria-hidden="true" dangerouslySetInnerHTML={{ __html: thumbnail }} />
            <strong>{meta.title}</strong>
          </a>
          <p class="small soft">{meta.description}</p>
        </li>
      ))}
    </ul>
  )
}
