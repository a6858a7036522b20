import type { Caption } from '../small/axis.ts'
import type { Quantity } from '../svg/label.ts'
import type { Svg } from '../svg/markup.ts'
import type { ScaleName, TickStyle } from '../svg/scale.ts'

/** An axis: what it shows and how. */
export interface Axis extends Quantity {
  readonly scale: ScaleName
  /** What the numbers are; plain numbers if absent. */
  readonly style?: TickStyle
  /** The ends of the axis; if absent, those of the data. */
  readonly domain?: readonly [number, number]
  /** True: large numbers are at the left, or at the bottom. */
  readonly isReversed?: boolean
}

/** A finished chart. */
export interface Chart extends Caption {
  /** The whole picture with its legend, as a file has it. It looks right without a style sheet. */
  readonly svg: Svg
  readonly width: number
  /** Of the picture with the legend, and without it: a page shows the legend as text. */
  readonly height: number
  readonly plotHeight: number
  readonly legend: readonly LegendEntry[]
  /** Marks that are drawn, one for each row. */
  readonly drawn: number
  /** Rows that are not drawn. */
  readonly leftOut: number
}

/** A color or shape and what it stands for. */
export interface LegendEntry {
  /** The class of its marks, such as `plot-c0`; the symbol of the legend has it too. */
  readonly className: string
  readonly symbol: Svg
  readonly label: string
}

/** A chart as the gallery stores it. */
export interface GalleryChart extends Chart {
  /** The same without legend and links, with few bytes. */
  readonly thumbnail: Svg
}

/** The picture without its legend, for a page. */
export function withoutLegend({
  svg,
  width,
  height,
  plotHeight,
}: Pick<Chart, 'svg' | 'width' | 'height' | 'plotHeight'>): Svg {
  const whole = sizeAttributes(width, height)
  return svg.replace(whole, sizeAttributes(width, plotHeight))
}

/** The attributes that say how large a picture is. */
export function sizeAttributes(width: number, height: number): string {
  return `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
}
