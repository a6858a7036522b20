import { element, type Svg } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'

/** Counts between edges, as in column statistics (src/format/column-statistics.ts). */
export interface Bins {
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

const HEIGHT = 20
const MAX_BARS = 25
/** Minimum height of a bin with values, so that a single planet is visible next to thousands. */
const MIN_BAR = 1.5

/**
 * A histogram of a few pixels for the head of a column. Neighboring bins are joined until at most 25 are left. Bins in `chosen`
 * (from, to) are highlighted. The drawing is hidden from screen readers; the page contains the range as text.
 */
export function sparkHistogram({ edges, counts }: Bins, chosen?: readonly [number, number]): Svg {
  const joined = Math.ceil(counts.length / MAX_BARS)
  const bars: { readonly count: number; readonly isChosen: boolean }[] = []
  for (let first = 0; first < counts.length; first += joined) {
    const last = Math.min(first + joined, counts.length)
    const count = counts.slice(first, last).reduce((sum, each) => sum + each, 0)
    const isChosen = chosen === undefined || (edges[last]! >= chosen[0] && edges[first]! <= chosen[1])
    bars.push({ count, isChosen })
  }
  const highest = Math.max(...bars.map(({ count }) => count), 1)
  const width = bars.length * 3
  const path = (isChosen: boolean) =>
    bars
      .map((bar, index) => {
        if (bar.count === 0 || bar.isChosen !== isChosen) return ''
        const height = Math.max(MIN_BAR, (bar.count / highest) * HEIGHT)
        return `M${index * 3},${HEIGHT}v-${height.toFixed(1)}h2v${height.toFixed(1)}z`
      })
      .join('')
  const drawn = (cls: string, fill: string, d: string) => (d === '' ? '' : element('path', { class: cls, fill, d }))
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'plot-spark',
      viewBox: `0 0 ${Math.max(width, 3)} ${HEIGHT}`,
      width: Math.max(width, 3),
      height: HEIGHT,
      'aria-hidden': 'true',
      focusable: 'false',
    },
    drawn('plot-bar', INK.accent, path(true)),
    drawn('plot-bar-other', INK.line, path(false)),
  )
}
