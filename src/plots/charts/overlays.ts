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
      /** Candidate positions for the beginning of the label, the best one first. */
      readonly labelAt: readonly Place[]
    }
  | { readonly kind: 'marker'; readonly at: Place; readonly label: string }
) & { readonly isInFront?: true }

/** Overlays as markup, below and above the marks of a chart. */
export interface OverlayLayers {
  readonly behind: Svg
  readonly inFront: Svg
}

/** Draws the overlays inside the frame; anything beyond it is cut. No label covers another one. */
export function overlayLayers(overlays: readonly Overlay[], x: Scale, y: Scale, id: string): OverlayLayers {
  const pixel = ([a, b]: Place) => ({ x: x.at(a), y: y.at(b) })
  const isInside = (place: Place) => {
    const { x: across, y: along } = pixel(place)
    return across >= FRAME.left && across <= FRAME.right && along >= FRAME.top && along <= FRAME.bottom
  }
  const markers = overlays.filter((overlay) => overlay.kind === 'marker').filter(({ at }) => isInside(at))
  const taken: Box[] = markers.map(({ at }) => crossBox(pixel(at)))
  const labels = new Map<Overlay, Svg>()
  for (const marker of markers)
    labels.set(marker, label(marker.label, bestPlace(marker.label, around(pixel(marker.at)), taken), taken))
  // A line has many positions for its label, a cross only four, so that the labels of crosses are placed first.
  for (const overlay of overlays) {
    if (overlay.kind === 'marker') continue
    const places = overlay.labelAt.filter(isInside).map((place) => ({ ...pixel(place), anchor: 'start' as const }))
    // A line without a label is better than a label that cannot be read.
    const place = freePlace(overlay.label, places, taken)
    if (place !== undefined) labels.set(overlay, label(overlay.label, place, taken))
  }
  const shapeOf = (overlay: Overlay): Svg => {
    if (overlay.kind === 'marker') return ''
    const d = `M${overlay.places.map((place) => `${coordinate(pixel(place).x)},${coordinate(pixel(place).y)}`).join('L')}`
    return overlay.kind === 'band'
      ? element('path', { class: 'plot-zone', d: `${d}z`, fill: CATEGORY_COLORS[2], 'fill-opacity': 0.18 })
      : element('path', { class: 'plot-guide', d, stroke: INK.soft, 'stroke-dasharray': '6 4', fill: 'none' })
  }
  const layer = (own: readonly Overlay[], clip: string): Svg => {
    const shapes = own.map(shapeOf).join('')
    const marks = own.map((overlay) => {
      const name = labels.get(overlay)
      if (name === undefined) return ''
      return overlay.kind === 'marker' ? cross(pixel(overlay.at)) + name : name
    })
    return (shapes === '' ? '' : clipped(shapes, clip)) + marks.join('')
  }
  return {
    behind: layer(
      overlays.filter(({ isInFront }) => isInFront !== true),
      `${id}-clip`,
    ),
    inFront: layer(
      overlays.filter(({ isInFront }) => isInFront === true),
      `${id}-front-clip`,
    ),
  }
}

/** Shapes without what is beyond the frame. */
function clipped(shapes: Svg, id: string): Svg {
  const { left, top, right, bottom } = FRAME
  return (
    element('clipPath', { id }, element('rect', { x: left, y: top, width: right - left, height: bottom - top })) +
    element('g', { 'clip-path': `url(#${id})` }, shapes)
  )
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

interface Pixel {
  readonly x: number
  readonly y: number
}

function cross({ x, y }: Pixel): Svg {
  return element('path', {
    class: 'plot-marker',
    d: `M${coordinate(x - ARM)},${coordinate(y)}h${2 * ARM}M${coordinate(x)},${coordinate(y - ARM)}v${2 * ARM}`,
    stroke: INK.text,
    'stroke-width': 2,
    fill: 'none',
  })
}

const crossBox = ({ x, y }: Pixel): Box => ({ left: x - ARM, right: x + ARM, top: y - ARM, bottom: y + ARM })

/** The positions around a cross, the best one first. */
function around({ x, y }: Pixel): readonly LabelPlace[] {
  const [above, below] = [y - ARM - 2, y + ARM + LABEL.ascent]
  return [
    { x: x + ARM + 2, y: above, anchor: 'start' },
    { x: x - ARM - 2, y: above, anchor: 'end' },
    { x: x + ARM + 2, y: below, anchor: 'start' },
    { x: x - ARM - 2, y: below, anchor: 'end' },
  ]
}

/** The room of a label at the largest size that a picture can show: above and below its baseline. */
const LABEL = { fontSize: 13, ascent: LARGE_FONT * 0.72, descent: LARGE_FONT * 0.22 } as const

function labelBox(name: string, { x, y, anchor }: LabelPlace): Box {
  const width = name.length * LETTER * LARGE_FONT
  const left = anchor === 'start' ? x : x - width
  return { left, right: left + width, top: y - LABEL.ascent, bottom: y + LABEL.descent }
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const isInFrame = ({ left, right, top, bottom }: Box): boolean =>
  left >= FRAME.left && right <= FRAME.width && top >= 0 && bottom <= FRAME.bottom

/** The first position at which neither the frame nor another name cuts a name. */
function freePlace(name: string, places: readonly LabelPlace[], taken: readonly Box[]): LabelPlace | undefined {
  const isFree = (box: Box): boolean => isInFrame(box) && !taken.some((other) => overlap(other, box))
  return places.find((place) => isFree(labelBox(name, place)))
}

/** The first free position; if there is none, the first one inside the frame. */
function bestPlace(name: string, places: readonly LabelPlace[], taken: readonly Box[]): LabelPlace {
  return freePlace(name, places, taken) ?? places.find((place) => isInFrame(labelBox(name, place))) ?? places[0]!
}

/** A name on a halo, so that it is readable above points. The place is taken from then on. */
function label(name: string, place: LabelPlace, taken: Box[]): Svg {
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
