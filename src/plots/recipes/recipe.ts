import type { ScaleName, TickStyle } from '../svg/scale.ts'

/** A result column on an axis. */
export interface AxisRecipe {
  readonly column: string
  /** The name of the axis; the unit is that of the column. */
  readonly title: string
  readonly scale: ScaleName
  readonly style?: TickStyle
  readonly domain?: readonly [number, number]
  readonly isReversed?: boolean
}

/** The kind of page that a row's name leads to. */
export type LinkKind = 'planet' | 'host'

/** The column with the name of each row. */
export interface NameRecipe {
  readonly column: string
  /** Absent if the named objects have no pages. */
  readonly kind?: LinkKind
}

/** The column that determines the colors. */
export interface ColorRecipe {
  readonly column: string
  readonly title: string
  /** For numbers; absent for categories. */
  readonly scale?: ScaleName
}

/** Sets of lines, bands and reference objects that help to read a chart. */
export type Guide =
  | 'solar-system-mass-period'
  | 'solar-system-radius-period'
  | 'solar-system-mass-radius'
  | 'densities'
  | 'habitable-zone'

/**
 * How a result becomes a chart. Columns are those of the result; those that end in err1, err2 and lim contain the uncertainties and
 * limits of the values on the axes.
 */
export type Recipe =
  | {
      readonly kind: 'scatter'
      readonly name: NameRecipe
      readonly x: AxisRecipe
      readonly y: AxisRecipe
      readonly color?: ColorRecipe
      readonly guides?: readonly Guide[]
    }
  | {
      readonly kind: 'ranking'
      readonly name: NameRecipe
      readonly value: Pick<AxisRecipe, 'column' | 'title' | 'scale'>
      readonly mark: 'dots' | 'bars'
      /** Columns with the ends of a range. */
      readonly range?: readonly [low: string, high: string]
    }
  | {
      readonly kind: 'bars'
      /** Integers with one bar each, or the lower edges if `to` names the upper ones. */
      readonly x: AxisRecipe
      readonly to?: string
      readonly y: string
      readonly series: readonly { readonly column: string; readonly label: string }[]
    }
  | { readonly kind: 'sky'; readonly name: NameRecipe; readonly color?: ColorRecipe }
