import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import type { Scale } from '../svg/scale.ts'
import { FRAME, LARGE_FONT, LETTER } from './frame.ts'

type Place = readonly [x: number, y: number]

/** An aid for reading a chart that is not a row: a line, a band, or reference objects such as Earth. */
export type Overlay = (
  | {
      readonly kind: 'line' | 'band'
      readonly places: readonly Place[]
      readonly label: string
      /** Candidate positions for the label; the first one inside the frame is used. */
      readonly labelAt: readonly Place[]
    }
  | { readonly kind: 'marker'; readonly at: Place; readonly label: string }
) & { readonly isInFront?: true }

/** Draws the overlays inside the frame; anything beyond it is cut. */
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
  const markers = overlays.filter((overlay) => overlay.kind === 'marker').filter(({ at }) => isInside(at))
  const taken: Box[] = markers.map(({ at }) => crossBox(x.at(at[0]), y.at(at[1])))
  const labels = [
    ...overlays.flatMap((overlay) => {
      if (overlay.kind === 'marker') return []
      const at = overlay.labelAt.find(isInside)
      return at === undefined
        ? []
        : [label(overlay.label, [{ x: x.at(at[0]), y: y.at(at[1]), anchor: 'start' }], taken)]
    }),
    ...markers.map(({ at, label: name }) => {
      const [px, py] = [x.at(at[0]), y.at(at[1])]
      const cross = element('path', {
        class: 'plot-marker',
        d: `M${coordinate(px - ARM)},${coordinate(py)}h${2 * ARM}M${coordinate(px)},${coordinate(py - ARM)}v${2 * ARM}`,
        stroke: INK.text,
        'stroke-width': 2,
        fill: 'none',
      })
      return cross + label(name, around(px, py), taken)
    }),
  ]
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

/** Half the width of a cross. */
const ARM = 6

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A position at which a label can begin or end. */
interface LabelPlace {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'end'
}

const crossBox = (x: number, y: number): Box => ({ left: x - ARM, right: x + ARM, top: y - ARM, bottom: y + ARM })

/** The positions around a cross, the best one first. */
function around(x: number, y: number): readonly LabelPlace[] {
  const [above, below] = [y - ARM - 2, y + ARM + LABEL.height]
  return [
    { x: x + ARM + 2, y: above, anchor: 'start' },
    { x: x - ARM - 2, y: above, anchor: 'end' },
    { x: x + ARM + 2, y: below, anchor: 'start' },
    { x: x - ARM - 2, y: below, anchor: 'end' },
  ]
}

/** Labels have the largest size that a picture can show. */
const LABEL = { fontSize: 13, height: LARGE_FONT * 0.72 } as const

function labelBox(name: string, { x, y, anchor }: LabelPlace): Box {
  const width = name.length * LETTER * LARGE_FONT
  const left = anchor === 'start' ? x : x - width
  return { left, right: left + width, top: y - LABEL.height, bottom: y }
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const isInFrame = ({ left, right, top, bottom }: Box): boolean =>
  left >= FRAME.left && right <= FRAME.width && top >= 0 && bottom <= FRAME.bottom

/** A name on a halo, so that it is readable above points, at a position where neither the frame nor another name cuts it. */
function label(name: string, places: readonly LabelPlace[], taken: Box[]): Svg {
  const inside = places.filter((place) => isInFrame(labelBox(name, place)))
  const place = inside.find((one) => !taken.some((box) => overlap(box, labelBox(name, one)))) ?? inside[0] ?? places[0]!
  taken.push(labelBox(name, place))
  return element(
    'text',
    {
      class: 'plot-note',
      x: place.x,
      y: place.y,
      'text-anchor': place.anchor === 'end' ? 'end' : undefined,
      'font-size': LABEL.fontSize,
      fill: INK.text,
      stroke: INK.paper,
      'stroke-width': 3,
      'paint-order': 'stroke',
      'stroke-linejoin': 'round',
    },
    text(name),
  )
}
