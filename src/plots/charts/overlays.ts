import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import type { Scale } from '../svg/scale.ts'
import { FRAME } from './frame.ts'

type Place = readonly [x: number, y: number]

/** What helps to read a chart and is no row: a line, a band, or known places such as Earth. */
export type Overlay = (
  | { readonly kind: 'line'; readonly places: readonly Place[]; readonly label: string; readonly labelAt: Place }
  | { readonly kind: 'band'; readonly places: readonly Place[]; readonly label: string; readonly labelAt: Place }
  | { readonly kind: 'marker'; readonly at: Place; readonly label: string }
) & { readonly isInFront?: true }

/** Draws them inside the frame; what lies beyond it is cut. */
export function overlayMarkup(overlays: readonly Overlay[], x: Scale, y: Scale, id: string): Svg {
  if (overlays.length === 0) return ''
  const clip = `${id}-clip`
  const place = ([a, b]: Place) => `${coordinate(x.at(a))},${coordinate(y.at(b))}`
  const isInside = ([a, b]: Place) =>
    x.at(a) >= FRAME.left && x.at(a) <= FRAME.right && y.at(b) >= FRAME.top && y.at(b) <= FRAME.bottom
  const shapes = overlays.map((overlay) => {
    if (overlay.kind === 'marker') return ''
    const d = `M${overlay.places.map(place).join('L')}`
    return overlay.kind === 'band'
      ? element('path', { class: 'plot-zone', d: `${d}z`, fill: CATEGORY_COLORS[2], 'fill-opacity': 0.18 })
      : element('path', { class: 'plot-guide', d, stroke: INK.soft, 'stroke-dasharray': '6 4', fill: 'none' })
  })
  const labels = overlays.map((overlay) => {
    if (overlay.kind !== 'marker')
      return isInside(overlay.labelAt) ? label(overlay.label, x.at(overlay.labelAt[0]), y.at(overlay.labelAt[1])) : ''
    if (!isInside(overlay.at)) return ''
    const [px, py] = [x.at(overlay.at[0]), y.at(overlay.at[1])]
    return (
      element('path', {
        class: 'plot-marker',
        d: `M${coordinate(px - 6)},${coordinate(py)}h12M${coordinate(px)},${coordinate(py - 6)}v12`,
        stroke: INK.text,
        'stroke-width': 2,
        fill: 'none',
      }) + label(overlay.label, px + 8, py - 8)
    )
  })
  return [
    element(
      'clipPath',
      { id: clip },
      element('rect', {
        x: FRAME.left,
        y: FRAME.top,
        width: FRAME.right - FRAME.left,
        height: FRAME.bottom - FRAME.top,
      }),
    ),
    element('g', { 'clip-path': `url(#${clip})` }, ...shapes),
    ...labels,
  ].join('')
}

/** A name on a halo, so that it can be read above points. */
function label(name: string, x: number, y: number): Svg {
  return element(
    'text',
    {
      class: 'plot-note',
      x,
      y,
      'font-size': 13,
      fill: INK.text,
      stroke: INK.paper,
      'stroke-width': 3,
      'paint-order': 'stroke',
      'stroke-linejoin': 'round',
    },
    text(name),
  )
}
