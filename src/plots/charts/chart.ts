import type { Caption } from '../small/axis.ts'
import type { Quantity } from '../svg/label.ts'
import type { Svg } from '../svg/markup.ts'
import type { ScaleName, TickStyle } from '../svg/scale.ts'

/** An axis: what it shows and how. */
export interface Axis extends Quantity {
  readonly scale: ScaleName
  /** How the numbers are written; as plain numbers if absent. */
  readonly style?: TickStyle
  /** The ends of the axis; those of the data if absent. */
  readonly domain?: readonly [number, number]
  /** True if large numbers are at the left or at the bottom. */
  readonly isReversed?: boolean
}

/** A finished chart. */
export interface Chart extends Caption {
  /** The whole picture with its legend, as in a file. It is complete without a style sheet. */
  readonly svg: Svg
  /** The left end of the picture: 0, or less if long labels need room. */
  readonly left: number
  readonly width: number
  /** Heights with and without the legend, which a page shows as text. */
  readonly height: number
  readonly plotHeight: number
  readonly legend: readonly LegendEntry[]
  /** What the colors or shapes show, with its unit, as plain text; undefined if there is one color. */
  readonly legendTitle?: string | undefined
  /** The scale of colors that represent numbers. */
  readonly ramp?: Ramp | undefined
  /** What the sizes of the marks show. */
  readonly sizes?: NamedRamp | undefined
  /** Number of marks, one per drawn row. */
  readonly drawn: number
  /** Number of rows that are not drawn. */
  readonly leftOut: number
}

/** A color or shape and its meaning. */
export interface LegendEntry {
  /** The class of its marks, such as `plot-c0`, and of its symbol in the legend. */
  readonly className: string
  readonly symbol: Svg
  readonly label: string
}

/** A color scale with its numbers, as a separate drawing. */
export interface Ramp {
  readonly svg: Svg
  readonly width: number
  readonly height: number
}

/** A color scale and what it shows. */
export interface NamedRamp extends Ramp {
  readonly quantity: Quantity
}

/** A chart as the gallery stores it. */
export interface GalleryChart extends Chart {
  /** The chart without legend and links, in few bytes. */
  readonly thumbnail: Svg
}

/** The chart without its legend, for a page. */
export function withoutLegend({
  svg,
  left = 0,
  width,
  height,
  plotHeight,
}: Pick<Chart, 'svg' | 'width' | 'height' | 'plotHeight'> & Partial<Pick<Chart, 'left'>>): Svg {
  return svg.replace(sizeAttributes(left, width, height), sizeAttributes(left, width, plotHeight))
}

/** Attributes for the size of a picture. */
export function sizeAttributes(left: number, width: number, height: number): string {
  return `viewBox="${left} 0 ${width} ${height}" width="${width}" height="${height}"`
}
