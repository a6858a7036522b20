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
  /** The left end of the picture: 0, or less where long labels need room. */
  readonly left: number
  readonly width: number
  /** Of the picture with the legend, and without it: a page shows the legend as text. */
  readonly height: number
  readonly plotHeight: number
  readonly legend: readonly LegendEntry[]
  /** What the colors or shapes show, with its unit, as plain text; undefined where there is one color. */
  readonly legendTitle?: string | undefined
  /** The scale of colors that stand for numbers. */
  readonly ramp?: Ramp | undefined
  /** What the sizes of marks show. */
  readonly sizes?: NamedRamp | undefined
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

/** A scale of colors with its numbers, as a drawing of its own. */
export interface Ramp {
  readonly svg: Svg
  readonly width: number
  readonly height: number
}

/** The same with what it shows. */
export interface NamedRamp extends Ramp {
  readonly quantity: Quantity
}

/** A chart as the gallery stores it. */
export interface GalleryChart extends Chart {
  /** The same without legend and links, with few bytes. */
  readonly thumbnail: Svg
}

/** The picture without its legend, for a page. */
export function withoutLegend({
  svg,
  left = 0,
  width,
  height,
  plotHeight,
}: Pick<Chart, 'svg' | 'width' | 'height' | 'plotHeight'> & Partial<Pick<Chart, 'left'>>): Svg {
  return svg.replace(sizeAttributes(left, width, height), sizeAttributes(left, width, plotHeight))
}

/** The attributes that say how large a picture is. */
export function sizeAttributes(left: number, width: number, height: number): string {
  return `viewBox="${left} 0 ${width} ${height}" width="${width}" height="${height}"`
}
