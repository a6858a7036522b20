import type { ValueType } from '../columns/value-type.ts'
import type { Frame } from './session.ts'
import type { Value } from './value.ts'

/** A call with its arguments translated. */
export interface Arguments {
  readonly frame: Frame
  readonly name: string
  readonly values: readonly Value[]
  readonly position: number
  /** SQL of an argument converted to a number or a text. */
  number(i: number): string
  text(i: number): string
}

/** A plain function: the number of its arguments, and its translation. */
export interface Definition {
  readonly min: number
  readonly max: number
  readonly translate: (call: Arguments) => { readonly sql: string; readonly type: ValueType }
}
